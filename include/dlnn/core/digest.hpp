#pragma once

#include <filesystem>
#include <string>

namespace dlnn {

/// SHA-256 of a file's bytes as 64 hexadecimal digits. Throws IoError.
[[nodiscard]] std::string sha256_file(const std::filesystem::path& file);

}  // namespace dlnn
