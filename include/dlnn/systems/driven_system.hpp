#pragma once

#include <concepts>
#include <utility>

#include "dlnn/integrators/friction_step.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// A system under a torque τ(t, q, q̇), as the integrators want it.
template <class Torque>
requires std::invocable<const Torque&, double, const Vector&, const Vector&>
class DrivenSystem {
 public:
  DrivenSystem(const System& system, Torque torque) : system_(system), torque_(std::move(torque)) {}

  [[nodiscard]] Vector acceleration(double t, const Vector& q, const Vector& qd) const {
    return system_.forward_dynamics(q, qd, torque_(t, q, qd));
  }
  [[nodiscard]] Vector conservative_acceleration(double t, const Vector& q, const Vector& qd) const {
    return solve_mass(system_.mass_matrix(q), torque_(t, q, qd) - system_.bias_force(q, qd));
  }
  [[nodiscard]] Vector friction_step(const Vector& q, const Vector& qd, double h) const {
    const Matrix mass = system_.mass_matrix(q);
    return passive_friction_step(qd, h, [&](const Vector& frozen) {
      return [&mass, damping = system_.friction().damping_matrix(frozen)](const Vector& v, double step) {
        return solve_mass(mass + step * damping, mass * v);
      };
    });
  }

 private:
  const System& system_;
  Torque torque_;
};

}  // namespace dlnn
