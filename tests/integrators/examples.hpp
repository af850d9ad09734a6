#pragma once
// Systems with two coupled coordinates that the tests of the integrators share. No gravity of a real machine: only what
// the identities need.

#include <Eigen/Cholesky>
#include <cmath>

#include "dlnn/core/linalg.hpp"
#include "dlnn/integrators/friction_step.hpp"
#include "dlnn/integrators/phase_state.hpp"

namespace dlnn::test {

using State = PhaseState<Vector>;

inline Vector vector2(double a, double b) {
  Vector v(2);
  v << a, b;
  return v;
}

/// Where the motions of the tests begin.
inline const State start{vector2(0.8, -0.5), vector2(-0.3, 1.1)};

/// M q̈ = −K sin q − D(q, q̇) q̇ + F cos t with a coupled constant M; D is viscous, quadratic and tanh-Coulomb, strengths
/// given.
struct CoupledOscillators {
  double viscous = 0, quadratic = 0, coulomb = 0, smoothing = 1e-2, drive = 0;
  Matrix mass = (Matrix(2, 2) << 2.0, 0.5, 0.5, 1.0).finished();

  [[nodiscard]] Matrix damping(const Vector& q, const Vector& qd) const {
    const double coupling = 0.3 * std::cos(q[0]);
    Matrix d(2, 2);
    d << 1.0, coupling, coupling, 0.7;
    d *= viscous + quadratic * qd.norm();
    for (Index i = 0; i < 2; ++i) {
      const double z = qd[i] / smoothing;
      d(i, i) += coulomb / smoothing * (std::abs(z) < 1e-6 ? 1.0 : std::tanh(z) / z);
    }
    return d;
  }
  [[nodiscard]] Vector conservative_force(double t, const Vector& q) const {
    return vector2(drive * std::cos(t), 0.0) - vector2(3.0 * std::sin(q[0]), 2.0 * std::sin(q[1]));
  }
  [[nodiscard]] double kinetic(const Vector& qd) const { return 0.5 * qd.dot(mass * qd); }
  [[nodiscard]] double energy(const State& s) const {
    return kinetic(s.qd) - 3.0 * std::cos(s.q[0]) - 2.0 * std::cos(s.q[1]);
  }

  Vector conservative_acceleration(double t, const Vector& q, const Vector&) const {
    return mass.llt().solve(conservative_force(t, q));
  }
  Vector acceleration(double t, const Vector& q, const Vector& qd) const {
    return mass.llt().solve(conservative_force(t, q) - damping(q, qd) * qd);
  }
  Vector friction_step(const Vector& q, const Vector& qd, double h) const {
    return passive_friction_step(qd, h, [&](const Vector& w) {
      return [this, d = damping(q, w)](const Vector& v, double step) -> Vector {
        return (mass + step * d).llt().solve(mass * v);
      };
    });
  }
};

}  // namespace dlnn::test
