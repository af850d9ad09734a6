#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dlnn/evaluation/evaluation.hpp"

namespace dlnn {
namespace {

constexpr double thresholds[] = {0.1, 0.2, 0.5};     // rad
constexpr double instants[] = {0.1, 0.5, 1.0, 3.0};  // s
constexpr double interval_threshold = 0.2;           // rad
constexpr double largest_error = std::numbers::pi;   // rad; what a diverged start counts with

/// Root mean square over the windows that reach this time.
std::optional<double> rmse_at(const std::vector<Vector>& errors, double dt, double time) {
  const Index row = std::llround(time / dt);
  double sum = 0;
  int count = 0;
  for (const auto& error : errors) {
    if (row >= error.size()) continue;
    const double capped = error[row] < largest_error ? error[row] : largest_error;  // also when not a number
    sum += capped * capped;
    ++count;
  }
  return count > 0 ? std::optional(std::sqrt(sum / count)) : std::nullopt;
}

std::optional<Interval> median_interval(const std::vector<Vector>& errors, double dt, std::uint64_t seed) {
  std::vector<double> times;
  for (const auto& error : errors) times.push_back(valid_prediction_time(error, dt, interval_threshold).time);
  return bootstrap_interval(
      times.size(),
      [&](const std::vector<std::size_t>& drawn) {
        std::vector<double> sample;
        for (const std::size_t i : drawn) sample.push_back(times[i]);
        return quantile(sample, 0.5);
      },
      seed);
}

}  // namespace

std::vector<Vector> rollout_errors(const Rollouts& rollouts, const ConfigurationDistance& distance) {
  std::vector<Vector> errors;
  for (const auto& window : rollouts.windows) errors.push_back(distance.rms(window.q, window.measured_q));
  return errors;
}

RolloutErrors summarise_rollouts(const Rollouts& rollouts, const ConfigurationDistance& distance, std::uint64_t seed) {
  const auto errors = rollout_errors(rollouts, distance);
  RolloutErrors result;
  result.integrator = rollouts.integrator;
  result.starts = static_cast<std::int64_t>(rollouts.windows.size());
  for (const auto& window : rollouts.windows) {
    result.horizon = std::max(result.horizon, static_cast<double>(window.tau.rows() - 1) * rollouts.dt);
    if (window.diverged) ++result.diverged;
  }
  for (const double threshold : thresholds)
    result.prediction_times.push_back(summarise_prediction_times(errors, rollouts.dt, threshold));
  result.median_interval = median_interval(errors, rollouts.dt, seed);
  for (const double time : instants)
    if (const auto rmse = rmse_at(errors, rollouts.dt, time)) result.rmse.push_back({time, *rmse});
  return result;
}

}  // namespace dlnn
