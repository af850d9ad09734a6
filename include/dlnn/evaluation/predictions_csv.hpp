#pragma once

#include <filesystem>

#include "dlnn/evaluation/evaluation.hpp"

namespace dlnn {

/// One line a sample of the split: trajectory, t, then measured and predicted tau_i, tau_hat_i, qdd_i, qdd_hat_i of
/// each joint (what the model does not predict is left out). 17 significant digits. Atomic; throws IoError.
void write_predictions_csv(const std::filesystem::path& file, const TrajectoryDataset& dataset, Split split,
                           const Predictions& predictions);

}  // namespace dlnn
