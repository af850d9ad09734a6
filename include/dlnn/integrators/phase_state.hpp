#pragma once
// What every integrator works on: a state (q, q̇) and a system that says q̈. `Value` is an Eigen vector [n], a tensor [B,
// n] or any other type with +, - and multiplication by a double from the left; nothing here depends on LibTorch.

#include <concepts>

namespace dlnn {

/// A point of phase space: generalised coordinates (rad or m) and their rates (per s).
template <class Value>
struct PhaseState {
  Value q;
  Value qd;
};

/// q̈ = acceleration(t, q, q̇), with the actuation as a function of time inside.
template <class Dynamics, class Value>
concept SecondOrderSystem = requires(Dynamics& system, double t, const Value& q, const Value& qd) {
  { system.acceleration(t, q, qd) } -> std::convertible_to<Value>;
};

/// A system that can be advanced in two parts: q̈ without friction, and the effect of friction alone on q̇ during h at
/// fixed q, which must not increase the kinetic energy (make it with passive_friction_step of friction_step.hpp).
template <class Dynamics, class Value>
concept SplitSystem = SecondOrderSystem<Dynamics, Value> &&
    requires(Dynamics& system, double t, const Value& q, const Value& qd, double h) {
  { system.conservative_acceleration(t, q, qd) } -> std::convertible_to<Value>;
  { system.friction_step(q, qd, h) } -> std::convertible_to<Value>;
};

}  // namespace dlnn
