#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dlnn {

/// A file that appears under its name only when it is complete: write to temporary(), then commit() (flush to disk and
/// rename). Destroyed without commit, it leaves nothing behind. Links are followed, devices refused. Throws IoError
/// naming the path and the system's reason.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  [[nodiscard]] const std::filesystem::path& temporary() const noexcept { return temporary_; }
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  bool committed_ = false;
};

/// Writes the whole file at once, atomically; into a device (/dev/stdout) directly. Creates missing parent folders.
void write_file(const std::filesystem::path& target, std::string_view content);

/// Throws ConfigError when `output` is one of the inputs or an existing file of a run (a folder with config.yaml and
/// checkpoints): a slip of the pen must not destroy a recording or a training. An empty `output` is none.
void refuse_overwriting(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs);

/// Reads the whole file. Throws IoError when it cannot.
[[nodiscard]] std::string read_file(const std::filesystem::path& source);

/// Creates the folder with its parents; throws IoError naming the one that could not be made.
void make_folder(const std::filesystem::path& folder);

}  // namespace dlnn
