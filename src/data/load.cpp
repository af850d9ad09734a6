#include "dlnn/data/load.hpp"

#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/data/reader.hpp"

namespace dlnn {
namespace {

/// How many leading samples of each trajectory are used: training trajectories in the order of the file until
/// `fraction` of all training samples is reached, then the beginning of the next one, then none; validation and test
/// trajectories whole.
std::vector<Index> rows_used(const std::vector<TrajectoryEntry>& entries, double fraction) {
  Index total = 0;
  for (const auto& entry : entries)
    if (entry.split == Split::train) total += entry.samples;
  auto budget = static_cast<Index>(std::ceil(fraction * static_cast<double>(total)));
  std::vector<Index> rows;
  for (const auto& entry : entries) {
    rows.push_back(entry.split == Split::train ? std::min(entry.samples, budget) : entry.samples);
    if (entry.split == Split::train) budget -= rows.back();
  }
  return rows;
}

void check_splits(const TrajectoryReader& reader) {
  for (const auto& entry : reader.entries())
    if (!entry.split)
      throw DataError(concat(reader.file(), ": ", entry.where,
                             " has no attribute split; assign train, valid and test with: dlnn data split"));
}

}  // namespace

TrajectoryDataset load_dataset(const DataConfig& config) {
  const TrajectoryReader reader(config.file);
  check_splits(reader);
  TrajectoryDataset dataset{.file = config.file, .info = reader.info(), .trajectories = {}, .warnings = reader.notes()};
  const auto rows = rows_used(reader.entries(), config.train_fraction);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == 0) continue;
    dataset.trajectories.push_back(reader.read(i, config.stride, rows[i]));
  }
  dataset.info.free_swing = true;
  for (const auto& trajectory : dataset.trajectories) dataset.info.free_swing &= trajectory.tau.isZero(0.0);
  return dataset;
}

}  // namespace dlnn
