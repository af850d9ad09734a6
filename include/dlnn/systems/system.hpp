#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/data/trajectory.hpp"
#include "dlnn/systems/friction.hpp"

namespace dlnn {

/// An analytic mechanical system with known mass matrix, potential and dissipation: it simulates data and is the oracle
/// of the tests. Equation of motion: M(q)q̈ + c(q, q̇) + g(q) = τ + F_d(q, q̇). All vectors are [n]; rad, m, N m, N, kg,
/// s.
class System {
 public:
  virtual ~System() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string angle_convention() const = 0;
  [[nodiscard]] virtual std::vector<JointType> joint_types() const;     ///< all revolute unless a system says otherwise
  [[nodiscard]] virtual Matrix mass_matrix(const Vector& q) const = 0;  ///< M [n, n]
  [[nodiscard]] virtual Vector bias_force(const Vector& q, const Vector& qd) const = 0;  ///< c + g
  [[nodiscard]] virtual Vector gravity_force(const Vector& q) const = 0;                 ///< g = ∂V/∂q
  [[nodiscard]] virtual double potential(const Vector& q) const = 0;                     ///< V, J

  [[nodiscard]] Index dof() const noexcept { return friction_.slip_matrix().cols(); }
  [[nodiscard]] const Friction& friction() const noexcept { return friction_; }
  [[nodiscard]] Vector dissipative_force(const Vector& q, const Vector& qd) const;  ///< F_d, q̇ᵀF_d ≤ 0
  [[nodiscard]] double kinetic(const Vector& q, const Vector& qd) const;            ///< T, J
  [[nodiscard]] double energy(const Vector& q, const Vector& qd) const;             ///< T + V, J
  /// τ = M q̈ + c + g − F_d.
  [[nodiscard]] Vector inverse_dynamics(const Vector& q, const Vector& qd, const Vector& qdd) const;
  /// q̈ = M⁻¹(τ + F_d − c − g). Throws NumericalError when M is singular.
  [[nodiscard]] Vector forward_dynamics(const Vector& q, const Vector& qd, const Vector& tau) const;

 protected:
  explicit System(Friction friction) : friction_(std::move(friction)) {}

 private:
  Friction friction_;
};

/// mass⁻¹·force by Cholesky. Throws NumericalError when the matrix is not positive definite.
[[nodiscard]] Vector solve_mass(const Matrix& mass, const Vector& force);

}  // namespace dlnn
