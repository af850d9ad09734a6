#include "dlnn/evaluation/evaluation.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/core/progress.hpp"
#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/energy.hpp"
#include "dlnn/evaluation/lyapunov.hpp"

namespace dlnn {
namespace {

/// The work on one model; each function fills its part of the result.
class Evaluator {
 public:
  Evaluator(DynamicsModel& model, const ModelSpec& spec, const TrajectoryDataset& dataset, Split split,
            const EvaluationOptions& options, Predictions& predictions)
      : model_(model),
        spec_(spec),
        dataset_(dataset),
        options_(options),
        predictions_(predictions),
        samples_(gather(dataset, split)),
        motions_(dataset.of_split(split)),
        dt_(sampling_time(motions_)) {
    result_.model = model.type();
    result_.data = dataset.file.string();
    result_.split = to_string(split);
    result_.parameters = model.parameter_count();
    result_.samples = samples_.q.rows();
  }

  Evaluation run() {
    if (options_.measure_cost) result_.cost = measure_cost(model_, samples_);
    model_.to(torch::kFloat64);
    model_.take_reports();  // those of the timing runs
    predict();
    result_.components = component_errors(model_, dataset_.info, samples_);
    take_reports("at measured states");
    roll_out();
    take_reports("in roll-outs");
    if (auto* lagrangian = dynamic_cast<LagrangianModel*>(&model_))
      result_.energy_balance = energy_balance(*lagrangian, motions_);
    result_.absorption = measure_absorption(model_, samples_);
    result_.passivity = measure_passivity(model_, probe_states(samples_, options_.probe_states));
    take_reports("in the passivity check, far outside the data");
    return result_;
  }

 private:
  void predict() {
    const Tensor q = to_tensor(samples_.q), qd = to_tensor(samples_.qd);
    if (model_.provides_inverse() && !dataset_.info.free_swing)
      result_.torque = errors("torque", samples_.tau, predictions_.tau, {q, qd, to_tensor(samples_.qdd)},
                              [&](const auto& x) { return model_.inverse_dynamics(x[0], x[1], x[2]); });
    if (model_.provides_forward())
      result_.acceleration = errors("acceleration", samples_.qdd, predictions_.qdd, {q, qd, to_tensor(samples_.tau)},
                                    [&](const auto& x) { return model_.forward_dynamics(x[0], x[1], x[2]); });
  }

  std::optional<PredictionErrors> errors(const char* what, const Matrix& truth, Matrix& prediction,
                                         const std::vector<Tensor>& inputs, const ModelFunction& function) {
    try {
      prediction = to_matrix(apply_in_batches(model_, inputs, function));
    } catch (const NumericalError& error) {
      result_.notes.push_back(concat("no ", what, " errors: ", error.what()));
      return std::nullopt;
    }
    const auto bad = (prediction.array().isFinite().rowwise().all() == false).count();
    if (bad > 0) {
      result_.notes.push_back(
          concat("no ", what, " errors: the prediction is not finite at ", bad, " of ", truth.rows(), " samples"));
      prediction.resize(0, 0);
      return std::nullopt;
    }
    const auto block = std::max<Index>(1, std::llround(1.0 / dt_));
    return PredictionErrors{measure_errors(truth, prediction), nmse_interval(truth, prediction, block, options_.seed)};
  }

  void roll_out() {
    if (!model_.provides_forward()) return;
    predictions_.rollouts = measured_windows(motions_, dt_, options_.rollout);
    if (predictions_.rollouts.windows.empty()) return;
    std::optional<Progress> progress;
    const auto on_step = [&](std::int64_t done, std::int64_t total) {
      if (!progress) progress.emplace("roll-out steps", total, !options_.quiet);
      progress->update(done);
    };
    try {
      simulate(model_, predictions_.rollouts, options_.rollout, on_step);
    } catch (const NumericalError& error) {
      result_.notes.push_back(concat("no roll-outs: ", error.what()));
      predictions_.rollouts.windows.clear();
      return;
    }
    result_.rollout = summarise_rollouts(predictions_.rollouts,
                                         ConfigurationDistance(spec_.joint_types, spec_.scales.q_std), options_.seed);
    add_energy_error();
    result_.rollout->lyapunov_exponent = lyapunov_exponent(model_, predictions_.rollouts, spec_.scales);
  }

  void add_energy_error() {
    auto* lagrangian = dynamic_cast<LagrangianModel*>(&model_);
    if (lagrangian == nullptr) return;
    const double range = potential_range(*lagrangian, samples_);
    if (range > 0) result_.rollout->energy_error = energy_error(*lagrangian, predictions_.rollouts, range);
  }

  void take_reports(const char* where) {
    for (const auto& report : model_.take_reports()) result_.notes.push_back(concat(where, ": ", report));
  }

  DynamicsModel& model_;
  const ModelSpec& spec_;
  const TrajectoryDataset& dataset_;
  const EvaluationOptions& options_;
  Predictions& predictions_;
  Samples samples_;
  std::vector<const Trajectory*> motions_;
  double dt_;
  Evaluation result_;
};

}  // namespace

Evaluation evaluate_model(DynamicsModel& model, const ModelSpec& spec, const TrajectoryDataset& dataset, Split split,
                          const EvaluationOptions& options, Predictions& predictions) {
  return Evaluator(model, spec, dataset, split, options, predictions).run();
}

}  // namespace dlnn
