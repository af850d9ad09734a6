#include "dlnn/evaluation/passivity.hpp"

#include <torch/torch.h>

#include <cmath>
#include <tuple>

#include "dlnn/evaluation/batched_model.hpp"

namespace dlnn {
namespace {

constexpr double box_factor = 3;
constexpr double speed_decades = 5;

/// Friction that the model states itself; a black box and a generic Lagrangian state none.
StructuredLagrangianModel* states_friction(DynamicsModel& model) {
  return dynamic_cast<StructuredLagrangianModel*>(&model);
}

double relative_norm(const Tensor& part, const Tensor& whole) {
  const double size = whole.norm().item<double>();
  return size > 0 ? part.norm().item<double>() / size : 0;
}

}  // namespace

Tensor sobol_points(std::int64_t count, std::int64_t dimension) {
  // The generator behind torch.quasirandom.SobolEngine (unscrambled), whose C++ side is public as operators only.
  constexpr std::int64_t bits = 30;
  Tensor state = torch::zeros({dimension, bits}, torch::kInt64);
  torch::_sobol_engine_initialize_state_(state, dimension);
  const Tensor quasi = torch::zeros({dimension}, torch::kInt64);
  return std::get<0>(torch::_sobol_engine_draw(quasi, count, state, dimension, 0, torch::kFloat64));
}

States probe_states(const Samples& samples, std::int64_t count) {
  const std::int64_t n = samples.q.cols();
  const Tensor points = sobol_points(count, 2 * n);
  const Tensor q = to_tensor(samples.q);
  const Tensor low = std::get<0>(q.min(0)), high = std::get<0>(q.max(0));
  const Tensor fastest = to_tensor(samples.qd).abs().amax(0) * box_factor;
  const Tensor signed_point =
      2 * points.narrow(1, n, n) - 1;  // its sign is that of the speed, its size the logarithm's
  const Tensor speed = fastest * torch::pow(10.0, speed_decades * (signed_point.abs() - 1));
  return {(low + high) / 2 + box_factor * (high - low) * (points.narrow(1, 0, n) - 0.5),
          torch::where(signed_point < 0, -speed, speed)};
}

Tensor friction_force(DynamicsModel& model, const Tensor& q, const Tensor& qd) {
  if (auto* structured = states_friction(model))
    return apply_in_batches(model, {q, qd}, [&](const auto& x) { return structured->dissipative_force(x[0], x[1]); });
  if (!model.provides_inverse()) return {};
  return apply_in_batches(model, {q, qd}, [&](const auto& x) {
    const Tensor rest = torch::zeros_like(x[0]);
    return -0.5 * (model.inverse_dynamics(x[0], x[1], rest) - model.inverse_dynamics(x[0], -x[1], rest));
  });
}

std::optional<Passivity> measure_passivity(DynamicsModel& model, const States& states, double tolerance) {
  const Tensor force = friction_force(model, states.q, states.qd);
  if (!force.defined() || !force.isfinite().all().item<bool>()) return std::nullopt;
  const Tensor terms = states.qd * force;
  const Tensor round_off = tolerance * terms.abs().sum(1);
  Tensor power = terms.sum(1);
  power = torch::where(power.abs() <= round_off, torch::zeros_like(power), power);
  Passivity result;
  result.states = power.size(0);
  result.max_power = power.max().item<double>();
  result.share_positive = (power > 0).to(torch::kFloat64).mean().item<double>();
  const double dissipated = -power.clamp_max(0).sum().item<double>();
  if (dissipated > 0) result.injected = power.clamp_min(0).sum().item<double>() / dissipated;
  return result;
}

Absorption measure_absorption(DynamicsModel& model, const Samples& samples) {
  Absorption result;
  auto* lagrangian = dynamic_cast<LagrangianModel*>(&model);
  if (lagrangian == nullptr) return result;
  const Tensor q = to_tensor(samples.q), qd = to_tensor(samples.qd), qdd = to_tensor(samples.qdd);
  const auto euler_lagrange = [&](const Tensor& speed) {
    return apply_in_batches(model, {q, speed, qdd},
                            [&](const auto& x) { return lagrangian->euler_lagrange(x[0], x[1], x[2]); });
  };
  const auto friction = [&](const Tensor& speed) {
    return apply_in_batches(model, {q, speed},
                            [&](const auto& x) { return lagrangian->dissipative_force(x[0], x[1]); });
  };
  const Tensor forth = euler_lagrange(qd), back = euler_lagrange(-qd);
  result.conservative_odd = relative_norm((forth - back) / 2, torch::cat({forth, back}) / std::sqrt(2.0));
  const Tensor slowing = friction(qd), slowing_back = friction(-qd);
  if (slowing.abs().max().item<double>() > 0)
    result.dissipation_even =
        relative_norm((slowing + slowing_back) / 2, torch::cat({slowing, slowing_back}) / std::sqrt(2.0));
  return result;
}

}  // namespace dlnn
