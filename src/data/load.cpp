#include "dlnn/data/load.hpp"

#include <algorithm>
#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/consistency.hpp"
#include "dlnn/data/differentiate.hpp"
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

DerivativeOptions derivative_options(const DataConfig& config) {
  DerivativeOptions options;
  if (config.derivatives == "butterworth") options.method = DerivativeOptions::Method::butterworth;
  options.window = config.window;
  options.order = config.order;
  options.cutoff = config.cutoff;
  return options;
}

/// The first `rows` samples of a trajectory, every `stride`-th. Where derivatives have to be made, all of it is read
/// and differentiated before anything is dropped, so that a subset holds the very samples of the whole.
Trajectory load_trajectory(const TrajectoryReader& reader, std::size_t index, Index rows, const DataConfig& config) {
  const TrajectoryEntry& entry = reader.entries()[index];
  const bool stored = config.derivatives == "stored";
  if (stored && entry.qd && entry.qdd) return reader.read(index, config.stride, rows);
  const Trajectory whole = reader.read(index);
  const DerivativeOptions options = derivative_options(config);
  try {
    const Trajectory derived = stored && entry.qd ? differentiate_speed(whole, options)
                                                  : differentiate(whole, reader.info().joint_types, options);
    const Index used = std::min(rows, derived.samples());
    return select_rows(derived, 0, (used + config.stride - 1) / config.stride, config.stride);
  } catch (const DataError& error) {
    throw DataError(concat(reader.file(), ": ", entry.where, ": ", error.what()));
  }
}

/// Warns of each joint whose `rate` does not add up to `value`: of stored rates because units or columns may be wrong,
/// of rates made here because they are then noise.
void warn_of(const DerivativeConsistency& consistency, double limit, bool derived, const char* rate, const char* value,
             TrajectoryDataset& dataset) {
  const Vector relative = consistency.relative_rms();
  for (Index i = 0; i < relative.size(); ++i) {
    if (relative(i) <= limit) continue;
    const std::string size = concat("relative RMS ", format_number(relative(i), 3), " (above ", limit, ")");
    dataset.warnings.push_back(
        derived ? concat(rate, " of joint ", i + 1, ", derived from the positions, is mostly noise: ", size,
                         "; smooth more: data.derivatives butterworth with a low data.cutoff, or a larger data.window")
                : concat(rate, " of joint ", i + 1, " is not the derivative of ", value, ": ", size,
                         "; check units and columns, or derive it anew: dlnn data differentiate"));
  }
}

void check_consistency(TrajectoryDataset& dataset, bool speed_derived, bool acceleration_derived) {
  DerivativeConsistency speed;
  DerivativeConsistency acceleration;
  for (const auto& trajectory : dataset.trajectories) {
    speed.begin();
    speed.add(trajectory.t, trajectory.q, trajectory.qd);
    acceleration.begin();
    acceleration.add(trajectory.t, trajectory.qd, trajectory.qdd);
  }
  warn_of(speed, inconsistent_speed, speed_derived, "qd", "q", dataset);
  warn_of(acceleration, inconsistent_acceleration, acceleration_derived, "qdd", "qd", dataset);
}

}  // namespace

TrajectoryDataset load_dataset(const DataConfig& config) {
  const TrajectoryReader reader(config.file);
  check_splits(reader);
  TrajectoryDataset dataset{.file = config.file, .info = reader.info(), .trajectories = {}, .warnings = reader.notes()};
  const auto rows = rows_used(reader.entries(), config.train_fraction);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] > 0) dataset.trajectories.push_back(load_trajectory(reader, i, rows[i], config));
  dataset.info.free_swing =
      std::ranges::all_of(dataset.trajectories, [](const Trajectory& one) { return one.tau.isZero(0.0); });
  if (config.stride == 1) {
    const bool made = config.derivatives != "stored";
    const auto lacks = [&](auto member) {
      return std::ranges::any_of(reader.entries(), [&](const TrajectoryEntry& entry) { return !(entry.*member); });
    };
    check_consistency(dataset, made || lacks(&TrajectoryEntry::qd),
                      made || lacks(&TrajectoryEntry::qd) || lacks(&TrajectoryEntry::qdd));
  }
  return dataset;
}

}  // namespace dlnn
