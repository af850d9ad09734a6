#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

namespace dlnn {

/// Where training stands; with the tensors of the model and the optimiser it is all that a checkpoint needs.
struct TrainingStatus {
  std::int64_t step = 0;  ///< steps done
  double best_loss = std::numeric_limits<double>::infinity();
  std::int64_t best_step = 0;
  std::int64_t validations_since_best = 0;
  double loss_sum = 0;          ///< of the steps since the last validation
  std::int64_t loss_count = 0;  ///< number of those steps
  bool stopped_early = false;
  bool was_interrupted = false;  ///< not saved: a resumed run is not interrupted
};

/// Writes the status into the metadata of a checkpoint.
void save_status(const TrainingStatus& status, nlohmann::json& metadata);
/// The status in the metadata of a checkpoint. Throws ModelError naming `origin` when it holds none.
[[nodiscard]] TrainingStatus load_status(const nlohmann::json& metadata, const std::filesystem::path& origin);

}  // namespace dlnn
