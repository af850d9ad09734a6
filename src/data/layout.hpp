#pragma once
// The layouts that can be read. Each recogniser lists what a file announces; none reads samples.

#include <string>
#include <vector>

#include "dlnn/data/reader.hpp"
#include "hdf5.hpp"

namespace dlnn {

struct Contents {
  DatasetInfo info;
  std::vector<TrajectoryEntry> entries;
  std::vector<std::string> notes;
};

/// Finds out which layout a file has and lists it. `dt` > 0 replaces the file's own sampling time where a layout has
/// none per trajectory.
[[nodiscard]] Contents list_contents(const hdf5::File& file, double dt);

[[nodiscard]] Contents list_dlnn(const hdf5::File& file, double dt);
[[nodiscard]] Contents list_robomimic(const hdf5::File& file, double dt);
[[nodiscard]] Contents list_d4rl(const hdf5::File& file, double dt);

/// Opens a dataset of float32 or float64 with one or two dimensions. Throws DataError otherwise, naming the type or the
/// shape.
[[nodiscard]] hdf5::Dataset open_real(const hdf5::File& file, const std::string& object);

}  // namespace dlnn
