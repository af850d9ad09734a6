#include "dlnn/systems/friction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "dlnn/core/error.hpp"
#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

FrictionConfig matrix_friction() {
  FrictionConfig config = strong_friction("matrix");
  config.slip_matrix = {{1, 0}, {-1, 1}, {0.5, 2}};
  return config;
}

TEST(Friction, DissipatesIsOddAndEqualsMinusDampingTimesVelocity) {
  Random random(2);
  for (const auto& config : {strong_friction(), strong_friction("differences"), matrix_friction()}) {
    const Friction friction(2, config);
    for (int trial = 0; trial < 1000; ++trial) {
      const Vector qd = random_vector(2, std::pow(10.0, random.uniform(-6, 1)), random);
      const Matrix damping = friction.damping_matrix(qd);
      EXPECT_LT(qd.dot(friction.force(qd)), 0);
      EXPECT_EQ(friction.force(-qd), -friction.force(qd));
      EXPECT_LT((friction.force(qd) + damping * qd).norm(), 1e-12 * (1 + friction.force(qd).norm()));
      EXPECT_GE(Eigen::SelfAdjointEigenSolver<Matrix>(damping).eigenvalues().minCoeff(), -1e-12);
    }
  }
}

/// The closed forms of the four textbook laws at single speeds.
TEST(Friction, ReproducesTheTextbookLaws) {
  const double s = 0.7;
  const auto force = [&](const FrictionLawConfig& law) { return friction_coefficient(law, s) * s; };
  EXPECT_DOUBLE_EQ(force({.viscous = 2}), 1.4);
  EXPECT_DOUBLE_EQ(force({.quadratic = 2}), 2 * 0.49);
  EXPECT_NEAR(force({.coulomb = 3, .smoothing = 0.01}), 3, 1e-12);
  EXPECT_NEAR(force({.coulomb = 3, .smoothing = 0.5}), 3 * std::tanh(1.4), 1e-14);
  EXPECT_NEAR(force({.stribeck = 3, .stribeck_speed = 0.7, .smoothing = 0.01}), 3 / std::exp(1), 1e-12);
}

TEST(Friction, CoefficientIsFiniteAndContinuousAtRest) {
  const FrictionLawConfig law{.coulomb = 3, .smoothing = 0.1};
  EXPECT_DOUBLE_EQ(friction_coefficient(law, 0), 30);
  EXPECT_NEAR(friction_coefficient(law, 1e-3 * (1 - 1e-12)), friction_coefficient(law, 1e-3),
              1e-9);  // the series ends here
}

TEST(Friction, DifferencesActOnJointSpeedsOfAbsoluteAngles) {
  const Friction friction(2, {.slip = "differences", .laws = {{.viscous = 1}, {.viscous = 10}}});
  Vector qd(2);
  qd << 2, 5;
  EXPECT_EQ(friction.force(qd), (Vector(2) << -2 + 30, -30).finished());
}

TEST(Friction, NoLawMeansNoFriction) {
  EXPECT_EQ(Friction(3).force(Vector::Ones(3)), Vector::Zero(3));
  EXPECT_EQ(Friction(3).damping_matrix(Vector::Ones(3)), Matrix::Zero(3, 3));
}

TEST(Friction, RefusesWhatDoesNotFit) {
  EXPECT_THROW(Friction(3, {.laws = {{}, {}}}), ConfigError);
  EXPECT_THROW(Friction(2, {.slip = "matrix", .slip_matrix = {{1, 0, 0}}, .laws = {{}}}), ConfigError);
}

}  // namespace
}  // namespace dlnn::test
