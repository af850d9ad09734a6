#include "dlnn/systems/cart_pole.hpp"

#include <cmath>
#include <utility>

namespace dlnn {

CartPole::CartPole(double cart_mass, const BarConfig& pole, double gravity, Friction friction)
    : System(std::move(friction)),
      mass_(cart_mass + pole.mass),
      inertia_(pole.inertia + pole.mass * pole.center * pole.center + pole.rotor_inertia),
      moment_(pole.mass * pole.center),
      gravity_(gravity) {}

std::string CartPole::angle_convention() const {
  return "q1: cart position, m; q2: angle of the pole from hanging down, rad, positive moves its tip towards +q1";
}

std::vector<JointType> CartPole::joint_types() const {
  return {JointType::prismatic, JointType::revolute};
}

Matrix CartPole::mass_matrix(const Vector& q) const {
  const double mixed = moment_ * std::cos(q[1]);
  Matrix mass(2, 2);
  mass << mass_, mixed, mixed, inertia_;
  return mass;
}

Vector CartPole::bias_force(const Vector& q, const Vector& qd) const {
  Vector force = gravity_force(q);
  force[0] -= moment_ * std::sin(q[1]) * qd[1] * qd[1];
  return force;
}

Vector CartPole::gravity_force(const Vector& q) const {
  Vector force(2);
  force << 0, moment_ * gravity_ * std::sin(q[1]);
  return force;
}

double CartPole::potential(const Vector& q) const {
  return -moment_ * gravity_ * std::cos(q[1]);
}

}  // namespace dlnn
