#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace dlnn {

/// Index of the first byte that is not part of well-formed UTF-8 (RFC 3629), or that is a control character other than
/// tab and newline.
[[nodiscard]] std::optional<std::size_t> find_invalid_text(std::string_view text);

}  // namespace dlnn
