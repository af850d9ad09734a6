#pragma once
// What the data tests share: small datasets, and the message of an error.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "config/scratch_folder.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// q_i = A_i sin(w_i t + phase), with exact derivatives; tau = qdd + 0.1 qd.
inline Trajectory sine_trajectory(Index samples, Index dof, double dt, double phase) {
  Trajectory trajectory;
  trajectory.t = Vector::LinSpaced(samples, 0, static_cast<double>(samples - 1)) * dt;
  trajectory.q = trajectory.qd = trajectory.qdd = Matrix(samples, dof);
  for (Index i = 0; i < dof; ++i) {
    const double a = 1.0 / static_cast<double>(i + 1);
    const double w = 2.0 + static_cast<double>(i);
    const auto angle = w * trajectory.t.array() + phase;
    trajectory.q.col(i) = a * angle.sin();
    trajectory.qd.col(i) = a * w * angle.cos();
    trajectory.qdd.col(i) = -a * w * w * angle.sin();
  }
  trajectory.tau = trajectory.qdd + 0.1 * trajectory.qd;
  return trajectory;
}

/// Sines in `count` trajectories whose splits are train, valid, test, train, …
inline TrajectoryDataset sample_dataset(int count, Index samples, Index dof, double dt = 0.01) {
  TrajectoryDataset dataset;
  dataset.info.system = "sines";
  dataset.info.dof = dof;
  dataset.info.dt = dt;
  dataset.info.joint_types.assign(static_cast<std::size_t>(dof), JointType::revolute);
  for (int i = 0; i < count; ++i) {
    dataset.trajectories.push_back(sine_trajectory(samples, dof, dt, 0.7 * i));
    dataset.trajectories.back().name = concat("run ", i);
    dataset.trajectories.back().split = static_cast<Split>(i % 3);
  }
  return dataset;
}

/// The message of the error of type E that `action` throws; fails the test when it throws none.
template <class E, class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "no error of the expected type";
  return "";
}

}  // namespace dlnn
