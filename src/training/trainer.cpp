#include "dlnn/training/trainer.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/training/gauge.hpp"
#include "dlnn/training/model_state.hpp"

namespace dlnn {
namespace {

constexpr std::uint64_t shuffling = 1;  // purpose of the generator forked from the seed
constexpr const char* mend = "; lower optimizer.learning_rate or set optimizer.clip";

}  // namespace

Trainer::Trainer(RunDescription description, std::shared_ptr<DynamicsModel> model, const Tensor& train, Tensor valid)
    : description_(std::move(description)),
      model_(std::move(model)),
      train_q_(train[0]),
      valid_(std::move(valid)),
      objective_(description_.config.loss, description_.spec.scales, description_.free_swing, train.options()),
      optimizer_(description_.config.optimizer, *model_),
      schedule_(description_.config.schedule, description_.config.optimizer.learning_rate,
                description_.config.training.steps),
      average_(description_.config.training.ema_decay, *model_),
      batches_(train, description_.config.training.batch_size,
               Random(static_cast<std::uint64_t>(description_.config.seed)).fork(shuffling)) {}

Checkpoint Trainer::snapshot() const {
  Checkpoint checkpoint{.metadata = dlnn::to_json(description_), .tensors = {}};
  save_status(status_, checkpoint.metadata);
  checkpoint.metadata["batches"] = batches_.state();
  checkpoint.metadata["schedule"] = schedule_.state();
  save_state(*model_, "model.", checkpoint.tensors);
  optimizer_.save_state("optimizer.", checkpoint.tensors);
  average_.save_state("ema.", checkpoint.tensors);
  return checkpoint;
}

void Trainer::restore(const Checkpoint& checkpoint, const std::filesystem::path& origin) {
  status_ = load_status(checkpoint.metadata, origin);
  try {
    batches_.set_state(checkpoint.metadata.at("batches"));
    schedule_.set_state(checkpoint.metadata.at("schedule"));
  } catch (const nlohmann::json::exception& error) {
    throw ModelError(concat(origin, " has a damaged state: ", error.what(), "; start a new run"));
  }
  load_state(*model_, "model.", checkpoint.tensors, origin);
  optimizer_.load_state("optimizer.", checkpoint.tensors, origin);
  average_.load_state("ema.", checkpoint.tensors, origin);
}

TrainingStatus Trainer::run(const std::filesystem::path& checkpoints) {
  const TrainingConfig& config = description_.config.training;
  while (!done()) {
    status_.was_interrupted = interrupted();
    if (status_.was_interrupted) {
      save_checkpoint(checkpoints / "last.pt", snapshot());
      break;
    }
    take_step();
    // The order matters to a run that is killed in between: metrics and best.pt may be ahead of last.pt (they are
    // written again), not behind.
    if (status_.step % config.validate_every == 0 || status_.step == config.steps) validate(checkpoints);
    if (status_.step % config.checkpoint_every == 0 || done()) save_checkpoint(checkpoints / "last.pt", snapshot());
  }
  return status_;
}

bool Trainer::done() const {
  return status_.step >= description_.config.training.steps || status_.stopped_early;
}

void Trainer::take_step() {
  const Batch batch = batches_.next();
  double loss = 0;
  try {
    loss = backpropagate(batch);
  } catch (const NumericalError& error) {
    throw NumericalError(concat(place(), ": ", error.what()));
  }
  learning_rate_ = schedule_.rate(status_.step);
  optimizer_.step(learning_rate_);
  average_.update(*model_, status_.step);
  ++status_.step;
  status_.loss_sum += loss;
  ++status_.loss_count;
  for (const auto& observer : observers_) observer->on_step(status_.step, loss, batch.size());
}

double Trainer::backpropagate(const Batch& batch) {
  optimizer_.zero_grad();
  const std::vector<LossTerm> terms = objective_.terms(*model_, batch);
  Tensor total = terms.front().value;
  for (std::size_t i = 1; i < terms.size(); ++i) total = total + terms[i].value;
  const auto loss = total.item<double>();
  if (!std::isfinite(loss)) {
    for (const LossTerm& term : terms) {
      const auto value = term.value.item<double>();
      if (!std::isfinite(value)) throw NumericalError(concat("loss term ", term.name, " is ", value, mend));
    }
    throw NumericalError(concat("the loss is ", loss, mend));
  }
  total.backward();
  gradient_norm_ = optimizer_.clip_gradient();
  if (!std::isfinite(gradient_norm_)) {
    const std::string bad = optimizer_.first_bad_gradient();
    throw NumericalError(
        concat("the gradient ", bad.empty() ? "" : "of " + bad + " ", "is not finite though the loss is ", loss, mend));
  }
  return loss;
}

void Trainer::validate(const std::filesystem::path& checkpoints) {
  std::optional<StateGuard> guard;  // the weights that are kept are not those that are trained
  if (average_.enabled() || description_.free_swing) guard.emplace(*model_);
  average_.apply(*model_);
  const double loss = objective_.mean_error(*model_, valid_);
  if (!std::isfinite(loss)) {
    throw NumericalError(concat("step ", status_.step, ": the validation loss is ", loss, mend));
  }
  const bool improved = loss < status_.best_loss;
  const MetricsRow row{.step = status_.step,
                       .epoch = batches_.epoch(),
                       .train_loss = status_.loss_sum / static_cast<double>(status_.loss_count),
                       .valid_loss = loss,
                       .best_valid_loss = std::min(loss, status_.best_loss),
                       .learning_rate = learning_rate_,
                       .gradient_norm = gradient_norm_};
  status_.validations_since_best = improved ? 0 : status_.validations_since_best + 1;
  status_.loss_sum = 0;
  status_.loss_count = 0;
  schedule_.validated(improved);
  const std::int64_t patience = description_.config.training.early_stop;
  status_.stopped_early = patience > 0 && status_.validations_since_best >= patience;
  if (improved) {
    status_.best_loss = loss;
    status_.best_step = status_.step;
    save_best(checkpoints);
  }
  for (const auto& observer : observers_) observer->on_validation(row);
  pass_on_reports();
}

void Trainer::save_best(const std::filesystem::path& checkpoints) {
  Checkpoint checkpoint{.metadata = dlnn::to_json(description_), .tensors = {}};
  checkpoint.metadata["step"] = status_.step;
  checkpoint.metadata["valid_loss"] = status_.best_loss;
  if (description_.free_swing) {
    if (const auto factor = fix_energy_scale(*model_, description_.spec, train_q_))
      checkpoint.metadata["energy_factor"] = *factor;
  }
  save_state(*model_, "model.", checkpoint.tensors);
  save_checkpoint(checkpoints / "best.pt", checkpoint);
}

void Trainer::pass_on_reports() {
  for (const std::string& report : model_->take_reports()) {
    for (const auto& observer : observers_) observer->on_report(status_.step, report);
  }
}

std::string Trainer::place() const {
  return concat("step ", status_.step + 1, " (batch ", batches_.position(), " of ", batches_.batches_per_epoch(),
                " in epoch ", batches_.epoch(), ")");
}

}  // namespace dlnn
