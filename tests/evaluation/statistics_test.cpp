#include "dlnn/evaluation/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "dlnn/core/random.hpp"

namespace dlnn {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0), 1);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 1), 4);
  EXPECT_DOUBLE_EQ(quantile({0, 10}, 0.1), 1);
  EXPECT_DOUBLE_EQ(quantile({7}, 0.9), 7);
  EXPECT_DOUBLE_EQ(quantile({1, 2, std::numeric_limits<double>::infinity()}, 0.5), 2);
}

TEST(StandardDeviation, IsThatOfASample) {
  EXPECT_DOUBLE_EQ(standard_deviation({1, 2, 3, 4}), std::sqrt(5.0 / 3));
  EXPECT_DOUBLE_EQ(standard_deviation({1}), 0);
}

TEST(Bootstrap, MatchesTheNormalIntervalOfAMean) {
  Random random(1);
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(3 + random.normal());
  const auto interval = bootstrap_interval(values, 7);
  ASSERT_TRUE(interval);
  const double centre = mean(values), half = 1.96 * standard_deviation(values) / 20;
  EXPECT_NEAR(interval->low, centre - half, 0.3 * half);
  EXPECT_NEAR(interval->high, centre + half, 0.3 * half);
  EXPECT_EQ(interval->low, bootstrap_interval(values, 7)->low);  // the same seed, the same numbers
}

TEST(Bootstrap, OfOneItemIsAbsent) {
  EXPECT_FALSE(bootstrap_interval({1.0}, 0));
}

}  // namespace
}  // namespace dlnn
