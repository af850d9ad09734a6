#pragma once

#include <filesystem>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Writes a dataset in our layout (design: one group a trajectory under /trajectories), atomically. float64, shuffle +
/// gzip; metadata with checksums; no time stamps, so that the same dataset gives the same bytes. Quantities that are
/// empty [0, 0] are left out, and so is tau when info.free_swing. Throws DataError when shapes disagree, IoError when
/// it cannot write.
void write_dataset(const std::filesystem::path& file, const TrajectoryDataset& dataset);

}  // namespace dlnn
