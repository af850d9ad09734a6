#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "dlnn/config/train_config.hpp"
#include "dlnn/models/model_spec.hpp"

namespace dlnn {

/// What a training run is about: fixed for its whole life and stored in each of its checkpoints.
struct RunDescription {
  TrainConfig config;  ///< resolved
  ModelSpec spec;
  std::string dataset_sha256;
  bool free_swing = false;
};

/// Exact: every double comes back with the same bits.
[[nodiscard]] nlohmann::json to_json(const RunDescription& description);

/// Throws ModelError naming `origin` for metadata that is incomplete or inconsistent.
[[nodiscard]] RunDescription run_description(const nlohmann::json& metadata, const std::filesystem::path& origin);

[[nodiscard]] torch::Dtype dtype_of(const TrainConfig& config);

}  // namespace dlnn
