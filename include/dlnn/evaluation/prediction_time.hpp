#pragma once

#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// angle wrapped to (−π, π].
[[nodiscard]] double wrap_angle(double angle);

/// How far apart two configurations are, in rad. Revolute joints count with their wrapped difference, so that full
/// turns do not matter; prismatic ones with their difference over that joint's `scale` (the standard deviation over the
/// training split): one standard deviation counts as 1 rad.
class ConfigurationDistance {
 public:
  /// `scale`: n entries in m, used for prismatic joints only; 0 counts as 1.
  ConfigurationDistance(std::vector<JointType> joint_types, std::vector<double> scale);

  /// Root mean square over the joints, for each row of two [T, n] matrices. Not finite where a state is not.
  [[nodiscard]] Vector rms(const Matrix& a, const Matrix& b) const;

 private:
  std::vector<JointType> joint_types_;
  std::vector<double> scale_;
};

/// Whether and when a roll-out left its measured motion.
struct PredictionTime {
  double time = 0;  ///< s; the length of the window when it never failed
  bool failed = false;
};

/// The first sample at which the error exceeds the threshold or is not finite. `error`: one value each `dt` seconds
/// from t = 0.
[[nodiscard]] PredictionTime valid_prediction_time(const Vector& error, double dt, double threshold);

/// Over many starts. Starts that never fail count with the length of their window, so that quantiles near it are lower
/// bounds.
struct PredictionTimeSummary {
  double threshold = 0;                 ///< rad
  double median = 0, p10 = 0, p90 = 0;  ///< s
  double never = 0;                     ///< share of the starts that never fail
};
/// At least one error curve.
[[nodiscard]] PredictionTimeSummary summarise_prediction_times(const std::vector<Vector>& errors, double dt,
                                                               double threshold);

}  // namespace dlnn
