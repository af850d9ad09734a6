#pragma once

#include <cstdint>
#include <functional>

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Called after each trajectory with the number made and the number wanted; may throw to stop.
using SimulationProgress = std::function<void(std::int64_t done, std::int64_t total)>;

/// Simulates the configured trajectories. The same configuration gives the same numbers, each trajectory independently
/// of the others. Samples satisfy M q̈ + c + g = τ + F_d up to mantissa_bits where no noise is asked for. Throws
/// ConfigError, and NumericalError when the motion leaves the finite numbers.
[[nodiscard]] TrajectoryDataset simulate(const SimulateConfig& config, const SimulationProgress& progress = {});

}  // namespace dlnn
