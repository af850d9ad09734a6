#include "dlnn/evaluation/prediction_time.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "dlnn/evaluation/statistics.hpp"

namespace dlnn {

double wrap_angle(double angle) {
  const double wrapped = std::remainder(angle, 2 * std::numbers::pi);  // in [−π, π]
  return wrapped == -std::numbers::pi ? std::numbers::pi : wrapped;
}

ConfigurationDistance::ConfigurationDistance(std::vector<JointType> joint_types, std::vector<double> scale)
    : joint_types_(std::move(joint_types)), scale_(std::move(scale)) {}

Vector ConfigurationDistance::rms(const Matrix& a, const Matrix& b) const {
  Vector result = Vector::Zero(a.rows());
  for (Index t = 0; t < a.rows(); ++t) {
    double sum = 0;
    for (Index j = 0; j < a.cols(); ++j) {
      const auto joint = static_cast<std::size_t>(j);
      const double difference = a(t, j) - b(t, j);
      const double unit = scale_[joint] > 0 ? scale_[joint] : 1;
      const double distance = joint_types_[joint] == JointType::revolute ? wrap_angle(difference) : difference / unit;
      sum += distance * distance;
    }
    result[t] = std::sqrt(sum / static_cast<double>(a.cols()));
  }
  return result;
}

PredictionTime valid_prediction_time(const Vector& error, double dt, double threshold) {
  for (Index t = 0; t < error.size(); ++t)
    if (!(error[t] <= threshold)) return {static_cast<double>(t) * dt, true};  // also when not a number
  return {static_cast<double>(error.size() - 1) * dt, false};
}

PredictionTimeSummary summarise_prediction_times(const std::vector<Vector>& errors, double dt, double threshold) {
  std::vector<double> times;
  int never = 0;
  for (const auto& error : errors) {
    const auto result = valid_prediction_time(error, dt, threshold);
    times.push_back(result.time);
    if (!result.failed) ++never;
  }
  return {threshold, quantile(times, 0.5), quantile(times, 0.1), quantile(times, 0.9),
          static_cast<double>(never) / static_cast<double>(times.size())};
}

}  // namespace dlnn
