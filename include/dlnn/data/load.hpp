#pragma once

#include <filesystem>

#include "dlnn/config/train_config.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Reads a dataset as a training or evaluation run sees it: layout recognised, everything checked (data_format rules),
/// derivatives made where they are absent or asked for, every `stride`-th sample kept, train_fraction applied to the
/// training split only. `config.file` must be an absolute path or relative to the working directory. Throws DataError,
/// IoError.
[[nodiscard]] TrajectoryDataset load_dataset(const DataConfig& config);

}  // namespace dlnn
