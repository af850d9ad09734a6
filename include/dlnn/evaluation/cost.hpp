#pragma once

#include "dlnn/data/trajectory.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// Time of one evaluation of τ̂ (of q̈ for a model without inverse dynamics), median of several runs: depends on the
/// machine and its load.
struct Cost {
  double batch_1 = 0;     ///< µs a call with one sample
  double batch_4096 = 0;  ///< µs a sample in calls with 4096
};
[[nodiscard]] Cost measure_cost(DynamicsModel& model, const Samples& samples);

}  // namespace dlnn
