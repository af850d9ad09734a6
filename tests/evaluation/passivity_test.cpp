#include "dlnn/evaluation/passivity.hpp"

#include <gtest/gtest.h>

#include "evaluation/analytic_model.hpp"

namespace dlnn {
namespace {

Samples some_samples() {
  Samples samples;
  samples.q = Matrix::Random(200, 2);
  samples.qd = 3 * Matrix::Random(200, 2);
  samples.qdd = Matrix::Random(200, 2);
  samples.tau = Matrix::Random(200, 2);
  return samples;
}

TEST(SobolPoints, FillTheCubeEvenly) {
  constexpr std::int64_t count = 4096;
  const Tensor points = sobol_points(count, 4);
  EXPECT_TRUE(((points >= 0) & (points < 1)).all().item<bool>());
  for (std::int64_t d = 0; d < 4;
       ++d) {  // every interval of length 1/64 holds its share, give or take the point left out
    const Tensor counts = torch::histc(points.select(1, d), 64, 0, 1);
    EXPECT_LE((counts - count / 64).abs().max().item<double>(), 1) << d;
  }
  EXPECT_NEAR((points.select(1, 0) * points.select(1, 3)).mean().item<double>(), 0.25, 2e-3);
}

TEST(ProbeStates, CoverThreeTimesTheBoxAndManySpeeds) {
  const auto samples = some_samples();
  const auto states = probe_states(samples, 20000);
  const double reach = 1.5 * (samples.q.col(0).maxCoeff() - samples.q.col(0).minCoeff());
  const double centre = (samples.q.col(0).maxCoeff() + samples.q.col(0).minCoeff()) / 2;
  EXPECT_NEAR(states.q.select(1, 0).max().item<double>(), centre + reach, 1e-2 * reach);
  const Tensor speed = states.qd.select(1, 1), size = speed.abs();
  const double fastest = 3 * samples.qd.col(1).cwiseAbs().maxCoeff();
  EXPECT_NEAR(size.max().item<double>(), fastest, 1e-2 * fastest);
  EXPECT_LT(size.min().item<double>(), 1.1e-5 * fastest);
  EXPECT_NEAR((speed > 0).to(torch::kFloat64).mean().item<double>(), 0.5, 1e-2);
  EXPECT_NEAR((size < 1e-3 * fastest).to(torch::kFloat64).mean().item<double>(), 0.4, 1e-2);  // two of five decades
}

TEST(Passivity, PassesAPassiveModel) {
  PendulumModel model(2, 0.3);
  const auto result = measure_passivity(model, probe_states(some_samples(), 1 << 12));
  ASSERT_TRUE(result);
  EXPECT_LE(result->max_power, 0);
  EXPECT_EQ(result->share_positive, 0);
  EXPECT_EQ(*result->injected, 0);
}

TEST(Passivity, FindsADrivingModelEvenAsABlackBox) {
  auto model = std::make_shared<PendulumModel>(2, -0.3);
  BlackBox box(model);
  const auto states = probe_states(some_samples(), 1 << 12);
  for (DynamicsModel* each : {static_cast<DynamicsModel*>(model.get()), static_cast<DynamicsModel*>(&box)}) {
    const auto result = measure_passivity(*each, states);
    EXPECT_EQ(result->share_positive, 1);
    EXPECT_NEAR(result->max_power, 0.3 * states.qd.square().sum(1).max().item<double>(), 1e-9);
    EXPECT_FALSE(result->injected);  // nothing is dissipated
  }
}

TEST(Passivity, OfQuadraticDragWithTheWrongSignIsHalf) {
  PendulumModel model(1, 0, 1.0);  // F_d = −q̇², whatever the direction: drives half of the states
  Samples samples = some_samples();
  for (Matrix* values : {&samples.q, &samples.qd, &samples.qdd, &samples.tau}) *values = values->leftCols(1).eval();
  const auto result = measure_passivity(model, probe_states(samples, 1 << 14));
  EXPECT_NEAR(result->share_positive, 0.5, 1e-2);
  EXPECT_NEAR(*result->injected, 1, 5e-2);
}

TEST(FrictionForce, OfABlackBoxIsTheOddPartOfItsTorque) {
  BlackBox box(std::make_shared<PendulumModel>(2, 0.3, 0.1));
  const Tensor q = torch::rand({5, 2}, torch::kFloat64), qd = torch::rand({5, 2}, torch::kFloat64);
  EXPECT_LT((friction_force(box, q, qd) + 0.3 * qd).abs().max().item<double>(), 1e-14);
}

TEST(Absorption, IsZeroForACleanSplit) {
  PendulumModel model(2, 0.3);
  const auto result = measure_absorption(model, some_samples());
  EXPECT_LT(*result.dissipation_even, 1e-15);
  EXPECT_LT(*result.conservative_odd, 1e-15);
}

TEST(Absorption, FindsWhatIsOnTheWrongSide) {
  PendulumModel model(2, 0.3, 0.2, 0.5);
  const auto samples = some_samples();
  const auto result = measure_absorption(model, samples);
  const Matrix even = 0.2 * samples.qd.array().square(), odd = 0.3 * samples.qd;
  EXPECT_NEAR(*result.dissipation_even, even.norm() / std::hypot(even.norm(), odd.norm()), 1e-12);
  const Matrix absorbed = 0.5 * samples.qd, natural = samples.qdd.array() + samples.q.array().sin();
  EXPECT_NEAR(*result.conservative_odd, absorbed.norm() / std::hypot(absorbed.norm(), natural.norm()), 1e-12);
}

TEST(Absorption, DoesNotApplyWithoutASplit) {
  PendulumModel frictionless(2);
  EXPECT_FALSE(measure_absorption(frictionless, some_samples()).dissipation_even);
  BlackBox box(std::make_shared<PendulumModel>(2, 0.3));
  EXPECT_FALSE(measure_absorption(box, some_samples()).conservative_odd);
}

}  // namespace
}  // namespace dlnn
