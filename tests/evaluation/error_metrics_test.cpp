#include "dlnn/evaluation/error_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dlnn {
namespace {

TEST(MeasureErrors, AgreesWithHandComputedValues) {
  Matrix truth(4, 2), prediction(4, 2);
  truth << 1, 0, 2, 0, 3, 10, 4, 10;     // variances 1.25 and 25
  prediction << 1, 1, 2, 1, 3, 9, 6, 9;  // MSE 1 and 1
  const auto errors = measure_errors(truth, prediction);
  EXPECT_DOUBLE_EQ(errors.rmse[0], 1);
  EXPECT_DOUBLE_EQ(*errors.nmse[0], 0.8);
  EXPECT_DOUBLE_EQ(*errors.nmse[1], 0.04);
  EXPECT_DOUBLE_EQ(*errors.r2[1], 0.96);
  EXPECT_DOUBLE_EQ(*errors.nmse_mean, 0.42);
  EXPECT_DOUBLE_EQ(*errors.nrmse_mean, (std::sqrt(0.8) + 0.2) / 2);
}

TEST(MeasureErrors, PredictingTheMeanHasNmseOne) {
  Matrix truth(3, 1);
  truth << -1, 5, 2;
  EXPECT_DOUBLE_EQ(*measure_errors(truth, Matrix::Constant(3, 1, truth.mean())).nmse_mean, 1);
}

TEST(MeasureErrors, AJointThatNeverMovesHasNoNmse) {
  Matrix truth(2, 2), prediction = Matrix::Zero(2, 2);
  truth << 0.1, 1, 0.1, 2;
  const auto errors = measure_errors(truth, prediction);
  EXPECT_FALSE(errors.nmse[0]);
  EXPECT_DOUBLE_EQ(errors.rmse[0], 0.1);
  EXPECT_EQ(*errors.nmse_mean, *errors.nmse[1]);
  EXPECT_FALSE(measure_errors(Matrix::Ones(3, 1), Matrix::Zero(3, 1)).nmse_mean);
}

TEST(NmseInterval, HoldsTheValueAndVanishesForEqualErrors) {
  Matrix truth(100, 1), prediction(100, 1);
  for (Index i = 0; i < 100; ++i) {
    truth(i, 0) = std::sin(0.7 * static_cast<double>(i));
    prediction(i, 0) = truth(i, 0) + (i % 7 == 0 ? 0.5 : 0.1);
  }
  const double value = *measure_errors(truth, prediction).nmse_mean;
  const auto interval = nmse_interval(truth, prediction, 10, 3);
  ASSERT_TRUE(interval);
  EXPECT_LT(interval->low, value);
  EXPECT_GT(interval->high, value);
  const auto equal = nmse_interval(truth, truth + Matrix::Constant(100, 1, 0.1), 10, 3);
  EXPECT_NEAR(equal->high, equal->low, 1e-12);
  EXPECT_FALSE(nmse_interval(truth, prediction, 100, 3));  // one block says nothing
}

}  // namespace
}  // namespace dlnn
