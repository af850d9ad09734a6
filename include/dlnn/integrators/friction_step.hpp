#pragma once

#include <utility>

namespace dlnn {

/// Advances M q̇' = −D(q, q̇) q̇ at fixed q by h: second order, and for any h, M > 0 and D ≥ 0 the kinetic energy does not
/// increase.
///
/// `damping(w)` freezes D at the velocity w and returns the resolvent, a callable (v, h) → (M + hD(q, w))⁻¹ M v (one
/// Cholesky solve).
///
/// With D frozen at the start the resolvent itself would be the step, but of order 1 only. So D is frozen at an
/// estimate of the velocity in the middle, and implicit Euler is extrapolated once: v⁺ = 2 (J_{h/2})² v − J_h v. In the
/// eigenvectors of M⁻¹D, with x = hλ ≥ 0, the factor is 2/(1 + x/2)² − 1/(1 + x): equal to e⁻ˣ up to O(x³), within [−1,
/// 1], and 0 for x → ∞ (no chatter of stiff Coulomb friction).
template <class Value, class Damping>
Value passive_friction_step(const Value& qd, double h, Damping&& damping) {
  const Value middle = damping(qd)(qd, h / 2);
  const auto resolvent = damping(middle);
  const Value half = resolvent(qd, h / 2);
  const Value two_halves = resolvent(half, h / 2);
  const Value whole = resolvent(qd, h);
  return 2.0 * two_halves - whole;
}

}  // namespace dlnn
