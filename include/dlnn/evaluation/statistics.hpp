#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace dlnn {

/// The p-quantile, 0 ≤ p ≤ 1, by linear interpolation between order statistics (Hyndman and Fan 1996, type 7). Infinite
/// values are allowed. Needs at least one value.
[[nodiscard]] double quantile(std::vector<double> values, double p);

[[nodiscard]] double mean(const std::vector<double>& values);
/// With n − 1 in the denominator; 0 for a single value.
[[nodiscard]] double standard_deviation(const std::vector<double>& values);

struct Interval {
  double low = 0, high = 0;
};

/// 95 % percentile bootstrap interval (Efron 1979) of a statistic of `count` exchangeable items: `statistic` is given
/// the indices drawn with replacement. Absent for fewer than two items. Deterministic for a seed.
[[nodiscard]] std::optional<Interval> bootstrap_interval(
    std::size_t count, const std::function<double(const std::vector<std::size_t>&)>& statistic, std::uint64_t seed,
    int resamples = 1000);
/// The interval of the mean.
[[nodiscard]] std::optional<Interval> bootstrap_interval(const std::vector<double>& values, std::uint64_t seed);

}  // namespace dlnn
