#pragma once
// Text from files (joint names, trajectory names, run labels) goes into gnuplot scripts, SVG and HTML: none of it may
// act as code there.

#include <string>
#include <string_view>

namespace dlnn::plotting {

/// Valid UTF-8 in one line: control characters become blanks, malformed bytes become U+FFFD.
[[nodiscard]] std::string clean_text(std::string_view text);

/// clean_text with & < > " ' written as entities, for XML and HTML content and attributes.
[[nodiscard]] std::string escape_xml(std::string_view text);

/// clean_text as a single-quoted gnuplot string, in which nothing is expanded (no backquotes, macros or escapes); '
/// becomes ’.
[[nodiscard]] std::string quote_gnuplot(std::string_view text);

/// Only letters, digits, '_' and '-' (others become '_'), starting with a letter: safe as a file name and as an XML id.
[[nodiscard]] std::string identifier(std::string_view text);

}  // namespace dlnn::plotting
