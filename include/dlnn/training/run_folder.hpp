#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace dlnn {

/// The folders version_0, version_1, … in `folder`, oldest first.
[[nodiscard]] std::vector<std::filesystem::path> run_versions(const std::filesystem::path& folder);

/// Whether training came to its end in this run folder, by itself or by early stopping (summary.json).
[[nodiscard]] bool run_is_finished(const std::filesystem::path& run);

/// A run folder that this process alone may write to, until destroyed.
class RunFolder {
 public:
  /// Makes output/NAME/version_K with the next free K. It appears under that name only after `fill` has written its
  /// first files into the folder it is given; nothing is left behind when that throws. Throws ConfigError for a name
  /// that is no path below `output`, IoError.
  static RunFolder create(const std::filesystem::path& output, const std::string& name,
                          const std::function<void(const std::filesystem::path&)>& fill);
  /// Throws ModelError when there is no run, ConfigError when another process is training in it.
  static RunFolder open(const std::filesystem::path& run);

  RunFolder(RunFolder&& other) noexcept;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  RunFolder& operator=(RunFolder&&) = delete;
  ~RunFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  [[nodiscard]] std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
  [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  RunFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}

  std::filesystem::path path_;
  int lock_ = -1;  ///< descriptor of the folder itself, locked
};

}  // namespace dlnn
