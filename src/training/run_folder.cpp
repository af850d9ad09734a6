#include "dlnn/training/run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;

std::optional<int> version_of(const fs::path& folder) {
  const std::string name = folder.filename().string();
  constexpr std::string_view prefix = "version_";
  int version = -1;
  if (!name.starts_with(prefix)) return std::nullopt;
  const auto [end, failure] = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), version);
  if (failure != std::errc() || end != name.data() + name.size() || version < 0) return std::nullopt;
  return version;
}

int lock_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) throw IoError(concat("cannot open ", folder, ": ", std::strerror(errno)));
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor);
    throw ConfigError(concat("another process is training in ", folder, "; wait until it is done"));
  }
  return descriptor;
}

/// What a killed process was writing (AtomicFile) when it died.
void remove_unfinished_files(const fs::path& run) {
  std::error_code ignored;
  std::vector<fs::path> unfinished;
  for (const auto& entry : fs::recursive_directory_iterator(run, ignored)) {
    if (entry.path().extension().string().starts_with(".part-")) unfinished.push_back(entry.path());
  }
  for (const fs::path& file : unfinished) fs::remove(file, ignored);
}

void check_name(const std::string& name) {
  const fs::path path(name);
  const bool leaves = path.is_absolute() || std::any_of(path.begin(), path.end(), [](const fs::path& part) {
                        return part == ".." || part == ".";
                      });
  const bool odd = std::any_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  if (name.empty() || leaves || odd)
    throw ConfigError(concat("name: \"", name, "\" must be the name of a folder below the output folder"));
}

/// Renames `folder` to the first free version_K of its parent, never replacing one: two runs may start at the same
/// moment.
fs::path publish(const fs::path& folder) {
  const fs::path parent = folder.parent_path();
  const std::vector<fs::path> versions = run_versions(parent);
  for (int version = versions.empty() ? 0 : *version_of(versions.back()) + 1;; ++version) {
    const fs::path target = parent / concat("version_", version);
    if (::renameat2(AT_FDCWD, folder.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return target;
    if (errno != EEXIST) throw IoError(concat("cannot create ", target, ": ", std::strerror(errno)));
  }
}

/// Removes the folder unless released.
class FolderGuard {
 public:
  explicit FolderGuard(fs::path folder) : folder_(std::move(folder)) {}
  ~FolderGuard() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  FolderGuard(const FolderGuard&) = delete;
  FolderGuard& operator=(const FolderGuard&) = delete;
  void release() { folder_.clear(); }

 private:
  fs::path folder_;
};

}  // namespace

std::vector<fs::path> run_versions(const fs::path& folder) {
  std::vector<fs::path> versions;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.is_directory(ignored) && version_of(entry.path())) versions.push_back(entry.path());
  }
  std::sort(versions.begin(), versions.end(),
            [](const fs::path& a, const fs::path& b) { return version_of(a) < version_of(b); });
  return versions;
}

bool run_is_finished(const fs::path& run) {
  if (!fs::exists(run / "summary.json")) return false;
  const auto summary = nlohmann::json::parse(read_file(run / "summary.json"), nullptr, false);
  return summary.is_object() && summary.value("finished", false);
}

RunFolder RunFolder::create(const fs::path& output, const std::string& name,
                            const std::function<void(const fs::path&)>& fill) {
  check_name(name);
  const fs::path parent = output / name;
  const fs::path unfinished = parent / concat(".version.part-", ::getpid());
  make_folder(unfinished);
  FolderGuard guard(unfinished);
  const int lock = lock_folder(unfinished);
  RunFolder run(unfinished, lock);
  fill(unfinished);
  run.path_ = publish(unfinished);
  guard.release();
  return run;
}

RunFolder RunFolder::open(const fs::path& run) {
  if (!fs::exists(run / "config.yaml")) {
    throw ModelError(concat(run, " is not a run folder (it has no config.yaml); give runs/NAME/version_K"));
  }
  const int lock = lock_folder(run);
  remove_unfinished_files(run);
  return {run, lock};
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

}  // namespace dlnn
