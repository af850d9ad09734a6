#pragma once

#include <string>
#include <vector>

#include "dlnn/config/system_config.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// A chain of n bars in a vertical plane, relative joint angles; q = 0 hangs straight down, positive is
/// counter-clockwise. One bar is the pendulum, two are the acrobot. Closed form in the absolute angles θ_i = q_1 + … +
/// q_i: T = ½ Σ_ij h_ij cos(θ_i − θ_j) θ̇_i θ̇_j + ½ Σ rotor_i q̇_i², V = −Σ G_i cos θ_i.
class PlanarArm final : public System {
 public:
  PlanarArm(std::string name, const std::vector<BarConfig>& bars, double gravity, Friction friction);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] std::string angle_convention() const override;
  [[nodiscard]] Matrix mass_matrix(const Vector& q) const override;
  [[nodiscard]] Vector bias_force(const Vector& q, const Vector& qd) const override;
  [[nodiscard]] Vector gravity_force(const Vector& q) const override;
  [[nodiscard]] double potential(const Vector& q) const override;

 private:
  std::string name_;
  Matrix coupling_;  ///< h_ij, kg m²
  Vector weight_;    ///< G_i, N m
  Vector rotor_;     ///< kg m²
};

}  // namespace dlnn
