#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <vector>

namespace dlnn {

inline int count_of(std::string_view text, std::string_view word) {
  int count = 0;
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// What is not well-formed in an XML document as gnuplot writes it: tags that do not match, an unquoted or raw '<' in
/// an attribute, control characters; "" when nothing is wrong.
inline std::string xml_mistake(std::string_view text) {
  std::vector<std::string> open;
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && !std::isspace(static_cast<unsigned char>(c)))
      return "control character";
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    const auto skip = [&](std::string_view start, std::string_view end) {
      if (text.substr(at, start.size()) != start) return false;
      const auto found = text.find(end, at + start.size());
      at = found == std::string_view::npos ? text.size() : found + end.size();
      return true;
    };
    if (skip("<?", "?>") || skip("<!--", "-->") || skip("<![CDATA[", "]]>")) continue;
    char quote = 0;
    std::size_t end = at + 1;
    for (; end < text.size() && (quote != 0 || text[end] != '>'); ++end) {
      if (text[end] == '<') return "raw < inside a tag: " + std::string(text.substr(at, 80));
      if (quote == 0 && (text[end] == '"' || text[end] == '\'')) {
        quote = text[end];
      } else if (text[end] == quote) {
        quote = 0;
      }
    }
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    at = end;
    const bool closes = !tag.empty() && tag[0] == '/';
    std::size_t length = closes ? 1 : 0;
    while (length < tag.size() && (std::isalnum(static_cast<unsigned char>(tag[length])) != 0)) ++length;
    const std::string name(tag.substr(closes ? 1 : 0, length - (closes ? 1 : 0)));
    if (name.empty()) return "tag without a name: " + std::string(tag.substr(0, 80));
    if (closes) {
      if (open.empty() || open.back() != name) return "unexpected </" + name + ">";
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
  }
  return open.empty() ? "" : "unclosed <" + open.back() + ">";
}

}  // namespace dlnn
