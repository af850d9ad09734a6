#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// An analytic mechanical system with known mass matrix, potential and dissipation: it simulates data and is the oracle of the tests.
/// Equation of motion: M(q)q̈ + c(q, q̇) + g(q) = τ + F_d(q, q̇).
class System {
 public:
  virtual ~System() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual Index dof() const = 0;
  [[nodiscard]] virtual std::vector<JointType> joint_types() const = 0;
  [[nodiscard]] virtual std::string angle_convention() const = 0;
  [[nodiscard]] virtual Matrix mass_matrix(const Vector& q) const = 0;                    ///< [n, n]
  [[nodiscard]] virtual Vector bias_force(const Vector& q, const Vector& qd) const = 0;   ///< c + g
  [[nodiscard]] virtual Vector gravity_force(const Vector& q) const = 0;                  ///< g = ∂V/∂q
  [[nodiscard]] virtual double potential(const Vector& q) const = 0;                      ///< V, J
  [[nodiscard]] virtual Vector dissipative_force(const Vector& q, const Vector& qd) const = 0;  ///< F_d, q̇ᵀF_d ≤ 0

  [[nodiscard]] double energy(const Vector& q, const Vector& qd) const;  ///< T + V, J
  [[nodiscard]] Vector inverse_dynamics(const Vector& q, const Vector& qd, const Vector& qdd) const;
  [[nodiscard]] Vector forward_dynamics(const Vector& q, const Vector& qd, const Vector& tau) const;
};

}  // namespace dlnn
