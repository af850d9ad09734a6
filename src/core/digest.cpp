#include "dlnn/core/digest.hpp"

#include <sha2.h>

#include <array>

#include "dlnn/core/error.hpp"

namespace dlnn {

std::string sha256_file(const std::filesystem::path& file) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  if (SHA256File(file.c_str(), text.data()) == nullptr)
    throw IoError(concat("cannot read ", file, " for its checksum"));
  return text.data();
}

}  // namespace dlnn
