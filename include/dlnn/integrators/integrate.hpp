#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/integrators/dormand_prince.hpp"
#include "dlnn/integrators/euler.hpp"
#include "dlnn/integrators/phase_state.hpp"
#include "dlnn/integrators/rk4.hpp"
#include "dlnn/integrators/semi_implicit_euler.hpp"
#include "dlnn/integrators/strang.hpp"

namespace dlnn {

/// Steps of fixed size h with one scheme; observer(k, t0 + k·h, state) for k = 0 … steps.
template <class Scheme, class Value, SecondOrderSystem<Value> Dynamics, class Observer>
void integrate_fixed(Dynamics& system, double t0, PhaseState<Value> state, double h, std::int64_t steps,
                     Observer&& observer) {
  observer(std::int64_t{0}, t0, std::as_const(state));
  for (std::int64_t k = 0; k < steps; ++k) {
    state = Scheme::step(system, t0 + static_cast<double>(k) * h, state, h);
    observer(k + 1, t0 + static_cast<double>(k + 1) * h, std::as_const(state));
  }
}

/// A list of types, so that a new scheme is one header and one line here.
template <class... Schemes>
struct SchemeList {};
using FixedStepSchemes = SchemeList<ExplicitEuler, SemiImplicitEuler, RungeKutta4, StrangSplitting>;

/// The names that integrate() knows.
[[nodiscard]] inline std::vector<std::string> integrator_names() {
  return []<class... Schemes>(SchemeList<Schemes...>) {
    return std::vector<std::string>{std::string(Schemes::name)..., std::string(DormandPrince::name)};
  }(FixedStepSchemes{});
}

/// Integrates `system` from `state` at t0 with the integrator of that name and reports observer(k, t0 + k·h, state), k
/// = 0 … steps. h (s) is the step of the fixed schemes and the sampling of the adaptive `dormand_prince`, which alone
/// uses `tolerance`. Throws ConfigError for an unknown name and for `strang` with a system that has no friction part of
/// its own, NumericalError as integrate_adaptive does. The fixed schemes never look at the values: a diverging state
/// reaches the observer as it is.
template <class Value, SecondOrderSystem<Value> Dynamics, class Observer>
void integrate(std::string_view name, Dynamics& system, double t0, const PhaseState<Value>& state, double h,
               std::int64_t steps, Observer&& observer, const Tolerance& tolerance = {}) {
  if (name == DormandPrince::name) return integrate_adaptive(system, t0, state, h, steps, observer, tolerance);
  const auto run_if_named = [&]<class Scheme>() {
    if (name != Scheme::name) return false;
    if constexpr (requires { Scheme::step(system, t0, state, h); }) {
      integrate_fixed<Scheme>(system, t0, state, h, steps, observer);
    } else {
      throw ConfigError(concat("integrator ", name, " needs a model with a friction part of its own; use rk4"));
    }
    return true;
  };
  const bool found = [&]<class... Schemes>(SchemeList<Schemes...>) {
    return (run_if_named.template operator()<Schemes>() || ...);
  }(FixedStepSchemes{});
  if (found) return;
  const auto names = integrator_names();
  const std::string near = nearest_word(name, names);
  throw ConfigError(concat("unknown integrator \"", name, "\"",
                           near.empty() ? "" : concat(" (did you mean ", near, "?)"), "; known: ", join(names)));
}

}  // namespace dlnn
