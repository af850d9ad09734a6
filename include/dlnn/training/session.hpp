#pragma once
// Training as the command runs it: configuration and data in, run folder out.

#include <filesystem>
#include <string>

#include "dlnn/config/train_config.hpp"
#include "dlnn/training/trainer.hpp"

namespace dlnn {

struct SessionOptions {
  std::string device = "auto";
  bool progress = true;  ///< show a progress bar
};

struct SessionResult {
  std::filesystem::path run;
  TrainingStatus status;
  bool simulates = true;       ///< the model has forward dynamics: it can be rolled out
  bool nothing_to_do = false;  ///< the run that was to be resumed had finished before
};

/// Trains a new model in a new run folder. The folder appears only when configuration, data and model fit together.
/// Throws Interrupted after Ctrl-C, with everything saved; ConfigError, DataError, NumericalError, IoError.
SessionResult start_training(const TrainConfig& config, const SessionOptions& options);

/// Continues a run that was killed or interrupted: ends with the same bits as if it had never stopped (same machine,
/// same device). `run` may also be a folder of versions: the newest. `data` replaces the path of the dataset, whose
/// content must be the same; empty: as before. Throws DataError when the dataset has changed, and as start_training().
SessionResult resume_training(const std::filesystem::path& run, const std::filesystem::path& data,
                              const SessionOptions& options);

}  // namespace dlnn
