#pragma once

#include <string_view>

#include "dlnn/integrators/phase_state.hpp"

namespace dlnn {

/// Explicit Euler, order 1: both rates taken at the start of the step. Energy of an oscillator grows.
struct ExplicitEuler {
  static constexpr std::string_view name = "euler";

  template <class Value, SecondOrderSystem<Value> Dynamics>
  static PhaseState<Value> step(Dynamics& system, double t, const PhaseState<Value>& state, double h) {
    const Value qdd = system.acceleration(t, state.q, state.qd);
    return {state.q + h * state.qd, state.qd + h * qdd};
  }
};

}  // namespace dlnn
