#pragma once

#include <optional>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/evaluation/error_metrics.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// Errors of the parts of a Lagrangian model against a known system, at the states of the data: what an error of the
/// torque alone cannot show, namely whether each part was learned or one stands in for another.
struct ComponentErrors {
  JointErrors inertial;     ///< M(q) q̈
  JointErrors coriolis;     ///< c(q, q̇)
  JointErrors gravity;      ///< g(q)
  JointErrors dissipation;  ///< F_d(q, q̇)
};

/// Absent unless `model` is Lagrangian and the data come from a known system (known_system.hpp). `model` must be
/// float64.
[[nodiscard]] std::optional<ComponentErrors> component_errors(DynamicsModel& model, const DatasetInfo& info,
                                                              const Samples& samples);

}  // namespace dlnn
