#pragma once

#include <string>
#include <vector>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Whether the recorded motion tells inertia, friction and gravity apart: for each joint the normalised regressor
/// [q̈_1 … q̈_n, q̇_i, sign q̇_i, sin q, cos q, 1] and its condition number (Swevers et al. 1997 minimise such a one to
/// plan experiments). Prismatic joints enter by q instead of sin q and cos q.
class Excitation {
 public:
  Excitation(std::vector<JointType> joint_types, const Vector& speed_rms);
  void add(const Trajectory& chunk);
  /// Ratio of the largest and the smallest singular value, columns scaled to equal norm; columns that vanish are left
  /// out.
  [[nodiscard]] double condition(Index joint) const;
  /// "cos q3 and 1": the two regressors with the largest weight in the worst direction.
  [[nodiscard]] std::string weakest(Index joint) const;

 private:
  [[nodiscard]] Matrix regressor(const Trajectory& chunk, Index joint) const;
  void decompose(Index joint, Vector& values, Matrix& directions, std::vector<std::size_t>& kept) const;

  std::vector<JointType> joint_types_;
  Vector speed_rms_;
  std::vector<std::string> names_;  ///< of the regressors; those of the own speed without a joint number
  std::vector<Matrix> gram_;        ///< one a joint
};

}  // namespace dlnn
