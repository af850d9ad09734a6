#include "dlnn/evaluation/prediction_time.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dlnn {
namespace {

constexpr double pi = std::numbers::pi;

TEST(WrapAngle, LiesWithinHalfATurn) {
  EXPECT_NEAR(wrap_angle(2 * pi + 0.1), 0.1, 1e-12);
  EXPECT_NEAR(wrap_angle(-100 * pi - 0.1), -0.1, 1e-12);
  EXPECT_NEAR(wrap_angle(1.5 * pi), -0.5 * pi, 1e-12);
  EXPECT_DOUBLE_EQ(wrap_angle(-pi), pi);
}

TEST(ConfigurationDistance, WrapsAnglesAndScalesLengths) {
  const ConfigurationDistance distance({JointType::revolute, JointType::prismatic}, {5, 2});
  Matrix a(2, 2), b(2, 2);
  a << 0.3, 4, 2 * pi, 0;
  b << 0, 0, 0, 0;
  const Vector rms = distance.rms(a, b);
  EXPECT_NEAR(rms[0], std::sqrt((0.09 + 4) / 2), 1e-12);  // 4 m are two standard deviations
  EXPECT_NEAR(rms[1], 0, 1e-12);                          // a full turn is no error
}

TEST(ValidPredictionTime, IsTheFirstExcess) {
  Vector error(5);
  error << 0, 0.05, 0.15, 0.08, 0.3;
  const auto first = valid_prediction_time(error, 0.1, 0.1);
  EXPECT_TRUE(first.failed);
  EXPECT_DOUBLE_EQ(first.time, 0.2);
  const auto never = valid_prediction_time(error, 0.1, 0.5);
  EXPECT_FALSE(never.failed);
  EXPECT_DOUBLE_EQ(never.time, 0.4);
  error[1] = std::nan("");
  EXPECT_DOUBLE_EQ(valid_prediction_time(error, 0.1, 0.5).time, 0.1);
}

TEST(PredictionTimeSummary, CountsEveryStart) {
  std::vector<Vector> errors;
  for (const int failure : {1, 2, 3, 10}) {  // of ten samples; the last start never fails
    Vector error = Vector::Zero(10);
    if (failure < 10) error[failure] = 1;
    errors.push_back(error);
  }
  const auto summary = summarise_prediction_times(errors, 1.0, 0.2);
  EXPECT_DOUBLE_EQ(summary.median, 2.5);
  EXPECT_DOUBLE_EQ(summary.p10, 1.3);
  EXPECT_DOUBLE_EQ(summary.p90, 3 + 0.7 * 6);
  EXPECT_DOUBLE_EQ(summary.never, 0.25);
}

}  // namespace
}  // namespace dlnn
