#include "dlnn/data/recording.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "dlnn/core/error.hpp"

namespace dlnn {

std::string Recording::row_text(Index row) const {
  return lines.empty() ? concat("sample ", row) : concat("line ", lines[static_cast<std::size_t>(row)]);
}

std::vector<Recording> read_recordings(const std::filesystem::path& file) {
  std::error_code failure;
  if (std::filesystem::is_directory(file, failure)) throw IoError(concat("cannot read ", file, ": it is a folder"));
  if (std::filesystem::exists(file, failure) && !std::filesystem::is_regular_file(file, failure))
    throw IoError(concat("cannot read ", file, ": it is not a regular file"));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw IoError(concat("cannot read ", file, ": ", std::strerror(errno)));
  std::array<char, 128> buffer{};
  in.read(buffer.data(), buffer.size());
  const std::string_view begin(buffer.data(), static_cast<std::size_t>(in.gcount()));
  if (begin.starts_with("PK") || begin.starts_with("\x93NUMPY")) return read_npz(file);
  // v4 has no signature: its first word is a small number, which no text begins with.
  const bool version4 = file.extension() == ".mat" && begin.size() >= 20;
  if (begin.starts_with("MATLAB") || version4) return read_mat(file);
  return {read_csv(file)};
}

}  // namespace dlnn
