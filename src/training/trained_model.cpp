#include <torch/torch.h>

#include <algorithm>
#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/nn/device.hpp"
#include "dlnn/training/checkpoint.hpp"
#include "dlnn/training/model_state.hpp"
#include "dlnn/training/run_description.hpp"
#include "dlnn/training/run_folder.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;

fs::path newest_finished(const fs::path& folder) {
  const std::vector<fs::path> versions = run_versions(folder);
  const auto newest = std::find_if(versions.rbegin(), versions.rend(), run_is_finished);
  if (newest != versions.rend()) return *newest;
  if (versions.empty()) {
    throw ModelError(concat(folder, " is neither a run folder nor a folder of runs (no version_K in it)"));
  }
  throw ModelError(concat("no run in ", folder, " is finished; continue one with dlnn train --resume ",
                          versions.back().string(), " or name its folder to use what there is"));
}

fs::path checkpoint_of(const fs::path& run) {
  for (const char* name : {"best.pt", "last.pt"}) {
    const fs::path file = run / "checkpoints" / name;
    if (fs::exists(file)) return file;
  }
  throw ModelError(concat(run, " holds no checkpoint yet; let it train longer"));
}

/// The run folder that a checkpoint file lies in; empty for a lone file.
fs::path run_of(const fs::path& checkpoint) {
  const fs::path folder = fs::absolute(checkpoint).parent_path();
  const bool inside = folder.filename() == "checkpoints" && fs::exists(folder.parent_path() / "config.yaml");
  return inside ? folder.parent_path() : fs::path();
}

std::string label_of(const fs::path& run, const fs::path& checkpoint) {
  if (run.empty()) return checkpoint.stem().string();
  return run.parent_path().filename().string() + "/" + run.filename().string();
}

std::pair<fs::path, fs::path> find_run_and_checkpoint(const fs::path& path) {
  if (!fs::exists(path)) throw ModelError(concat(path, " does not exist; give a run folder or a checkpoint file"));
  if (!fs::is_directory(path)) return {run_of(path), path};
  fs::path run = fs::weakly_canonical(path);
  if (!fs::exists(run / "config.yaml")) run = newest_finished(run);
  return {run, checkpoint_of(run)};
}

std::shared_ptr<DynamicsModel> make_model_of(const fs::path& file, const RunDescription& description) {
  try {
    return make_model(description.spec, dtype_of(description.config), 0);
  } catch (const ConfigError& error) {
    throw ModelError(concat(file, " describes no model: ", error.what()));
  }
}

}  // namespace

TrainedModel load_trained_model(const fs::path& run_or_checkpoint, const std::string& device) {
  const c10::Device target = select_device(device);
  auto [run, file] = find_run_and_checkpoint(run_or_checkpoint);
  Checkpoint checkpoint = load_checkpoint(file);
  RunDescription description = run_description(checkpoint.metadata, file);
  auto model = make_model_of(file, description);
  const auto average = checkpoint.tensors.lower_bound("ema.");
  const bool averaged = average != checkpoint.tensors.end() && average->first.starts_with("ema.");
  load_state(*model, averaged ? "ema." : "model.", checkpoint.tensors, file);
  model->to(target);
  model->eval();
  return {.run = run,
          .checkpoint = file,
          .label = label_of(run, file),
          .config = std::move(description.config),
          .spec = std::move(description.spec),
          .metadata = std::move(checkpoint.metadata),
          .model = std::move(model)};
}

}  // namespace dlnn
