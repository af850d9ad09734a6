#include "dlnn/training/objective.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <map>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr double constant_signal = 1e-9;  // σ below this share of the largest one: the signal does not vary
constexpr std::int64_t chunk = 4096;  // samples of a validation step, so that its memory does not grow with the split

/// w_i / σ_i², the σ of a constant signal replaced by the mean of the others.
Tensor error_weights(const std::vector<double>& joint_weights, const std::vector<double>& sigma,
                     const torch::TensorOptions& options) {
  const double limit = constant_signal * *std::max_element(sigma.begin(), sigma.end());
  double sum = 0;
  int varying = 0;
  for (const double value : sigma) {
    if (value <= limit) continue;
    sum += value;
    ++varying;
  }
  const double substitute = varying > 0 ? sum / varying : 1.0;
  std::vector<double> weights(sigma.size());
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    const double scale = sigma[i] > limit ? sigma[i] : substitute;
    weights[i] = (joint_weights.empty() ? 1.0 : joint_weights[i]) / (scale * scale);
  }
  return torch::tensor(weights, torch::kFloat64).to(options);
}

Tensor mean_square(const Tensor& difference, const Tensor& weights) {
  return torch::mv(difference.square(), weights).mean();
}

}  // namespace

Tensor Objective::inverse(DynamicsModel& model, const Batch& batch, const Objective& objective) {
  return mean_square(model.inverse_dynamics(batch.q, batch.qd, batch.qdd) - batch.tau, objective.tau_weights_);
}

Tensor Objective::forward(DynamicsModel& model, const Batch& batch, const Objective& objective) {
  return mean_square(model.forward_dynamics(batch.q, batch.qd, batch.tau) - batch.qdd, objective.qdd_weights_);
}

std::vector<Objective::Summand> Objective::summands(const LossConfig& config) {
  const Summand inverse{"inverse", &Objective::inverse, 1.0};
  const Summand forward{"forward", &Objective::forward, 1.0};
  const std::map<std::string, std::vector<Summand>> registry{
      {"inverse", {inverse}},
      {"forward", {forward}},
      {"both", {inverse, {forward.name, forward.function, config.forward_weight}}},
  };
  const auto entry = registry.find(config.type);
  if (entry == registry.end())
    throw ConfigError(concat("loss.type: ", config.type, " is none of inverse, forward, both"));
  return entry->second;
}

Objective::Objective(const LossConfig& config, const Scales& scales, bool free_swing,
                     const torch::TensorOptions& options)
    : summands_(summands(config)) {
  const std::size_t dof = scales.tau_std.size();
  if (!config.joint_weights.empty() && config.joint_weights.size() != dof) {
    throw ConfigError(
        concat("loss.joint_weights has ", config.joint_weights.size(), " values, the data has ", dof, " joints"));
  }
  const auto is_zero = [](double weight) { return weight == 0; };
  if (!config.joint_weights.empty() && std::ranges::all_of(config.joint_weights, is_zero))
    throw ConfigError("loss.joint_weights are all 0: nothing would be learned; give one a joint, at least one above 0");
  if (free_swing && config.type != "forward") {
    throw ConfigError(concat("loss.type: ", config.type,
                             " cannot learn from free swing: without torque a model with no mass, potential and ",
                             "friction is a perfect answer; set loss.type: forward"));
  }
  tau_weights_ = error_weights(config.joint_weights, scales.tau_std, options);
  qdd_weights_ = error_weights(config.joint_weights, scales.qdd_std, options);
}

std::vector<LossTerm> Objective::errors(DynamicsModel& model, const Batch& batch) const {
  std::vector<LossTerm> terms;
  for (const Summand& summand : summands_) {
    Tensor value = summand.function(model, batch, *this);
    terms.push_back({summand.name, summand.weight == 1.0 ? std::move(value) : value * summand.weight});
  }
  return terms;
}

std::vector<LossTerm> Objective::terms(DynamicsModel& model, const Batch& batch) const {
  std::vector<LossTerm> terms = errors(model, batch);
  if (Tensor penalty = model.penalty(batch.q, batch.qd); penalty.defined())
    terms.push_back({"penalty", std::move(penalty)});
  return terms;
}

double Objective::mean_error(DynamicsModel& model, const Tensor& stacked) const {
  const torch::NoGradGuard no_grad;
  const std::int64_t count = stacked.size(1);
  double sum = 0;
  for (std::int64_t begin = 0; begin < count; begin += chunk) {
    const std::int64_t length = std::min(chunk, count - begin);
    for (const LossTerm& term : errors(model, slice(stacked, begin, length))) {
      sum += term.value.item<double>() * static_cast<double>(length);
    }
  }
  return sum / static_cast<double>(count);
}

}  // namespace dlnn
