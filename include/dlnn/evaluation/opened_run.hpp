#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/training/checkpoint.hpp"

namespace dlnn {

/// A trained model together with the data to judge it on.
struct OpenedRun {
  TrainedModel trained;
  TrajectoryDataset dataset;
  std::string dataset_sha256;
  std::vector<std::string> notes;  ///< what differs from training, one line each
};

/// Loads the model and its dataset (or `data`, when not empty), prepared as in training. Throws ModelError when joints
/// and data do not match, naming both.
[[nodiscard]] OpenedRun open_run(const std::filesystem::path& run, const std::filesystem::path& data,
                                 const std::string& device);

/// Throws ModelError naming both sides unless number and types of the joints agree.
void check_joints(const ModelSpec& spec, const std::filesystem::path& checkpoint, const TrajectoryDataset& dataset);

}  // namespace dlnn
