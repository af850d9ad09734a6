#include "../../src/plotting/escape.hpp"

#include <gtest/gtest.h>

namespace dlnn::plotting {
namespace {

TEST(CleanText, KeepsUnicodeAndReplacesWhatIsMalformed) {
  EXPECT_EQ(clean_text("q̈ in rad/s² – τ"), "q̈ in rad/s² – τ");
  EXPECT_EQ(clean_text("a\nb\tc\x7f"), "a b c ");
  EXPECT_EQ(clean_text("a\xffz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(clean_text("\xC0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD");          // overlong NUL
  EXPECT_EQ(clean_text("\xED\xA0\x80").find('\xED'), std::string::npos);  // surrogate
  EXPECT_EQ(clean_text("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");          // cut short
}

TEST(EscapeXml, LeavesNoMarkup) {
  EXPECT_EQ(escape_xml("<a b=\"c\" d='e'>&"), "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;");
}

TEST(QuoteGnuplot, HoldsNeitherQuoteNorLineBreak) {
  EXPECT_EQ(quote_gnuplot("'it's\n"), "'’it’s '");
}

TEST(Identifier, IsSafeAsFileNameAndId) {
  EXPECT_EQ(identifier("mass matrix/2"), "mass_matrix_2");
  EXPECT_EQ(identifier("../x"), "p___x");
  EXPECT_EQ(identifier(""), "p");
  EXPECT_EQ(identifier("2nd"), "p2nd");
}

}  // namespace
}  // namespace dlnn::plotting
