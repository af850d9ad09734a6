#pragma once

#include <string>
#include <vector>

#include "dlnn/config/system_config.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// A cart on a horizontal rail (q_1, m, prismatic) that carries a pole (q_2, rad from hanging down).
class CartPole final : public System {
 public:
  CartPole(double cart_mass, const BarConfig& pole, double gravity, Friction friction);

  [[nodiscard]] std::string name() const override { return "cart_pole"; }
  [[nodiscard]] std::string angle_convention() const override;
  [[nodiscard]] std::vector<JointType> joint_types() const override;
  [[nodiscard]] Matrix mass_matrix(const Vector& q) const override;
  [[nodiscard]] Vector bias_force(const Vector& q, const Vector& qd) const override;
  [[nodiscard]] Vector gravity_force(const Vector& q) const override;
  [[nodiscard]] double potential(const Vector& q) const override;

 private:
  double mass_, inertia_, moment_, gravity_;  ///< kg (both), kg m² (pole about its joint), kg m (pole), m/s²
};

}  // namespace dlnn
