#include "dlnn/data/import.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/reader.hpp"

namespace dlnn {
namespace {

constexpr std::size_t automatic_blocks = 20;
constexpr Index fewest_block_samples = 50;

bool is_hdf5(const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(file)) return false;  // a pipe would wait for its other end
  // MAT v7.3 is HDF5 behind 512 bytes of text, so the signature at the very beginning tells ours from it.
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4> begin{};
  in.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == "\x89HDF";
}

struct Gathered {
  std::vector<Trajectory> trajectories;
  bool split = false;  ///< the splits are those of the files
  DatasetInfo info;
};

void gather_hdf5(const std::filesystem::path& file, const ImportOptions& options, Gathered& gathered,
                 std::vector<std::string>& notes) {
  const TrajectoryReader reader(file, {.dt = options.dt});
  gathered.info = reader.info();
  gathered.split =
      std::ranges::all_of(reader.entries(), [](const TrajectoryEntry& entry) { return entry.split.has_value(); });
  for (const auto& note : reader.notes()) notes.push_back(concat(file, ": ", note));
  for (std::size_t i = 0; i < reader.entries().size(); ++i) {
    gathered.trajectories.push_back(reader.read(i, 1, 0, true));
    if (!reader.entries()[i].tau) gathered.trajectories.back().tau.resize(0, 0);
  }
}

Gathered gather_files(const std::vector<std::filesystem::path>& files, const ImportOptions& options,
                      std::vector<std::string>& notes) {
  Gathered gathered;
  for (const auto& file : files) {
    if (interrupted()) throw Interrupted("stopped by the user; nothing was written");
    if (is_hdf5(file)) {
      gather_hdf5(file, options, gathered, notes);
      continue;
    }
    gathered.split = false;
    for (const Recording& recording : read_recordings(file))
      for (auto& trajectory : trajectories_of(recording, concat(file), options, notes))
        gathered.trajectories.push_back(std::move(trajectory));
  }
  const Index dof = gathered.trajectories.front().q.cols();
  for (const auto& trajectory : gathered.trajectories) {
    if (trajectory.q.cols() != dof)
      throw DataError(concat("trajectory ", trajectory.name, " has ", trajectory.q.cols(), " joints, the first ", dof,
                             "; one dataset holds one system"));
    const auto& first = gathered.trajectories.front();
    if ((trajectory.tau.size() > 0) != (first.tau.size() > 0))
      throw DataError(concat("trajectory ", trajectory.name, " and ", first.name,
                             ": one has torque, the other has none; import them apart"));
  }
  return gathered;
}

/// Unwraps, resamples and differentiates one trajectory as asked.
Trajectory processed(Trajectory trajectory, const std::vector<JointType>& types, const ImportOptions& options,
                     std::vector<std::string>& notes) {
  if (!options.keep_wrapped) {
    const auto jumps = unwrap(trajectory.q, types);
    for (std::size_t i = 0; i < jumps.size(); ++i)
      if (jumps[i] > 0)
        notes.push_back(
            concat("trajectory ", trajectory.name, ": ", jumps[i], " jumps of 2π removed from joint ", i + 1));
  }
  if (options.resample > 0) trajectory = resample(trajectory, options.resample);
  if (options.derivatives) trajectory = differentiate(trajectory, types, *options.derivatives);
  return trajectory;
}

/// The block length asked for, or one that makes some twenty blocks where there are too few trajectories to validate
/// and test on.
double block_length(const std::vector<Trajectory>& trajectories, bool has_splits, const ImportOptions& options,
                    std::vector<std::string>& notes) {
  if (options.block) return *options.block;
  if (trajectories.size() >= 3 || has_splits) return 0;
  double seconds = 0;
  Index samples = 0;
  for (const auto& trajectory : trajectories) {
    seconds += trajectory.t(trajectory.samples() - 1) - trajectory.t(0);
    samples += trajectory.samples();
  }
  const auto blocks = std::min<Index>(automatic_blocks, samples / fewest_block_samples);
  if (blocks < 3) return 0;
  const double length = seconds / static_cast<double>(blocks);
  notes.push_back(concat("fewer than three recordings: cut into blocks of ", format_number(length, 3),
                         " s to validate and test on (--block SECONDS to choose, 0 for none)"));
  return length;
}

}  // namespace

std::optional<double> common_step(const std::vector<Trajectory>& trajectories) {
  std::optional<double> common;
  for (const auto& trajectory : trajectories) {
    double step = 0;
    try {
      step = uniform_step(trajectory.t, "");
    } catch (const DataError&) {
      return std::nullopt;
    }
    if (!common) common = step;
    if (std::abs(step - *common) > 0.01 * *common) return std::nullopt;
  }
  return common;
}

TrajectoryDataset import_files(const std::vector<std::filesystem::path>& files, const ImportOptions& options) {
  TrajectoryDataset dataset;
  Gathered gathered = gather_files(files, options, dataset.warnings);
  const bool same_layout = !gathered.info.joint_types.empty();
  dataset.info = same_layout ? gathered.info : options.info;
  dataset.info.layout = "dlnn";
  dataset.info.dof = gathered.trajectories.front().q.cols();
  dataset.info.free_swing = gathered.trajectories.front().tau.size() == 0;
  if (!same_layout || !options.joint_types.empty())
    dataset.info.joint_types = expand_joint_types(options.joint_types, dataset.info.dof);
  if (options.derivatives) dataset.info.attributes["derivatives"] = describe(*options.derivatives);

  std::vector<Trajectory> whole;
  for (auto& trajectory : gathered.trajectories)
    whole.push_back(processed(std::move(trajectory), dataset.info.joint_types, options, dataset.warnings));
  const double length = block_length(whole, gathered.split, options, dataset.warnings);
  for (auto& trajectory : whole) {
    if (length > 0)
      for (auto& block : cut_blocks(trajectory, length)) dataset.trajectories.push_back(std::move(block));
    else
      dataset.trajectories.push_back(std::move(trajectory));
  }
  if (!gathered.split || options.shares) {
    const auto splits =
        assign_splits(dataset.trajectories.size(), options.shares.value_or(default_shares), options.seed);
    for (std::size_t i = 0; i < splits.size(); ++i) dataset.trajectories[i].split = splits[i];
  }
  dataset.info.dt = common_step(dataset.trajectories);
  return dataset;
}

}  // namespace dlnn
