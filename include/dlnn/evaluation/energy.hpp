#pragma once

#include <optional>
#include <vector>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/evaluation/rollout.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// The energy of one motion as a Lagrangian model sees it.
struct EnergyCourse {
  Vector energy;       ///< [T] J, H = q̇ᵀ∂L/∂q̇ − L
  Vector power_input;  ///< [T] W, q̇ᵀτ
  Vector power_loss;   ///< [T] W, q̇ᵀF_d (≤ 0 for a passive model)
};
[[nodiscard]] EnergyCourse energy_course(LagrangianModel& model, const Trajectory& motion);

/// Σ|ΔH − ∫q̇ᵀ(τ + F_d)dt| / Σ∫(|q̇ᵀτ| + |q̇ᵀF_d|)dt over measured motions, integrals by the trapezoidal rule. Absent when
/// no power flows.
[[nodiscard]] std::optional<double> energy_balance(LagrangianModel& model,
                                                   const std::vector<const Trajectory*>& motions);

/// Median over simulated windows of mean_t |H − H_ref| / range, with H along the simulated and H_ref along the measured
/// motion, both the model's. A diverged window counts as infinite; absent when the median is.
[[nodiscard]] std::optional<double> energy_error(LagrangianModel& model, const Rollouts& rollouts, double range);

/// V_max − V_min over the samples, V(q) = H(q, 0).
[[nodiscard]] double potential_range(LagrangianModel& model, const Samples& samples);

}  // namespace dlnn
