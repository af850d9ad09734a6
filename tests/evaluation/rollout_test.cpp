#include "dlnn/evaluation/rollout.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/evaluation/energy.hpp"
#include "dlnn/evaluation/evaluation.hpp"
#include "dlnn/evaluation/lyapunov.hpp"
#include "evaluation/pendulum_motion.hpp"

namespace dlnn {
namespace {

const auto ignore_progress = [](std::int64_t, std::int64_t) {};

Rollouts simulated(DynamicsModel& model, const Trajectory& motion, const RolloutOptions& options) {
  auto rollouts = measured_windows({&motion}, 0.01, options);
  simulate(model, rollouts, options, ignore_progress);
  return rollouts;
}

TEST(PlanWindows, OverlapByHalfAndStayInside) {
  const auto plan = plan_windows(10, {.horizon = 3});
  EXPECT_EQ(plan.starts, (std::vector<double>{0, 1.5, 3, 4.5, 6}));
  EXPECT_DOUBLE_EQ(plan.length, 3);
  const auto short_motion = plan_windows(2, {.horizon = 3});
  EXPECT_EQ(short_motion.starts, std::vector<double>{0});
  EXPECT_DOUBLE_EQ(short_motion.length, 2);
  EXPECT_EQ(plan_windows(10, {.horizon = 3, .starts = 2}).starts, (std::vector<double>{0, 7}));
}

TEST(Rollout, OfTheTrueModelFollowsTheMotion) {
  PendulumModel model(2, 0.3);
  const auto motion = pendulum_motion(0.3, 6);
  for (const char* integrator : {"auto", "rk4", "strang", "dormand_prince"}) {
    RolloutOptions options;
    options.integrator = integrator;
    const auto rollouts = simulated(model, motion, options);
    ASSERT_EQ(rollouts.windows.size(), 3u);
    for (const auto& window : rollouts.windows) {
      EXPECT_LT((window.q - window.measured_q).cwiseAbs().maxCoeff(), 1e-3) << integrator;  // torque is interpolated
      EXPECT_FALSE(window.diverged);
    }
  }
}

TEST(Rollout, FollowsABlackBoxToo) {
  BlackBox model(std::make_shared<PendulumModel>(2, 0.3));
  const auto rollouts = simulated(model, pendulum_motion(0.3, 3), {});
  EXPECT_EQ(rollouts.integrator, "rk4");
  EXPECT_LT((rollouts.windows[0].q - rollouts.windows[0].measured_q).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(Rollout, DivergenceEndsOneWindowAndGivesNoNan) {
  PendulumModel model(2, 0, -1);  // q̈ = … + q̇²: blows up from fast starts
  Trajectory slow = pendulum_motion(0, 1), fast = slow;
  slow.q *= 0.01;
  slow.qd *= 0.01;
  fast.qd = fast.qd.array() + 20;
  auto rollouts = measured_windows({&slow, &fast}, 0.01, {.zero_torque = true});
  simulate(model, rollouts, {.integrator = "rk4"}, ignore_progress);
  EXPECT_FALSE(rollouts.windows[0].diverged);
  ASSERT_TRUE(rollouts.windows[1].diverged);
  EXPECT_LT(*rollouts.windows[1].diverged, 0.5);
  const ConfigurationDistance distance({JointType::revolute, JointType::revolute}, {1, 1});
  const auto errors = summarise_rollouts(rollouts, distance, 0);
  EXPECT_EQ(errors.diverged, 1);
  for (const auto& time : errors.prediction_times) EXPECT_TRUE(std::isfinite(time.median + time.p10 + time.p90));
  for (const auto& [time, rmse] : errors.rmse) EXPECT_TRUE(std::isfinite(rmse)) << time;
}

TEST(Rollout, NeedsKnownIntegratorAndPositiveHorizon) {
  PendulumModel model(2);
  const auto motion = pendulum_motion(0, 1);
  EXPECT_THROW(simulated(model, motion, {.integrator = "magic"}), ConfigError);
  EXPECT_THROW((void)measured_windows({&motion}, 0.01, {.horizon = 0}), ConfigError);
}

TEST(FreeStart, ConservesEnergyWithoutFriction) {
  PendulumModel model(1);
  Vector q(1), qd(1);
  q << 1;
  qd << 0.5;
  auto rollouts = free_start(q, qd, 0.01, 5);
  simulate(model, rollouts, {}, ignore_progress);
  const auto& window = rollouts.windows[0];
  EXPECT_EQ(window.q.rows(), 501);
  const double start = 0.125 + 1 - std::cos(1.0);
  for (Index k = 0; k <= 500; k += 100)
    EXPECT_NEAR(0.5 * window.qd(k, 0) * window.qd(k, 0) + 1 - std::cos(window.q(k, 0)), start, 1e-8);
}

TEST(EnergyBalance, ClosesForTheTrueModelOnly) {
  const auto motion = pendulum_motion(0.3, 6);
  PendulumModel right(2, 0.3), wrong(2, 0);
  EXPECT_LT(*energy_balance(right, {&motion}), 1e-4);
  EXPECT_GT(*energy_balance(wrong, {&motion}), 0.05);
  Trajectory still = motion;
  still.tau.setZero();
  EXPECT_FALSE(energy_balance(wrong, {&still}));  // no power flows
}

TEST(EnergyError, IsSmallForTheTrueModel) {
  PendulumModel model(2, 0.3);
  const auto rollouts = simulated(model, pendulum_motion(0.3, 6), {});
  EXPECT_LT(*energy_error(model, rollouts, 1.0), 1e-3);
}

TEST(LyapunovExponent, OfAnUnstableEquilibriumIsItsRate) {
  PendulumModel model(1);
  Trajectory upright = pendulum_motion(0, 4);
  upright.q = Matrix::Constant(upright.samples(), 1, M_PI);
  upright.qd = upright.qdd = upright.tau = Matrix::Zero(upright.samples(), 1);
  Scales scales;
  scales.q_std = scales.qd_rms = {1};
  const auto exponent = lyapunov_exponent(model, simulated(model, upright, {}), scales);
  ASSERT_TRUE(exponent);
  EXPECT_NEAR(*exponent, 1, 1e-3);  // δ̈ = δ
  EXPECT_FALSE(lyapunov_exponent(model, simulated(model, upright, {.horizon = 0.5}), scales));
}

}  // namespace
}  // namespace dlnn
