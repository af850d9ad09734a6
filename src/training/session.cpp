#include "dlnn/training/session.hpp"

#include <torch/torch.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "console_observer.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/digest.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/data/load.hpp"
#include "dlnn/nn/device.hpp"
#include "dlnn/training/metrics_log.hpp"
#include "dlnn/training/run_folder.hpp"
#include "environment.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;

struct TrainingSamples {
  Samples train, valid;
};

TrainingSamples gather_splits(const TrajectoryDataset& dataset) {
  return {.train = gather(dataset, Split::train), .valid = gather(dataset, Split::valid)};
}

TrajectoryDataset load_with_warnings(const DataConfig& config) {
  TrajectoryDataset dataset = load_dataset(config);
  for (const std::string& warning : dataset.warnings) log::warn(concat(config.file, ": ", warning));
  return dataset;
}

RunDescription describe(const TrainConfig& config, const TrajectoryDataset& dataset, const Samples& training) {
  RunDescription description;
  description.config = config;
  description.config.data.file = fs::absolute(config.data.file).lexically_normal().string();
  description.spec.config = config.model;
  description.spec.loss = config.loss.type;
  description.spec.joint_types = dataset.info.joint_types;
  description.spec.scales = measure_scales(training);
  description.free_swing = dataset.info.free_swing;
  description.dataset_sha256 = sha256_file(description.config.data.file);
  return description;
}

Trainer make_trainer(const RunDescription& description, const TrainingSamples& samples, const c10::Device& device) {
  const auto threads = static_cast<std::int64_t>(std::thread::hardware_concurrency());
  if (threads > 0 && description.config.threads > 4 * threads)
    throw ConfigError(concat("threads: ", description.config.threads, " are far more than the ", threads,
                             " of this machine; take at most that many"));
  at::set_num_threads(static_cast<int>(description.config.threads));
  const auto dtype = dtype_of(description.config);
  const auto model = make_model(description.spec, dtype, static_cast<std::uint64_t>(description.config.seed));
  model->to(device);
  const auto options = torch::TensorOptions().dtype(dtype).device(device);
  return {description, model, stack_samples(samples.train, options), stack_samples(samples.valid, options)};
}

void print_header(const fs::path& run, const RunDescription& description, Trainer& trainer,
                  const TrainingSamples& samples, const c10::Device& device) {
  const TrainConfig& config = description.config;
  log::info(concat("run    ", run.string()));
  log::info(concat("model  ", trainer.model().type(), ", ", trainer.model().parameter_count(), " parameters, ",
                   config.dtype, " on ", device.str(), ", ", config.threads,
                   config.threads == 1 ? " thread" : " threads"));
  log::info(concat("data   ", config.data.file, ", ", description.spec.dof(), " joints, ", samples.train.q.rows(),
                   " training and ", samples.valid.q.rows(), " validation samples",
                   description.free_swing ? ", free swing" : ""));
  log::info(concat("loss   ", config.loss.type, ", ", config.training.steps, " steps of ", config.optimizer.type, ", ",
                   trainer.batches_per_epoch(), trainer.batches_per_epoch() == 1 ? " batch" : " batches", " an epoch"));
  if (description.free_swing && dynamic_cast<StructuredLagrangianModel*>(&trainer.model()) != nullptr) {
    log::info(
        "gauge  free swing leaves the energy scale open: in best.pt M, V and D are scaled so that the mean trace of "
        "the "
        "scaled mass matrix is the number of joints");
  }
}

void write_summary(const fs::path& run, const RunDescription& description, Trainer& trainer, const std::string& outcome,
                   double seconds) {
  const TrainingStatus& status = trainer.status();
  nlohmann::ordered_json summary{{"finished", outcome == "finished" || outcome == "stopped early"},
                                 {"outcome", outcome},
                                 {"model", trainer.model().type()},
                                 {"parameters", trainer.model().parameter_count()},
                                 {"dof", description.spec.dof()},
                                 {"loss", description.config.loss.type},
                                 {"steps", status.step},
                                 {"best_step", status.best_step},
                                 {"best_valid_loss", status.best_loss},  // null before the first validation
                                 {"seconds", seconds}};
  write_file(run / "summary.json", summary.dump(2) + "\n");
}

