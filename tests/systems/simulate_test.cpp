#include "dlnn/systems/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/systems/multisine.hpp"
#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

SimulateConfig small_config(const std::string& actuation) {
  SimulateConfig config;
  config.seed = 5;
  config.system = planar_config("planar_arm", 2);
  config.system.friction = strong_friction();
  config.initial = {.range = {0.5}, .speed = {1.0}};
  config.actuation = {.type = actuation, .amplitude = {0.8}};
  config.recording = {.train = 2, .valid = 1, .test = 1, .duration = 0.5, .dt = 0.01, .mantissa_bits = 53};
  return config;
}

TEST(Simulate, SamplesSatisfyTheEquationOfMotion) {
  for (const char* actuation : {"none", "torque", "tracking"}) {
    const SimulateConfig config = small_config(actuation);
    const auto system = make_system(config.system);
    const TrajectoryDataset dataset = simulate(config);
    ASSERT_EQ(dataset.trajectories.size(), 4U);
    EXPECT_EQ(dataset.info.free_swing, std::string(actuation) == "none");
    for (const Trajectory& motion : dataset.trajectories) {
      ASSERT_EQ(motion.samples(), 51);
      for (Index k = 0; k < motion.samples(); ++k) {
        const Vector tau = system->inverse_dynamics(motion.q.row(k), motion.qd.row(k), motion.qdd.row(k));
        EXPECT_LT((tau - motion.tau.row(k).transpose()).norm(), 1e-10);
      }
    }
  }
}

/// Work and energy over the whole trajectory: ΔH = ∫q̇ᵀ(τ + F_d)dt by Simpson's rule.
TEST(Simulate, EnergyChangesByTheWorkDone) {
  SimulateConfig config = small_config("torque");
  config.recording.dt = 1e-3;
  const auto system = make_system(config.system);
  const Trajectory motion = simulate(config).trajectories.front();
  double work = 0;
  for (Index k = 0; k < motion.samples(); ++k) {
    const double weight = k == 0 || k + 1 == motion.samples() ? 1 : (k % 2 == 1 ? 4 : 2);
    const Vector force = motion.tau.row(k).transpose() + system->dissipative_force(motion.q.row(k), motion.qd.row(k));
    work += weight * 1e-3 / 3 * motion.qd.row(k).dot(force);
  }
  const Index last = motion.samples() - 1;
  const double change =
      system->energy(motion.q.row(last), motion.qd.row(last)) - system->energy(motion.q.row(0), motion.qd.row(0));
  EXPECT_NEAR(work, change, 1e-6 * (1 + std::abs(change)));
}

TEST(Simulate, MoreSubstepsChangeNothingVisible) {
  SimulateConfig config = small_config("tracking");
  const Matrix coarse = simulate(config).trajectories.back().q;
  config.recording.substeps *= 2;
  EXPECT_LT((simulate(config).trajectories.back().q - coarse).cwiseAbs().maxCoeff(), 1e-6);
}

TEST(Simulate, TrajectoriesDifferButRepeatForTheSameSeed) {
  const SimulateConfig config = small_config("tracking");
  const TrajectoryDataset first = simulate(config);
  const TrajectoryDataset second = simulate(config);
  EXPECT_EQ(first.trajectories[1].q, second.trajectories[1].q);
  EXPECT_NE(first.trajectories[0].q, first.trajectories[1].q);
  SimulateConfig longer = config;  // a trajectory does not depend on how many others there are
  longer.recording.train = 3;
  EXPECT_EQ(simulate(longer).trajectories[1].q, first.trajectories[1].q);
}

TEST(Simulate, NoiseHasTheGivenDeviationAndKeepsTheExactValues) {
  SimulateConfig config = small_config("torque");
  const Matrix exact = simulate(config).trajectories[0].q;
  config.recording.position_noise = {0.01, 0.0};
  config.recording.torque_noise = {0.3};
  config.recording.duration = 5;
  const Trajectory motion = simulate(config).trajectories[0];
  EXPECT_EQ(motion.channels.at("q_exact").topRows(exact.rows()), exact);
  const Matrix error = motion.q - motion.channels.at("q_exact");
  EXPECT_NEAR(std::sqrt(error.col(0).array().square().mean()), 0.01, 0.001);
  EXPECT_EQ(error.col(1).norm(), 0);
  const Matrix torque_error = motion.tau - motion.channels.at("tau_exact");
  EXPECT_NEAR(std::sqrt(torque_error.array().square().mean()), 0.3, 0.03);
}

TEST(Simulate, DerivativesAreLeftOutAndMantissasRoundedOnRequest) {
  SimulateConfig config = small_config("none");
  const Matrix exact = simulate(config).trajectories[0].q;
  config.recording.derivatives = "none";
  config.recording.mantissa_bits = 20;
  const Trajectory motion = simulate(config).trajectories[0];
  EXPECT_EQ(motion.qd.size(), 0);
  EXPECT_EQ(motion.qdd.size(), 0);
  const Matrix relative = (motion.q - exact).cwiseQuotient(exact).cwiseAbs();
  EXPECT_LE(relative.maxCoeff(), 0x1p-20);
  EXPECT_GT(relative.maxCoeff(), 0x1p-22);
  for (const double value : motion.q.reshaped()) EXPECT_EQ(static_cast<double>(static_cast<float>(value)), value);
}

TEST(Simulate, TrackingFollowsItsReference) {
  SimulateConfig config = small_config("tracking");
  config.initial = {.center = {0.4, -0.7}};
  config.actuation.amplitude = {0.3};
  config.actuation.stiffness = {2000};
  config.actuation.damping = {60};
  config.recording.duration = 3;
  for (const Trajectory& motion : simulate(config).trajectories) {
    const Matrix deviation = motion.q.rowwise() - Eigen::RowVector2d(0.4, -0.7);
    EXPECT_LT(deviation.cwiseAbs().maxCoeff(), 0.33);
    EXPECT_GT(deviation.cwiseAbs().maxCoeff(), 0.03);
  }
}

TEST(Simulate, RefusesListsAndFrequenciesThatDoNotFit) {
  SimulateConfig config = small_config("torque");
  config.actuation.amplitude = {1, 2, 3};
  EXPECT_THROW((void)simulate(config), ConfigError);
  config = small_config("torque");
  config.actuation.lowest_frequency = 2;
  EXPECT_THROW((void)simulate(config), ConfigError);
  config = small_config("none");
  config.recording.dt = 1e-9;
  EXPECT_THROW((void)simulate(config), ConfigError);
}

TEST(Simulate, ProgressCountsTrajectoriesAndMayStop) {
  std::int64_t last = 0;
  (void)simulate(small_config("none"), [&](std::int64_t done, std::int64_t total) {
    EXPECT_EQ(done, ++last);
    EXPECT_EQ(total, 4);
  });
  EXPECT_EQ(last, 4);
  EXPECT_THROW((void)simulate(small_config("none"), [](auto, auto) { throw Interrupted("stop"); }), Interrupted);
}

TEST(Multisine, StaysWithinItsAmplitudeAndRateIsItsDerivative) {
  Random random(12);
  const Vector amplitude = (Vector(2) << 0.5, 2.0).finished();
  const Multisine signal(amplitude, 0.2, 3.0, 5, random);
  for (double t = 0; t < 20; t += 0.01) {
    EXPECT_TRUE((signal.value(t).cwiseAbs().array() <= amplitude.array()).all());
    const Vector slope = (signal.value(t + 1e-5) - signal.value(t - 1e-5)) / 2e-5;
    EXPECT_LT((slope - signal.rate(t)).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace dlnn::test
