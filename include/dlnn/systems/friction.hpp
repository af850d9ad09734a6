#pragma once

#include "dlnn/config/system_config.hpp"
#include "dlnn/core/linalg.hpp"

namespace dlnn {

/// φ(s)/s of one friction law: non-negative, even and finite at rest, so that the force is −coefficient·s.
[[nodiscard]] double friction_coefficient(const FrictionLawConfig& law, double s);

/// Dissipation of a system with n coordinates: F_d = −Pᵀφ(Pq̇) = −D(q̇)q̇ with D = Pᵀ diag(φ(s)/s) P ≥ 0. Immutable.
class Friction {
 public:
  /// No friction.
  explicit Friction(Index dof) : Friction(dof, FrictionConfig{}) {}
  /// Throws ConfigError when the number of laws or the shape of the slip matrix does not fit n.
  Friction(Index dof, const FrictionConfig& config);

  [[nodiscard]] Vector force(const Vector& qd) const;           ///< F_d [n]
  [[nodiscard]] Matrix damping_matrix(const Vector& qd) const;  ///< D [n, n], symmetric, positive semidefinite
  [[nodiscard]] const Matrix& slip_matrix() const noexcept { return slip_matrix_; }  ///< P [k, n]

 private:
  [[nodiscard]] Vector coefficients(const Vector& qd) const;  ///< φ(s)/s for each slip velocity

  Matrix slip_matrix_;
  std::vector<FrictionLawConfig> laws_;
};

}  // namespace dlnn
