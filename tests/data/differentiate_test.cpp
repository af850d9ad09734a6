#include "dlnn/data/differentiate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "support.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;

double relative_error(const Matrix& found, const Matrix& wanted) {
  return (found - wanted).norm() / wanted.norm();
}

/// Errors of value, first and second derivative of sin(2t) + cos(5t).
Vector sine_errors(double dt, const std::function<Derivatives(const Matrix&, double)>& method) {
  const Index samples = static_cast<Index>(std::lround(6.0 / dt)) + 1;
  const Vector t = Vector::LinSpaced(samples, 0, static_cast<double>(samples - 1)) * dt;
  const auto x = [&] { return Matrix((2 * t.array()).sin() + (5 * t.array()).cos()); };
  const Derivatives found = method(x(), dt);
  const Eigen::ArrayXd inner = t.segment(found.trimmed, found.value.rows()).array();
  Vector errors(3);
  errors(0) = relative_error(found.value, Matrix((2 * inner).sin() + (5 * inner).cos()));
  errors(1) = relative_error(found.first, Matrix(2 * (2 * inner).cos() - 5 * (5 * inner).sin()));
  errors(2) = relative_error(found.second, Matrix(-4 * (2 * inner).sin() - 25 * (5 * inner).cos()));
  return errors;
}

TEST(SavitzkyGolay, IsExactForPolynomialsUpToItsOrder) {
  const double dt = 0.013;
  for (const Index order : {2, 3, 5}) {
    const Vector t = Vector::LinSpaced(40, -0.2, -0.2 + 39 * dt);
    const auto p = static_cast<double>(order);
    const Derivatives found = savitzky_golay(Matrix(t.array().pow(p)), dt, 9, order);
    const Eigen::ArrayXd inner = t.segment(found.trimmed, found.value.rows()).array();
    EXPECT_LT(relative_error(found.value, Matrix(inner.pow(p))), 1e-12);
    EXPECT_LT(relative_error(found.first, Matrix(p * inner.pow(p - 1))), 1e-11);
    EXPECT_LT(relative_error(found.second, Matrix(p * (p - 1) * inner.pow(p - 2))), 1e-9);
  }
}

TEST(SavitzkyGolay, ConvergesWithTheStep) {
  const auto method = [](const Matrix& x, double dt) { return savitzky_golay(x, dt, 7, 3); };
  const Vector coarse = sine_errors(0.02, method);
  const Vector fine = sine_errors(0.01, method);
  EXPECT_NEAR(std::log2(coarse(0) / fine(0)), 4.0, 0.1);  // odd orders gain one by symmetry
  EXPECT_NEAR(std::log2(coarse(1) / fine(1)), 4.0, 0.1);
  EXPECT_NEAR(std::log2(coarse(2) / fine(2)), 2.0, 0.1);
}

TEST(SavitzkyGolay, TrimsHalfAWindowAndRefusesTooFewSamples) {
  EXPECT_EQ(savitzky_golay(Matrix::Ones(20, 1), 0.1, 11, 3).value.rows(), 10);
  EXPECT_THAT(message_of<DataError>([] { (void)savitzky_golay(Matrix::Ones(10, 1), 0.1, 11, 3, "here"); }),
              HasSubstr("here: 10 samples"));
  EXPECT_THROW((void)savitzky_golay(Matrix::Ones(20, 1), 0.1, 10, 3), ConfigError);
}

TEST(Butterworth, HasTheSquaredMagnitudeAndNoPhase) {
  const double dt = 0.002;
  const double cutoff = 12.0;
  const Index samples = 8000;
  const Vector t = Vector::LinSpaced(samples, 0, static_cast<double>(samples - 1)) * dt;
  for (const double frequency : {3.0, 12.0, 30.0}) {
    const Eigen::ArrayXd angle = 2 * std::numbers::pi * frequency * t.array();
    const Matrix y = butterworth_filtfilt(Matrix(angle.sin()), dt, cutoff);
    // Far from the ends the output is the input times |H|², |H|² = 1/(1 + (tan πf dt / tan πf_c dt)⁸).
    const double ratio = std::tan(std::numbers::pi * frequency * dt) / std::tan(std::numbers::pi * cutoff * dt);
    const double gain = 1.0 / (1.0 + std::pow(ratio, 2 * butterworth_order));
    const Matrix middle = y.middleRows(2000, 4000);
    EXPECT_LT((middle.array() - gain * angle.segment(2000, 4000).sin()).abs().maxCoeff(), 1e-9) << frequency << " Hz";
  }
}

