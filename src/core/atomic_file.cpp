#include "dlnn/core/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

std::string reason() {
  return std::strerror(errno);
}

/// Forces file content or a folder's entries to the disk. A full disk often shows only here.
void flush_to_disk(const std::filesystem::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags);
  if (descriptor < 0) throw IoError(concat("cannot open ", path, " to flush it: ", reason()));
  const int result = ::fsync(descriptor);
  const std::string why = result == 0 ? "" : reason();
  ::close(descriptor);
  if (result != 0 && (flags & O_DIRECTORY) == 0) throw IoError(concat("cannot write ", path, ": ", why));
}

/// What must be written into and not be replaced: /dev/stdout, a named pipe.
bool is_device(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path target) : target_(std::move(target)) {
  if (is_device(target_)) throw IoError(concat("cannot write ", target_, ": it is no regular file"));
  std::error_code ignored;
  if (std::filesystem::is_symlink(target_, ignored) && std::filesystem::exists(target_, ignored))
    target_ = std::filesystem::canonical(target_);  // the link stays
  if (target_.has_parent_path()) make_folder(target_.parent_path());
  temporary_ = target_;
  temporary_ += concat(".part-", ::getpid());
}

AtomicFile::~AtomicFile() {
  if (committed_) return;
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::commit() {
  flush_to_disk(temporary_, O_RDONLY);
  std::error_code failure;
  std::filesystem::rename(temporary_, target_, failure);
  if (failure) throw IoError(concat("cannot write ", target_, ": ", failure.message()));
  committed_ = true;
  const auto folder = target_.has_parent_path() ? target_.parent_path() : std::filesystem::path(".");
  flush_to_disk(folder, O_RDONLY | O_DIRECTORY);
}

void write_file(const std::filesystem::path& target, std::string_view content) {
  const auto write = [&](const std::filesystem::path& path) {
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out) throw IoError(concat("cannot write ", target, ": ", reason()));
  };
  if (is_device(target)) return write(target);
  AtomicFile file(target);
  write(file.temporary());
  file.commit();
}

void refuse_overwriting(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (output.empty() || !fs::is_regular_file(output, ignored)) return;
  for (const auto& input : inputs)
    if (fs::equivalent(output, input, ignored))
      throw ConfigError(concat(output, " is read and cannot be written to; name another file"));
  const fs::path folder = fs::canonical(output).parent_path();
  for (const fs::path& run : {folder, folder.parent_path()})
    if (fs::exists(run / "config.yaml", ignored) && fs::is_directory(run / "checkpoints", ignored))
      throw ConfigError(concat(output, " belongs to the run ", run, "; name another file"));
}

std::string read_file(const std::filesystem::path& source) {
  std::error_code failure;
  if (std::filesystem::is_directory(source, failure)) throw IoError(concat("cannot read ", source, ": it is a folder"));
  std::ifstream in(source, std::ios::binary);
  if (!in) throw IoError(concat("cannot read ", source, ": ", reason()));
  std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) throw IoError(concat("cannot read ", source, ": ", reason()));
  return content;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw IoError(concat("cannot create the folder ", folder, ": ", failure.message()));
}

}  // namespace dlnn
