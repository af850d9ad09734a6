#include "dlnn/config/utf8.hpp"

#include <cstdint>

namespace dlnn {
namespace {

struct Lead {
  std::size_t length;
  std::uint32_t bits;
  std::uint32_t smallest;  // below it, the encoding is longer than needed
};

Lead classify(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC2 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF5) return {4, byte & 0x07U, 0x10000};
  return {0, 0, 0};
}

bool is_allowed(std::uint32_t code) {
  const bool control = (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0x7F;
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return !control && !surrogate && code <= 0x10FFFF;
}

}  // namespace

std::optional<std::size_t> find_invalid_text(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const Lead lead = classify(static_cast<unsigned char>(text[i]));
    if (lead.length == 0 || i + lead.length > text.size()) return i;
    std::uint32_t code = lead.bits;
    for (std::size_t k = 1; k < lead.length; ++k) {
      const auto byte = static_cast<unsigned char>(text[i + k]);
      if ((byte & 0xC0U) != 0x80) return i;
      code = (code << 6U) | (byte & 0x3FU);
    }
    if (code < lead.smallest || !is_allowed(code)) return i;
    i += lead.length;
  }
  return std::nullopt;
}

}  // namespace dlnn
