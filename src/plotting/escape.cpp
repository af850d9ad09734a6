#include "escape.hpp"

#include <cstddef>

namespace dlnn::plotting {
namespace {

/// Length of the well-formed UTF-8 sequence at the start of `text` (RFC 3629: no overlong forms, no surrogates), 0 when
/// malformed.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

std::string clean_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) {
      clean += "\xEF\xBF\xBD";
    } else if (length == 1 && (static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7F)) {
      clean += ' ';
    } else {
      clean += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string quote_gnuplot(std::string_view text) {
  std::string quoted = "'";
  for (const char c : clean_text(text)) {
    if (c == '\'') {
      quoted += "\u2019";  // a doubled quote at the start of a string confuses gnuplot 5.4
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string identifier(std::string_view text) {
  std::string name;
  for (const char c : text) name += is_word(c) ? c : '_';
  if (name.empty() || name[0] == '-' || name[0] == '_' || (name[0] >= '0' && name[0] <= '9'))
    name.insert(name.begin(), 'p');
  return name;
}

}  // namespace dlnn::plotting
