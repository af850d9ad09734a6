#include "dlnn/systems/double_pendulum.hpp"

#include <cmath>
#include <utility>

namespace dlnn {

DoublePendulum::DoublePendulum(const BarConfig& upper, const BarConfig& lower, double gravity, Friction friction)
    : System(std::move(friction)),
      inertia_upper_(upper.inertia + upper.mass * upper.center * upper.center +
                     lower.mass * upper.length * upper.length + upper.rotor_inertia + lower.rotor_inertia),
      inertia_lower_(lower.inertia + lower.mass * lower.center * lower.center + lower.rotor_inertia),
      coupling_(lower.mass * upper.length * lower.center),
      rotor_(lower.rotor_inertia),
      weight_upper_((upper.mass * upper.center + lower.mass * upper.length) * gravity),
      weight_lower_(lower.mass * lower.center * gravity) {}

std::string DoublePendulum::angle_convention() const {
  return "absolute angles of both bars from hanging down, rad; positive counter-clockwise";
}

Matrix DoublePendulum::mass_matrix(const Vector& q) const {
  const double mixed = coupling_ * std::cos(q[0] - q[1]) - rotor_;
  Matrix mass(2, 2);
  mass << inertia_upper_, mixed, mixed, inertia_lower_;
  return mass;
}

Vector DoublePendulum::bias_force(const Vector& q, const Vector& qd) const {
  const double swirl = coupling_ * std::sin(q[0] - q[1]);
  Vector force = gravity_force(q);
  force[0] += swirl * qd[1] * qd[1];
  force[1] -= swirl * qd[0] * qd[0];
  return force;
}

Vector DoublePendulum::gravity_force(const Vector& q) const {
  Vector force(2);
  force << weight_upper_ * std::sin(q[0]), weight_lower_ * std::sin(q[1]);
  return force;
}

double DoublePendulum::potential(const Vector& q) const {
  return -weight_upper_ * std::cos(q[0]) - weight_lower_ * std::cos(q[1]);
}

}  // namespace dlnn
