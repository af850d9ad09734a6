#pragma once

#include <cmath>

#include "dlnn/data/trajectory.hpp"
#include "evaluation/analytic_model.hpp"

namespace dlnn {

/// A prescribed motion of two pendulums, sampled every 10 ms, with the torque that PendulumModel(2, damping) needs for
/// it.
inline Trajectory pendulum_motion(double damping, double duration) {
  Trajectory motion;
  motion.name = "swing";
  motion.split = Split::test;
  const auto samples = static_cast<Index>(std::llround(duration / 0.01)) + 1;
  motion.t = Vector::LinSpaced(samples, 0, duration);
  motion.q.resize(samples, 2);
  motion.qd.resize(samples, 2);
  motion.qdd.resize(samples, 2);
  for (Index k = 0; k < samples; ++k) {
    for (Index j = 0; j < 2; ++j) {
      const double rate = 1.0 + 0.7 * static_cast<double>(j), phase = rate * motion.t[k];
      motion.q(k, j) = 0.8 * std::sin(phase);
      motion.qd(k, j) = 0.8 * rate * std::cos(phase);
      motion.qdd(k, j) = -0.8 * rate * rate * std::sin(phase);
    }
  }
  motion.tau = motion.qdd.array() + motion.q.array().sin() + damping * motion.qd.array();
  return motion;
}

}  // namespace dlnn
