#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dlnn/training/batches.hpp"
#include "dlnn/training/checkpoint.hpp"
#include "dlnn/training/objective.hpp"
#include "dlnn/training/observer.hpp"
#include "dlnn/training/optimizer.hpp"
#include "dlnn/training/run_description.hpp"
#include "dlnn/training/schedule.hpp"
#include "dlnn/training/training_status.hpp"
#include "dlnn/training/weight_average.hpp"

namespace dlnn {

/// Minimises the objective over the training split and keeps the weights that do best on the validation split.
/// Everything it does follows from the description, the initial weights and the data: no clock, no global generator.
class Trainer {
 public:
  /// `model` on its device and with its initial weights; `train` and `valid` [4, N, n] of the same dtype on the same
  /// device. Throws ConfigError when the loss does not fit the data.
  Trainer(RunDescription description, std::shared_ptr<DynamicsModel> model, const Tensor& train, Tensor valid);

  void add_observer(std::shared_ptr<TrainingObserver> observer) { observers_.push_back(std::move(observer)); }

  /// All that is needed to continue with the same bits.
  [[nodiscard]] Checkpoint snapshot() const;
  /// Continues where snapshot() was taken. Throws ModelError naming `origin` when it does not fit.
  void restore(const Checkpoint& checkpoint, const std::filesystem::path& origin);

  /// Trains to the end, until it no longer improves, or until the user interrupts. Writes last.pt (snapshot) and
  /// best.pt (weights to use: the average when there is one, the energy scale of free swing fixed) into the folder.
  /// Throws NumericalError naming step, batch and term as soon as something is not finite, before that reaches a
  /// checkpoint; IoError.
  TrainingStatus run(const std::filesystem::path& checkpoints);

  [[nodiscard]] const TrainingStatus& status() const noexcept { return status_; }
  [[nodiscard]] DynamicsModel& model() noexcept { return *model_; }
  [[nodiscard]] const Optimizer& optimizer() const noexcept { return optimizer_; }
  [[nodiscard]] std::int64_t batches_per_epoch() const noexcept { return batches_.batches_per_epoch(); }

 private:
  [[nodiscard]] bool done() const;
  void take_step();
  double backpropagate(const Batch& batch);
  void validate(const std::filesystem::path& checkpoints);
  void save_best(const std::filesystem::path& checkpoints);
  void pass_on_reports();
  [[nodiscard]] std::string place() const;

  RunDescription description_;
  std::shared_ptr<DynamicsModel> model_;
  Tensor train_q_;
  Tensor valid_;
  Objective objective_;
  Optimizer optimizer_;
  Schedule schedule_;
  WeightAverage average_;
  BatchStream batches_;
  TrainingStatus status_;
  double learning_rate_ = 0;
  double gradient_norm_ = 0;
  std::vector<std::shared_ptr<TrainingObserver>> observers_;
};

}  // namespace dlnn
