#include "dlnn/systems/system.hpp"

#include <Eigen/Cholesky>

#include "dlnn/core/error.hpp"

namespace dlnn {

std::vector<JointType> System::joint_types() const {
  return std::vector<JointType>(static_cast<std::size_t>(dof()), JointType::revolute);
}

Vector System::dissipative_force(const Vector& /*q*/, const Vector& qd) const {
  return friction_.force(qd);
}

double System::kinetic(const Vector& q, const Vector& qd) const {
  return 0.5 * qd.dot(mass_matrix(q) * qd);
}

double System::energy(const Vector& q, const Vector& qd) const {
  return kinetic(q, qd) + potential(q);
}

Vector System::inverse_dynamics(const Vector& q, const Vector& qd, const Vector& qdd) const {
  return mass_matrix(q) * qdd + bias_force(q, qd) - friction_.force(qd);
}

Vector System::forward_dynamics(const Vector& q, const Vector& qd, const Vector& tau) const {
  return solve_mass(mass_matrix(q), tau + friction_.force(qd) - bias_force(q, qd));
}

Vector solve_mass(const Matrix& mass, const Vector& force) {
  const Eigen::LLT<Matrix> cholesky(mass);
  if (cholesky.info() != Eigen::Success) {
    throw NumericalError("the mass matrix is not positive definite; give every bar or link an inertia");
  }
  return cholesky.solve(force);
}

}  // namespace dlnn
