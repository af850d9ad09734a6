#pragma once

#include <functional>

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/core/linalg.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/integrators/phase_state.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// One trajectory to be simulated: where it starts and the torque τ(t, q, q̇) that drives it.
struct Drive {
  PhaseState<Vector> start;
  std::function<Vector(double, const Vector&, const Vector&)> torque;
};

/// Draws the start and the actuation of one trajectory. The drive refers to `system`, which must outlive it. Throws
/// ConfigError when a list fits neither one joint nor all of them.
[[nodiscard]] Drive draw_drive(const System& system, const InitialConfig& initial, const ActuationConfig& actuation,
                               Random& random);

/// The numbers a joint that a configuration gives: `fallback` for none, one for all, or one each. Throws ConfigError
/// naming `key`.
[[nodiscard]] Vector per_joint(const std::vector<double>& values, Index dof, double fallback, const char* key);

}  // namespace dlnn
