#pragma once

#include <vector>

#include "dlnn/models/model_spec.hpp"

namespace dlnn {

/// Internal units of a model, from the statistics of the training split (physics §6). They keep the structure: one
/// energy scale, and joint scales that enter the mass matrix as a congruence, so that predictions do not depend on the
/// units of the data.
struct Units {
  std::vector<double> force;         ///< τ_i, N m or N: RMS torque; for free swing, where the scale is a gauge, 1
  std::vector<double> speed;         ///< v_i, per s: RMS speed
  std::vector<double> inertia_root;  ///< s_i = √(τ_i / RMS acceleration): M = ΣM̂Σ with Σ = diag(s)
  double energy = 1;  ///< E₀, J: mean of τ_i times 1 rad (revolute) or the standard deviation of q_i (prismatic)
};
[[nodiscard]] Units internal_units(const ModelSpec& spec);

}  // namespace dlnn
