#pragma once

#include <string_view>

#include "dlnn/integrators/phase_state.hpp"

namespace dlnn {

/// The classical Runge-Kutta scheme, order 4 (Kutta 1901).
struct RungeKutta4 {
  static constexpr std::string_view name = "rk4";

  template <class Value, SecondOrderSystem<Value> Dynamics>
  static PhaseState<Value> step(Dynamics& system, double t, const PhaseState<Value>& state, double h) {
    const Value& v1 = state.qd;
    const Value a1 = system.acceleration(t, state.q, v1);
    const Value v2 = state.qd + (h / 2) * a1;
    const Value a2 = system.acceleration(t + h / 2, Value(state.q + (h / 2) * v1), v2);
    const Value v3 = state.qd + (h / 2) * a2;
    const Value a3 = system.acceleration(t + h / 2, Value(state.q + (h / 2) * v2), v3);
    const Value v4 = state.qd + h * a3;
    const Value a4 = system.acceleration(t + h, Value(state.q + h * v3), v4);
    return {state.q + (h / 6) * (v1 + 2.0 * v2 + 2.0 * v3 + v4), state.qd + (h / 6) * (a1 + 2.0 * a2 + 2.0 * a3 + a4)};
  }
};

}  // namespace dlnn
