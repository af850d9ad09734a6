#pragma once

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "dlnn/integrators/friction_step.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// A learned model driven by tabulated torques, as the integrators take it. State tensors are float64 on the CPU
/// whatever the model's dtype. Rows that diverge (values that are not finite or beyond any mechanical motion) are
/// frozen from then on: their acceleration is zero, so that neither the other rows nor an adaptive step size notice.
class LearnedSystem {
 public:
  /// torque: [K + 1, B, n] at times 0, dt, … K·dt, linear in between and constant after.
  LearnedSystem(DynamicsModel& model, Tensor torque, double dt)
      : model_(model), torque_(std::move(torque)), dt_(dt), alive_(torch::ones({torque_.size(1)}, torch::kFloat64)) {}

  Tensor acceleration(double t, const Tensor& q, const Tensor& qd) {
    return guarded(q, qd,
                   [&](const Tensor& x, const Tensor& v) { return model_.forward_dynamics(x, v, torque_at(t)); });
  }

  /// [B], 1 for rows that have not diverged, 0 for the others.
  [[nodiscard]] const Tensor& alive() const { return alive_; }

 protected:
  /// The torque in the model's dtype and on its device.
  Tensor torque_at(double t) const {
    const double position = std::clamp(t / dt_, 0.0, static_cast<double>(torque_.size(0) - 1));
    const auto before = static_cast<std::int64_t>(position);
    const auto after = std::min(before + 1, torque_.size(0) - 1);
    return to_model(torch::lerp(torque_[before], torque_[after], position - static_cast<double>(before)));
  }

  Tensor to_model(const Tensor& values) const { return values.to(model_.tensor_options()); }

  template <class Function>
  Tensor guarded(const Tensor& q, const Tensor& qd, Function&& function) {
    constexpr double beyond = 1e9;
    const auto sane = [](const Tensor& x) { return (x.abs() < beyond).all(1); };  // false for NaN
    alive_ = alive_ * (sane(q) & sane(qd)).to(torch::kFloat64);
    const auto safe = [&](const Tensor& x) { return torch::where(alive_.unsqueeze(1) > 0, x, torch::zeros_like(x)); };
    const Tensor result = function(to_model(safe(q)), to_model(safe(qd))).to(torch::kCPU, torch::kFloat64);
    alive_ = alive_ * sane(result).to(torch::kFloat64);
    return safe(result);
  }

  DynamicsModel& model_;

 private:
  Tensor torque_;
  double dt_;
  Tensor alive_;
};

/// A structured model, whose friction can be integrated on its own.
class StructuredLearnedSystem : public LearnedSystem {
 public:
  StructuredLearnedSystem(StructuredLagrangianModel& model, Tensor torque, double dt)
      : LearnedSystem(model, std::move(torque), dt), structured_(model) {}

  Tensor conservative_acceleration(double t, const Tensor& q, const Tensor& qd) {
    return guarded(q, qd, [&](const Tensor& x, const Tensor& v) {
      return structured_.forward_dynamics(x, v, torque_at(t) - structured_.dissipative_force(x, v));
    });
  }

  /// q̇ after friction alone has acted for h at fixed q: never more kinetic energy than before.
  Tensor friction_step(const Tensor& q, const Tensor& qd, double h) {
    return qd + guarded(q, qd, [&](const Tensor& x, const Tensor& v) {
             const Tensor mass = structured_.mass_matrix(x, v);
             const auto damping = [&](const Tensor& speed) {
               return [&, d = structured_.damping_matrix(x, speed)](const Tensor& of, double step) {
                 const Tensor factor = std::get<0>(torch::linalg_cholesky_ex(mass + step * d));
                 return torch::cholesky_solve(torch::matmul(mass, of.unsqueeze(-1)), factor).squeeze(-1);
               };
             };
             return passive_friction_step(v, h, damping) - v;
           });
  }

 private:
  StructuredLagrangianModel& structured_;
};

}  // namespace dlnn
