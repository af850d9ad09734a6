#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/core/linalg.hpp"
#include "dlnn/integrators/phase_state.hpp"

namespace dlnn {

/// Largest local error of an adaptive step: absolute + relative·|value|, for each number of the state.
struct Tolerance {
  double relative = 1e-6;
  double absolute = 1e-9;
};

/// One step of the Dormand-Prince pair 5(4) with all it takes to estimate its error and to interpolate inside it.
template <class Value>
struct DormandPrinceStep {
  double h = 0;
  PhaseState<Value> start;
  PhaseState<Value> end;
  std::array<Value, 7> velocities;     ///< stages of dq/dt
  std::array<Value, 7> accelerations;  ///< stages of dq̇/dt; the last one belongs to `end` and serves the next step

  /// State at start + theta·h, 0 ≤ theta ≤ 1: order 4 (Hairer, Nørsett and Wanner, Solving ODEs I, II.6).
  [[nodiscard]] PhaseState<Value> interpolate(double theta) const {
    return {interpolate(theta, start.q, end.q, velocities), interpolate(theta, start.qd, end.qd, accelerations)};
  }

  /// Estimated error of the step over the tolerated one, the largest ratio in the whole state; NaN when the state is
  /// not finite.
  [[nodiscard]] double error_ratio(const Tolerance& tolerance) const {
    const double position = error_ratio(tolerance, start.q, end.q, velocities);
    const double velocity = error_ratio(tolerance, start.qd, end.qd, accelerations);
    return std::isnan(velocity) ? velocity : std::max(position, velocity);
  }

 private:
  Value interpolate(double theta, const Value& from, const Value& to, const std::array<Value, 7>& slopes) const;
  double error_ratio(const Tolerance& tolerance, const Value& from, const Value& to,
                     const std::array<Value, 7>& slopes) const;
};

/// Dormand and Prince 1980: order 5, seven stages of which the last is the first of the next step.
struct DormandPrince {
  static constexpr std::string_view name = "dormand_prince";

  static constexpr double nodes[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static constexpr double weights[7][6] = {{},
                                           {1. / 5},
                                           {3. / 40, 9. / 40},
                                           {44. / 45, -56. / 15, 32. / 9},
                                           {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                                           {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
                                           {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  /// Fifth minus fourth order.
  static constexpr double error_weights[7] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                                              -17253. / 339200, 22. / 525, -1. / 40};
  static constexpr double dense_weights[7] = {-12715105075. / 11282082432,  0,
                                              87487479700. / 32700410799,   -10690763975. / 1880347072,
                                              701980252875. / 199316789632, -1453857185. / 822651844,
                                              69997945. / 29380423};

  /// A step of fixed size.
  template <class Value, SecondOrderSystem<Value> Dynamics>
  static PhaseState<Value> step(Dynamics& system, double t, const PhaseState<Value>& state, double h) {
    return full_step(system, t, state, system.acceleration(t, state.q, state.qd), h).end;
  }

  /// The same with all stages; `acceleration` is the one at the start.
  template <class Value, SecondOrderSystem<Value> Dynamics>
  static DormandPrinceStep<Value> full_step(Dynamics& system, double t, const PhaseState<Value>& state,
                                            Value acceleration, double h) {
    DormandPrinceStep<Value> step{.h = h, .start = state, .end = state, .velocities = {}, .accelerations = {}};
    step.velocities[0] = state.qd;
    step.accelerations[0] = std::move(acceleration);
    for (std::size_t stage = 1; stage < 7; ++stage) {
      step.end.q = combine(state.q, h, weights[stage], stage, step.velocities);
      step.end.qd = combine(state.qd, h, weights[stage], stage, step.accelerations);
      step.velocities[stage] = step.end.qd;
      step.accelerations[stage] = system.acceleration(t + nodes[stage] * h, step.end.q, step.end.qd);
    }
    return step;
  }

  /// base + h Σ weight·slope over the first `count` stages.
  template <class Value>
  static Value combine(const Value& base, double h, const double* weight, std::size_t count,
                       const std::array<Value, 7>& slopes) {
    Value sum = base;
    for (std::size_t i = 0; i < count; ++i) {
      if (weight[i] != 0) sum = sum + (h * weight[i]) * slopes[i];
    }
    return sum;
  }
};

template <class Value>
Value DormandPrinceStep<Value>::interpolate(double theta, const Value& from, const Value& to,
                                            const std::array<Value, 7>& slopes) const {
  const Value rise = to - from;
  const Value bend = h * slopes[0] - rise;
  const Value twist = rise - h * slopes[6] - bend;
  const Value rest = DormandPrince::combine(twist, h * (1 - theta), DormandPrince::dense_weights, 7, slopes);
  const Value inner = bend + theta * rest;
  return from + theta * (rise + (1 - theta) * inner);
}

template <class Value>
double DormandPrinceStep<Value>::error_ratio(const Tolerance& tolerance, const Value& from, const Value& to,
                                             const std::array<Value, 7>& slopes) const {
  const Value error = DormandPrince::combine(Value(0.0 * from), h, DormandPrince::error_weights, 7, slopes);
  if constexpr (requires { from.array().isNaN(); }) {  // Eigen
    const auto scale = from.array().abs().max(to.array().abs()) * tolerance.relative + tolerance.absolute;
    return (error.array().abs() / scale).template maxCoeff<Eigen::PropagateNaN>();
  } else {  // a tensor
    const Value scale = from.abs().maximum(to.abs()) * tolerance.relative + tolerance.absolute;
    return (error.abs() / scale).max().template item<double>();
  }
}

/// Integrates with step sizes chosen from the error estimate and reports observer(k, t0 + k·h, state) for k = 0 … steps
/// by interpolation. Throws NumericalError when no step is small enough, which happens when the motion leaves the
/// finite numbers.
template <class Value, SecondOrderSystem<Value> Dynamics, class Observer>
void integrate_adaptive(Dynamics& system, double t0, PhaseState<Value> state, double h, std::int64_t steps,
                        Observer&& observer, const Tolerance& tolerance = {}) {
  const double end = t0 + static_cast<double>(steps) * h;
  const double smallest = 1e-14 * std::max(std::abs(t0), std::abs(end)) + 1e-12 * h;
  double t = t0;
  double size = h;
  std::int64_t next = 1;
  Value acceleration = system.acceleration(t, state.q, state.qd);
  observer(std::int64_t{0}, t0, std::as_const(state));
  while (next <= steps) {
    const bool last = t + size >= end - smallest;
    if (last) size = end - t;
    const auto step = DormandPrince::full_step(system, t, state, acceleration, size);
    const double ratio = step.error_ratio(tolerance);
    const bool accepted = ratio <= 1;  // false for NaN
    if (accepted) {
      for (; next <= steps; ++next) {
        const double sample = t0 + static_cast<double>(next) * h;
        if (!last && sample > t + size) break;
        observer(next, sample, step.interpolate(std::min(1.0, (sample - t) / size)));
      }
      t += size;
      state = step.end;
      acceleration = step.accelerations[6];
    }
    const double factor = ratio > 0 ? 0.9 * std::pow(ratio, -0.2) : 5.0;
    size *= std::isfinite(ratio) ? std::clamp(factor, 0.2, accepted ? 5.0 : 0.9) : 0.1;
    if (next <= steps && size < smallest) {
      throw NumericalError(concat("integration: the step size fell below ", smallest, " s at t = ", t,
                                  " s; loosen the tolerance or use integrator strang for stiff friction"));
    }
  }
}

}  // namespace dlnn