/// Trains in the prepared folder from wherever the trainer stands, to whatever end.
SessionResult train_in(const RunFolder& run, const RunDescription& description, Trainer& trainer, bool progress) {
  const auto console = std::make_shared<ConsoleObserver>(description.config.training.steps, progress);
  trainer.add_observer(console);
  const std::string resume = concat("dlnn train --resume ", run.path().string());
  std::shared_ptr<MetricsLog> metrics;
  try {
    metrics = std::make_shared<MetricsLog>(run.path(), trainer.status().step);
    trainer.add_observer(metrics);
    const TrainingStatus status = trainer.run(run.checkpoints());
    console->finish();
    const char* outcome = status.was_interrupted ? "interrupted" : status.stopped_early ? "stopped early" : "finished";
    write_summary(run.path(), description, trainer, outcome, metrics->seconds());
    if (status.was_interrupted) {
      throw Interrupted(
          concat("interrupted after step ", status.step, ", everything is saved; continue with ", resume));
    }
    return {.run = run.path(), .status = status, .simulates = trainer.model().provides_forward()};
  } catch (const NumericalError& error) {
    console->finish();
    write_summary(run.path(), description, trainer, concat("failed: ", error.what()), metrics->seconds());
    throw NumericalError(
        concat("training failed at ", error.what(), "; the last good checkpoints are in ", run.checkpoints()));
  } catch (const IoError& error) {
    console->finish();
    throw IoError(concat(error.what(), "; once that is mended continue with ", resume));
  }
}

fs::path resolve_run(const fs::path& given) {
  if (!fs::exists(given))
    throw ModelError(concat(given, " does not exist; give the folder of a run, runs/NAME/version_K"));
  if (fs::exists(given / "config.yaml")) return given;
  const auto versions = run_versions(given);
  return versions.empty() ? given : versions.back();
}

void check_unchanged(const RunDescription& description) {
  const std::string& file = description.config.data.file;
  if (!fs::exists(file))
    throw DataError(concat(file, ", which the run was trained on, does not exist; say where it is with --data FILE"));
  const std::string found = sha256_file(file);
  if (found == description.dataset_sha256) return;
  throw DataError(concat(file, " has changed since the run began (SHA-256 ", description.dataset_sha256.substr(0, 12),
                         "… then, ", found.substr(0, 12),
                         "… now); restore it, say where it is with --data FILE, or start a new run"));
}

}  // namespace

SessionResult start_training(const TrainConfig& config, const SessionOptions& options) {
  const c10::Device device = select_device(options.device);
  const TrajectoryDataset dataset = load_with_warnings(config.data);
  const TrainingSamples samples = gather_splits(dataset);
  const RunDescription description = describe(config, dataset, samples.train);
  Trainer trainer = make_trainer(description, samples, device);
  const RunFolder run = RunFolder::create(config.output, config.name, [&](const fs::path& folder) {
    write_file(folder / "config.yaml", to_yaml(description.config, true));
    write_file(folder / "environment.json", describe_environment(description, device).dump(2) + "\n");
    save_checkpoint(folder / "checkpoints" / "last.pt", trainer.snapshot());
  });
  log::set_file(run / "log.txt");
  print_header(run.path(), description, trainer, samples, device);
  return train_in(run, description, trainer, options.progress);
}

SessionResult resume_training(const fs::path& given, const fs::path& data, const SessionOptions& options) {
  const RunFolder run = RunFolder::open(resolve_run(given));
  const fs::path last = run.checkpoints() / "last.pt";
  const Checkpoint checkpoint = load_checkpoint(last);
  if (run_is_finished(run.path())) {
    return {.run = run.path(), .status = load_status(checkpoint.metadata, last), .nothing_to_do = true};
  }
  RunDescription description = run_description(checkpoint.metadata, last);
  const c10::Device device = select_device(options.device);
  if (!data.empty()) description.config.data.file = fs::absolute(data).lexically_normal().string();
  check_unchanged(description);
  const TrainingSamples samples = gather_splits(load_with_warnings(description.config.data));
  Trainer trainer = make_trainer(description, samples, device);
  trainer.restore(checkpoint, last);
  log::set_file(run / "log.txt");
  print_header(run.path(), description, trainer, samples, device);
  log::info(concat("resume after step ", trainer.status().step, " of ", description.config.training.steps));
  return train_in(run, description, trainer, options.progress);
}

}  // namespace dlnn
