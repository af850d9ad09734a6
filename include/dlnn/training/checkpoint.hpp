#pragma once
// Checkpoints and run folders on disk. A checkpoint is one file that Python reads too (torch.load(path,
// weights_only=True)): a tuple
// ("dlnn-checkpoint", version, metadata as JSON text, ((name, tensor), …)).

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "dlnn/config/train_config.hpp"
#include "dlnn/models/model_spec.hpp"

namespace dlnn {

struct Checkpoint {
  nlohmann::json metadata;
  std::map<std::string, torch::Tensor> tensors;
};

/// Atomic. Throws IoError.
void save_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
/// Throws ModelError for anything that is not a checkpoint of this version, naming the file, what was found and the
/// mend.
[[nodiscard]] Checkpoint load_checkpoint(const std::filesystem::path& file);

/// A trained model ready for use, with what it was trained on.
struct TrainedModel {
  std::filesystem::path run;         ///< run folder; empty when a lone checkpoint was given
  std::filesystem::path checkpoint;  ///< the file that was read
  std::string label;                 ///< name of the run, for tables: "NAME/version_K"
  TrainConfig config;                ///< resolved; config.data.file is absolute or relative to the working directory
  ModelSpec spec;
  nlohmann::json metadata;
  std::shared_ptr<DynamicsModel> model;
};

/// Opens a run folder (its checkpoints/best.pt, else last.pt), a folder of versions (the newest finished one) or a
/// checkpoint file.
[[nodiscard]] TrainedModel load_trained_model(const std::filesystem::path& run_or_checkpoint,
                                              const std::string& device = "cpu");

}  // namespace dlnn
