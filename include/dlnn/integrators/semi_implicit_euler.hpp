#pragma once

#include <string_view>

#include "dlnn/integrators/phase_state.hpp"

namespace dlnn {

/// Semi-implicit Euler, order 1: the new velocity moves the coordinates. Symplectic for a constant mass matrix, so that
/// the energy error stays bounded (Hairer, Lubich and Wanner, Geometric Numerical Integration, I.1.2).
struct SemiImplicitEuler {
  static constexpr std::string_view name = "semi_implicit_euler";

  template <class Value, SecondOrderSystem<Value> Dynamics>
  static PhaseState<Value> step(Dynamics& system, double t, const PhaseState<Value>& state, double h) {
    const Value qdd = system.acceleration(t, state.q, state.qd);
    const Value qd = state.qd + h * qdd;
    return {state.q + h * qd, qd};
  }
};

}  // namespace dlnn
