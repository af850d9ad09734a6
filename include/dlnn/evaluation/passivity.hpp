#pragma once

#include <cstdint>
#include <optional>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// Power that the model's friction puts into the system, over states far beyond the data.
struct Passivity {
  std::int64_t states = 0;
  double max_power = 0;       ///< W; largest q̇ᵀF_d, at most 0 for a passive model
  double share_positive = 0;  ///< share of the states at which friction drives
  std::optional<double>
      injected;  ///< power injected / power dissipated, summed over the states; absent without any dissipation
};

/// Points of the unit cube [count, dimension] that fill it evenly (Sobol 1967), the first one (the corner) left out.
[[nodiscard]] Tensor sobol_points(std::int64_t count, std::int64_t dimension);

/// States (q, q̇), [count, n] each, over three times the box of the samples: q uniform, |q̇| logarithmic over five
/// decades up to three times the largest speed of the joint, both signs.
struct States {
  Tensor q, qd;
};
[[nodiscard]] States probe_states(const Samples& samples, std::int64_t count);

/// The model's friction at these states. A model with a dissipative force of its own is asked for it; of any other,
/// friction is what is odd in velocity at rest acceleration, F_d = −½(τ̂(q, q̇, 0) − τ̂(q, −q̇, 0)): for a natural
/// Lagrangian with odd dissipation the two agree exactly (physics §4). Undefined for a black box without inverse
/// dynamics.
[[nodiscard]] Tensor friction_force(DynamicsModel& model, const Tensor& q, const Tensor& qd);

/// Powers within `tolerance`·Σ|q̇ᵢF_d,ᵢ| of zero count as zero: round-off of a sum that cancels. The default suits
/// float64; a float32 model is evaluated in float64 first. Absent for a black box without inverse dynamics.
[[nodiscard]] std::optional<Passivity> measure_passivity(DynamicsModel& model, const States& states,
                                                         double tolerance = 1e-12);

/// How much each side of τ̂ = E_L − F_d takes of what belongs to the other (physics §4): a natural Lagrangian is even in
/// velocity, friction odd. Norms over the samples and their reversals (q, −q̇, q̈).
struct Absorption {
  std::optional<double> dissipation_even;  ///< ‖Π_even F_d‖/‖F_d‖; absent for a model without dissipative force
  std::optional<double> conservative_odd;  ///< ‖Π_odd E_L‖/‖E_L‖; absent for a black box, which does not split τ̂
};
[[nodiscard]] Absorption measure_absorption(DynamicsModel& model, const Samples& samples);

}  // namespace dlnn
