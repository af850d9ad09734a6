#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dlnn::cli {

/// A shipped training configuration.
struct Preset {
  std::filesystem::path file;
  std::string model;
  std::string loss;
  std::filesystem::path data;
};

/// The folder of the shipped configurations: ./configs, that beside the installed executable, or that of the source
/// tree it was built from; empty when there is none.
[[nodiscard]] std::filesystem::path configs_folder();

/// Every training configuration folder/SET/MODEL.yaml, sorted. Throws ConfigError when one does not load.
[[nodiscard]] std::vector<Preset> find_presets(const std::filesystem::path& folder);

/// The recordings that lie beside the configurations, sorted.
[[nodiscard]] std::vector<std::filesystem::path> find_bundled_data(const std::filesystem::path& folder);

}  // namespace dlnn::cli