TEST(Butterworth, KeepsStraightLines) {
  const Vector t = Vector::LinSpaced(300, 0, 2.99);
  const Matrix line = 3.0 * t.array() - 1.0;
  const Derivatives found = butterworth(line, 0.01, 5.0);
  EXPECT_LT((found.first.array() - 3.0).abs().maxCoeff(), 1e-4);
  EXPECT_LT(found.second.cwiseAbs().maxCoeff(), 3e-3);
  EXPECT_EQ(found.trimmed, 20);
}

TEST(Butterworth, DifferentiatesWhatIsFarBelowTheCutOff) {
  const Vector errors = sine_errors(0.002, [](const Matrix& x, double dt) { return butterworth(x, dt, 20.0); });
  EXPECT_LT(errors(0), 1e-4);
  EXPECT_LT(errors(1), 1e-3);
  EXPECT_LT(errors(2), 5e-3);  // what is left of the reflection at the ends
}

TEST(Butterworth, RefusesACutOffBeyondNyquist) {
  EXPECT_THAT(message_of<DataError>([] { (void)butterworth(Matrix::Ones(100, 1), 0.01, 50.0, "here"); }),
              HasSubstr("half the sampling rate, 50 Hz"));
  EXPECT_THAT(message_of<DataError>([] { (void)butterworth(Matrix::Ones(12, 1), 0.01, 5.0, "here"); }),
              HasSubstr("here: 12 samples"));
}

TEST(Differentiate, FindsSpeedAndAccelerationOfWrappedAngles) {
  Trajectory trajectory;
  trajectory.t = Vector::LinSpaced(500, 0, 4.99);
  trajectory.q = Matrix(500, 2);
  trajectory.q.col(0) =
      (8.0 * trajectory.t.array()).unaryExpr([](double a) { return std::remainder(a, 2 * std::numbers::pi); });
  trajectory.q.col(1) = trajectory.t.array().square();
  trajectory.tau = Matrix::Ones(500, 2);
  const Trajectory found = differentiate(trajectory, {JointType::revolute, JointType::prismatic}, {});
  EXPECT_EQ(found.samples(), 490);
  EXPECT_EQ(found.t(0), trajectory.t(5));
  EXPECT_LT((found.qd.col(0).array() - 8.0).abs().maxCoeff(), 1e-9);
  EXPECT_LT((found.qd.col(1) - 2.0 * found.t).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((found.qdd.col(1).array() - 2.0).abs().maxCoeff(), 1e-7);
}

TEST(Differentiate, RefusesUnevenSampling) {
  Trajectory trajectory = sine_trajectory(100, 1, 0.01, 0);
  trajectory.name = "run 7";
  trajectory.t(50) += 0.004;
  const std::string message = message_of<DataError>([&] { (void)differentiate(trajectory, {}, {}); });
  EXPECT_THAT(message, HasSubstr("trajectory run 7: t of sample 50"));
  EXPECT_THAT(message, HasSubstr("--resample"));
}

TEST(Unwrap, RemovesJumpsOfRevoluteJointsOnly) {
  Matrix q(5, 2);
  q << 3.0, 3.0, -3.1, -3.1, 3.0, 3.0, -3.1, -3.1, -2.0, -2.0;
  const Matrix before = q;
  EXPECT_EQ(unwrap(q, {JointType::revolute, JointType::prismatic}), (std::vector<Index>{3, 0}));
  EXPECT_EQ(q.col(1), before.col(1));
  EXPECT_NEAR(q(4, 0), -2.0 + 2 * std::numbers::pi, 1e-12);
}

}  // namespace
}  // namespace dlnn
