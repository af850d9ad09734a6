#include "dlnn/evaluation/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dlnn/core/random.hpp"

namespace dlnn {

double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double position = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const double share = position - static_cast<double>(below);
  if (share == 0) return values[below];  // does not touch an infinite neighbour
  return (1 - share) * values[below] + share * values[below + 1];
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

std::optional<Interval> bootstrap_interval(std::size_t count,
                                           const std::function<double(const std::vector<std::size_t>&)>& statistic,
                                           std::uint64_t seed, int resamples) {
  if (count < 2) return std::nullopt;
  Random random(seed);
  std::vector<double> values;
  std::vector<std::size_t> drawn(count);
  for (int r = 0; r < resamples; ++r) {
    for (auto& index : drawn) index = random.below(count);
    values.push_back(statistic(drawn));
  }
  return Interval{quantile(values, 0.025), quantile(values, 0.975)};
}

std::optional<Interval> bootstrap_interval(const std::vector<double>& values, std::uint64_t seed) {
  return bootstrap_interval(
      values.size(),
      [&](const std::vector<std::size_t>& drawn) {
        double sum = 0;
        for (const std::size_t i : drawn) sum += values[i];
        return sum / static_cast<double>(drawn.size());
      },
      seed);
}

}  // namespace dlnn
