#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "dlnn/integrators/integrate.hpp"
#include "integrators/examples.hpp"

namespace dlnn::test {
namespace {

constexpr double duration = 2.0;

CoupledOscillators smooth_system() {
  return {.viscous = 0.3, .quadratic = 0.2, .drive = 0.7};
}

State reference() {
  auto system = smooth_system();
  State end = start;
  integrate("rk4", system, 0.0, start, duration / 20000, 20000, [&](auto, double, const State& s) { end = s; });
  return end;
}

template <class Scheme>
double error_with(std::int64_t steps, const State& exact) {
  auto system = smooth_system();
  State end = start;
  integrate_fixed<Scheme>(system, 0.0, start, duration / static_cast<double>(steps), steps,
                          [&](auto, double, const State& s) { end = s; });
  return (end.q - exact.q).norm() + (end.qd - exact.qd).norm();
}

template <class Scheme>
void expect_order(double order, std::int64_t steps) {
  const State exact = reference();
  const double measured = std::log2(error_with<Scheme>(steps, exact) / error_with<Scheme>(2 * steps, exact));
  EXPECT_NEAR(measured, order, 0.15) << Scheme::name;
}

TEST(IntegratorOrder, ExplicitEulerIsOne) {
  expect_order<ExplicitEuler>(1, 4000);
}
TEST(IntegratorOrder, SemiImplicitEulerIsOne) {
  expect_order<SemiImplicitEuler>(1, 4000);
}
TEST(IntegratorOrder, RungeKutta4IsFour) {
  expect_order<RungeKutta4>(4, 80);
}
TEST(IntegratorOrder, DormandPrinceIsFive) {
  expect_order<DormandPrince>(5, 40);
}
TEST(IntegratorOrder, StrangIsTwo) {
  expect_order<StrangSplitting>(2, 400);
}

/// Largest error of the continuous extension inside one step from `start`.
double dense_error(double h) {
  auto system = smooth_system();
  const auto step = DormandPrince::full_step(system, 0.0, start, system.acceleration(0, start.q, start.qd), h);
  double worst = 0;
  for (const double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    State exact = start;
    integrate_fixed<DormandPrince>(system, 0.0, start, theta * h / 50, 50,
                                   [&](auto, double, const State& s) { exact = s; });
    const State dense = step.interpolate(theta);
    worst = std::max(worst, (dense.q - exact.q).norm() + (dense.qd - exact.qd).norm());
  }
  return worst;
}

TEST(DormandPrince, DenseOutputIsOfOrderFour) {
  EXPECT_NEAR(std::log2(dense_error(0.1) / dense_error(0.05)), 5, 0.2);  // local error O(h⁵)
}

TEST(DormandPrince, DenseOutputMeetsBothEndsOfTheStep) {
  auto system = smooth_system();
  const auto step = DormandPrince::full_step(system, 0.0, start, system.acceleration(0, start.q, start.qd), 0.3);
  EXPECT_EQ(step.interpolate(0).q, start.q);
  EXPECT_LT((step.interpolate(1).q - step.end.q).norm(), 1e-15);
  EXPECT_LT((step.interpolate(1).qd - step.end.qd).norm(), 1e-15);
}

TEST(DormandPrince, AdaptiveErrorFollowsTheTolerance) {
  const State exact = reference();
  double previous = 1;
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    auto system = smooth_system();
    State end = start;
    integrate_adaptive(system, 0.0, start, duration / 10, 10, [&](auto, double, const State& s) { end = s; },
                       {.relative = tolerance, .absolute = tolerance});
    const double error = (end.q - exact.q).norm();
    EXPECT_LT(error, 30 * tolerance);
    EXPECT_LT(error, previous / 50);
    previous = error;
  }
}

}  // namespace
}  // namespace dlnn::test
