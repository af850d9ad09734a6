#include "presets.hpp"

#include <algorithm>

#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"

namespace dlnn::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sorted_files(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path configs_folder() {
  const fs::path executable = fs::read_symlink("/proc/self/exe");
  for (const fs::path& candidate : {fs::path("configs"), executable.parent_path() / ".." / "share" / "dlnn" / "configs",
                                    fs::path(DLNN_CONFIGS_SOURCE_PATH)}) {
    if (fs::exists(candidate / "reference.yaml")) return candidate.lexically_normal();
  }
  return {};
}

fs::path find_config(const fs::path& given) {
  if (given.empty() || given.is_absolute() || fs::exists(given)) return given;
  const fs::path below = *given.begin() == "configs" ? given.lexically_relative("configs") : given;
  const fs::path preset = configs_folder() / below;
  return fs::exists(preset) ? preset : given;
}

std::vector<Preset> find_presets(const fs::path& folder) {
  static const std::vector<std::string> models = {"mlp", "lnn", "delan", "dlnn"};
  std::vector<Preset> presets;
  for (const fs::path& file : sorted_files(folder, ".yaml")) {
    if (std::find(models.begin(), models.end(), file.stem()) == models.end()) continue;
    const auto config = load_config<TrainConfig>(file);
    presets.push_back({file, config.model.type, config.loss.type, config.data.file});
  }
  return presets;
}

std::vector<fs::path> find_bundled_data(const fs::path& folder) {
  return sorted_files(folder / ".." / "data", ".h5");
}

}  // namespace dlnn::cli
