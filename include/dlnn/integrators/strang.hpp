#pragma once

#include <string_view>

#include "dlnn/integrators/phase_state.hpp"
#include "dlnn/integrators/rk4.hpp"

namespace dlnn {

/// Strang splitting, order 2, for stiff friction: half a friction step, one RK4 step of the conservative and driven
/// motion, half a friction step (Strang 1968). Friction never adds energy, whatever h; an explicit scheme blows up once
/// h·D/M exceeds about 2.8.
struct StrangSplitting {
  static constexpr std::string_view name = "strang";

  template <class Value, SplitSystem<Value> Dynamics>
  static PhaseState<Value> step(Dynamics& system, double t, const PhaseState<Value>& state, double h) {
    FrictionlessPart<Dynamics> frictionless{system};
    PhaseState<Value> next{state.q, system.friction_step(state.q, state.qd, h / 2)};
    next = RungeKutta4::step(frictionless, t, next, h);
    next.qd = system.friction_step(next.q, next.qd, h / 2);
    return next;
  }

 private:
  template <class Dynamics>
  struct FrictionlessPart {
    Dynamics& system;
    template <class Value>
    Value acceleration(double t, const Value& q, const Value& qd) {
      return system.conservative_acceleration(t, q, qd);
    }
  };
};

}  // namespace dlnn
