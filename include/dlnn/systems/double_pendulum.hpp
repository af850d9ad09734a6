#pragma once

#include <string>

#include "dlnn/config/system_config.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// Two bars in a vertical plane, absolute angles from hanging down, closed form. Joint friction therefore acts on
/// q̇_1 and q̇_2 − q̇_1 (friction.slip: differences), and τ_2 is the torque on bar 2 in the inertial frame.
class DoublePendulum final : public System {
 public:
  DoublePendulum(const BarConfig& upper, const BarConfig& lower, double gravity, Friction friction);

  [[nodiscard]] std::string name() const override { return "double_pendulum"; }
  [[nodiscard]] std::string angle_convention() const override;
  [[nodiscard]] Matrix mass_matrix(const Vector& q) const override;
  [[nodiscard]] Vector bias_force(const Vector& q, const Vector& qd) const override;
  [[nodiscard]] Vector gravity_force(const Vector& q) const override;
  [[nodiscard]] double potential(const Vector& q) const override;

 private:
  double inertia_upper_, inertia_lower_, coupling_, rotor_;  ///< kg m²
  double weight_upper_, weight_lower_;                       ///< N m
};

}  // namespace dlnn
