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

/// The file itself where there is one, else the shipped configuration of that name ("configs/arm2/dlnn.yaml" or
/// "arm2/dlnn.yaml") where there is one, so that the examples work from any folder.
[[nodiscard]] std::filesystem::path find_config(const std::filesystem::path& given);

/// Every training configuration folder/SET/MODEL.yaml, sorted. Throws ConfigError when one does not load.
[[nodiscard]] std::vector<Preset> find_presets(const std::filesystem::path& folder);

/// The recordings that lie beside the configurations, sorted.
[[nodiscard]] std::vector<std::filesystem::path> find_bundled_data(const std::filesystem::path& folder);

}  // namespace dlnn::cli
