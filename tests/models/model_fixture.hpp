#pragma once
// Random models and states for the tests of the models' identities.

#include <torch/torch.h>

#include <cmath>
#include <string>

#include "dlnn/core/random.hpp"
#include "dlnn/models/model_spec.hpp"
#include "dlnn/models/structured_model.hpp"

namespace dlnn::testing {

inline Tensor random_tensor(Random& random, const std::vector<std::int64_t>& shape, double scale = 1) {
  Tensor result = torch::empty(shape, torch::kFloat64);
  auto* values = result.data_ptr<double>();
  for (std::int64_t i = 0; i < result.numel(); ++i) values[i] = scale * random.normal();
  return result;
}

/// n joints with uneven scales; the last one prismatic when `mixed`.
inline ModelSpec random_spec(const std::string& type, std::int64_t n, bool mixed = false) {
  ModelSpec spec;
  spec.config.type = type;
  spec.config.network = {.hidden = 12, .depth = 2, .activation = "softplus"};
  spec.loss = "both";
  for (std::int64_t i = 0; i < n; ++i) {
    const double k = 1.0 + 0.5 * static_cast<double>(i);
    spec.joint_types.push_back(mixed && i == n - 1 ? JointType::prismatic : JointType::revolute);
    spec.scales.q_mean.push_back(0.3 * k);
    spec.scales.q_std.push_back(0.7 * k);
    spec.scales.qd_rms.push_back(1.3 * k);
    spec.scales.qdd_rms.push_back(2.1 * k);
    spec.scales.tau_rms.push_back(3.0 / k);
    spec.scales.qdd_std.push_back(2.0 * k);
    spec.scales.tau_std.push_back(2.5 / k);
  }
  return spec;
}

/// A model with all weights moved away from their initial values, which hide mistakes (zero biases, small heads).
inline std::shared_ptr<DynamicsModel> random_model(const ModelSpec& spec, std::uint64_t seed = 1, double scale = 0.3) {
  auto model = make_model(spec, torch::kFloat64, seed);
  const torch::NoGradGuard no_grad;
  Random random(seed + 100);
  for (const Tensor& parameter : model->parameters())
    parameter.add_(random_tensor(random, parameter.sizes().vec(), scale));
  return model;
}

struct States {
  Tensor q, qd, qdd, tau;
};

inline States random_states(std::int64_t batch, std::int64_t n, std::uint64_t seed = 2) {
  Random random(seed);
  return {random_tensor(random, {batch, n}, 1.5), random_tensor(random, {batch, n}, 2),
          random_tensor(random, {batch, n}, 3), random_tensor(random, {batch, n}, 3)};
}

/// Largest |a − b| relative to the largest |b|.
inline double relative_error(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max().clamp_min(1e-30)).item<double>();
}

/// E_L of a LagrangianModel by automatic differentiation of its Lagrangian, twice; keeps the graph.
inline Tensor autograd_euler_lagrange(LagrangianModel& model, const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  const Tensor lagrangian = model.lagrangian(q, qd).sum();
  const auto first = torch::autograd::grad({lagrangian}, {q, qd}, {}, true, true);
  const Tensor z = torch::zeros_like(qd).requires_grad_();
  const auto back = torch::autograd::grad({first[1]}, {q, qd}, {z}, true, true);
  const auto rate = torch::autograd::grad({(back[0] * qd).sum() + (back[1] * qdd).sum()}, {z}, {}, true, true);
  return rate[0] - first[0];
}

}  // namespace dlnn::testing
