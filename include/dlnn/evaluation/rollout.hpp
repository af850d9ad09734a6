#pragma once
// Simulations of a learned model from measured states, all starts at once, beside what was measured.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

struct RolloutOptions {
  std::string integrator = "auto";  ///< auto: strang for models with a damping matrix, else rk4
  double dt = 0;                    ///< s between two outputs; 0: that of the data
  double horizon = 3;               ///< s
  int starts = 0;                   ///< for each trajectory; 0: as many as overlap by half
  bool zero_torque = false;         ///< instead of the measured torque
  double largest_step = 0.01;       ///< s; output intervals are divided into equal steps not longer than this
};

/// One simulated window. Rows are K + 1 times 0, dt, … K·dt after the start.
struct Rollout {
  std::string trajectory;          ///< name of the measured motion; "" for a free start
  double t0 = 0;                   ///< s, time of the start in that motion
  Matrix q, qd;                    ///< [K + 1, n] simulated; NaN from the moment of divergence on
  Matrix measured_q, measured_qd;  ///< [K + 1, n]; empty for a free start
  Matrix tau;                      ///< [K + 1, n] applied
  std::optional<double> diverged;  ///< s after the start: a state or acceleration was not finite or beyond 1e9
};

struct Rollouts {
  double dt = 0;
  std::string integrator;
  std::vector<Rollout> windows;
};

/// Where the windows of one motion start, in s after its first sample, and how long they are. Fixed by duration and
/// options alone, the same for every model: windows of min(horizon, duration), the first at 0, each further one half a
/// window later.
struct WindowPlan {
  std::vector<double> starts;
  double length = 0;
};
[[nodiscard]] WindowPlan plan_windows(double duration, const RolloutOptions& options);

/// The windows of these motions with their measured values, at multiples of dt by linear interpolation; q and qd are
/// still empty.
[[nodiscard]] Rollouts measured_windows(const std::vector<const Trajectory*>& motions, double data_dt,
                                        const RolloutOptions& options);

/// Median time between two samples, s. Throws DataError when no motion has two.
[[nodiscard]] double sampling_time(const std::vector<const Trajectory*>& motions);

/// A single start without measurement or torque.
[[nodiscard]] Rollouts free_start(const Vector& q, const Vector& qd, double dt, double horizon);

/// The integrator that "auto" stands for with this model; any other name as it is.
[[nodiscard]] std::string resolve_integrator(const std::string& name, DynamicsModel& model);

/// Simulates all windows together: torque is interpolated linearly between outputs. A window that diverges ends there
/// and does not disturb the others. `on_step(done, total)` is called after each step and may throw. Throws ConfigError
/// for an unknown integrator, ModelError for a model without forward dynamics, Interrupted after Ctrl-C.
void simulate(DynamicsModel& model, Rollouts& rollouts, const RolloutOptions& options,
              const std::function<void(std::int64_t, std::int64_t)>& on_step);

}  // namespace dlnn
