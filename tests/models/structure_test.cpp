// What the structure promises for any weights: passivity, parity, definiteness, units, gauge.

#include <gtest/gtest.h>

#include "dlnn/core/error.hpp"
#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

using testing::random_model;
using testing::random_spec;
using testing::random_states;
using testing::relative_error;

std::shared_ptr<ComposedModel> composed(const ModelSpec& spec, std::uint64_t seed = 1, double scale = 0.3) {
  return std::dynamic_pointer_cast<ComposedModel>(random_model(spec, seed, scale));
}

class EveryPreset : public ::testing::TestWithParam<const char*> {
 protected:
  ModelSpec spec(const std::string& slip = "identity") const {
    ModelSpec result = random_spec("dlnn", 3);
    result.config.dissipation.preset = GetParam();
    result.config.dissipation.slip = slip;
    result.config.dissipation.rank = 2;
    return result;
  }
};

TEST_P(EveryPreset, DissipatesForAnyWeightsAndSpeeds) {
  const torch::NoGradGuard no_grad;
  Random random(3);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto model =
        composed(spec(seed % 2 == 0 ? "identity" : "differences"), seed, 1.0 + static_cast<double>(seed % 4));
    const Tensor q = testing::random_tensor(random, {1000, 3}, 3);
    const Tensor exponent = torch::linspace(-6, 1, 1000, torch::kFloat64).unsqueeze(-1);
    const Tensor qd = testing::random_tensor(random, {1000, 3}, 1.5) * torch::pow(10.0, exponent);
    const Tensor power = (qd * model->dissipative_force(q, qd)).sum(-1);
    ASSERT_LE(power.max().item<double>(), 0.0) << "seed " << seed;
  }
}

TEST_P(EveryPreset, ForceIsOddAndEulerLagrangeIsEvenInVelocity) {
  const torch::NoGradGuard no_grad;
  const auto model = composed(spec());
  const auto s = random_states(50, 3);
  EXPECT_LT(relative_error(model->dissipative_force(s.q, -s.qd), -model->dissipative_force(s.q, s.qd)), 1e-14);
  EXPECT_LT(relative_error(model->euler_lagrange(s.q, -s.qd, s.qdd), model->euler_lagrange(s.q, s.qd, s.qdd)), 1e-13);
}

TEST_P(EveryPreset, DampingMatrixGivesTheForceAndIsPositiveSemidefinite) {
  const torch::NoGradGuard no_grad;
  const auto model = composed(spec("differences"));
  const auto s = random_states(50, 3);
  const Tensor damping = model->damping_matrix(s.q, s.qd);
  EXPECT_LT(relative_error(-damping.matmul(s.qd.unsqueeze(-1)).squeeze(-1), model->dissipative_force(s.q, s.qd)),
            1e-13);
  EXPECT_LT(relative_error(damping, damping.mT()), 1e-15);
  EXPECT_GE(torch::linalg_eigvalsh(damping).min().item<double>(), -1e-12 * damping.abs().max().item<double>());
}

INSTANTIATE_TEST_SUITE_P(Channels, EveryPreset,
                         ::testing::Values("viscous", "viscous+coulomb", "stribeck", "stribeck+config", "full"));

TEST(Structure, MassMatrixIsSymmetricPositiveDefinite) {
  const torch::NoGradGuard no_grad;
  const auto model = composed(random_spec("delan", 6), 4, 1.0);
  const Tensor mass = model->mass_matrix(random_states(200, 6).q, {});
  EXPECT_LT(relative_error(mass, mass.mT()), 1e-14);
  EXPECT_GT(torch::linalg_eigvalsh(mass).min().item<double>(), 0);
}

TEST(Structure, AngleAndItsFullTurnAreTheSameConfiguration) {
  const torch::NoGradGuard no_grad;
  for (const char* type : {"mlp", "lnn", "delan", "dlnn"}) {
    const auto model = random_model(random_spec(type, 3, true));
    const auto s = random_states(10, 3);
    Tensor turned = s.q.clone();
    turned.select(1, 0).add_(2 * M_PI);
    EXPECT_LT(relative_error(model->inverse_dynamics(turned, s.qd, s.qdd), model->inverse_dynamics(s.q, s.qd, s.qdd)),
              1e-12)
        << type;
    turned.select(1, 2).add_(2 * M_PI);  // prismatic: not periodic
    EXPECT_GT(relative_error(model->inverse_dynamics(turned, s.qd, s.qdd), model->inverse_dynamics(s.q, s.qd, s.qdd)),
              1e-3)
        << type;
  }
}

/// The same data with the prismatic coordinate in mm instead of m, and energy in mJ: forces of revolute joints × 1000,
/// of the prismatic × 1.
TEST(Structure, PredictionsDoNotDependOnTheUnitsOfTheData) {
  const torch::NoGradGuard no_grad;
  for (const char* type : {"mlp", "lnn", "delan", "dlnn"}) {
    ModelSpec metres = random_spec(type, 2, true);
    ModelSpec millimetres = metres;
    for (auto* scale : {&millimetres.scales.q_mean, &millimetres.scales.q_std, &millimetres.scales.qd_rms,
                        &millimetres.scales.qdd_rms}) {
      (*scale)[1] *= 1000;
    }
    millimetres.scales.tau_rms[0] *= 1000;
    const Tensor length = torch::tensor({1.0, 1000.0}, torch::kFloat64);
    const Tensor force = torch::tensor({1000.0, 1.0}, torch::kFloat64);
    const auto s = random_states(10, 2);
    const auto a = random_model(metres);
    const auto b = random_model(millimetres);
    EXPECT_LT(relative_error(b->inverse_dynamics(s.q * length, s.qd * length, s.qdd * length),
                             a->inverse_dynamics(s.q, s.qd, s.qdd) * force),
              1e-11)
        << type;
    EXPECT_LT(relative_error(b->forward_dynamics(s.q * length, s.qd * length, s.tau * force),
                             a->forward_dynamics(s.q, s.qd, s.tau) * length),
              1e-8)
        << type;
  }
}

TEST(Structure, EnergyScaleIsAGaugeOfFreeMotion) {
  const torch::NoGradGuard no_grad;
  ModelSpec spec = random_spec("dlnn", 2);
  spec.config.dissipation.preset = "full";
  const auto model = composed(spec);
  const auto s = random_states(20, 2);
  const Tensor zero = torch::zeros_like(s.tau);
  const Tensor motion = model->forward_dynamics(s.q, s.qd, zero);
  const Tensor mass = model->mass_matrix(s.q, s.qd);
  const Tensor energy = model->energy(s.q, s.qd);
  model->scale_energy(7.5);
  EXPECT_LT(relative_error(model->forward_dynamics(s.q, s.qd, zero), motion), 1e-11);
  EXPECT_LT(relative_error(model->mass_matrix(s.q, s.qd), 7.5 * mass), 1e-13);
  EXPECT_LT(relative_error(model->energy(s.q, s.qd), 7.5 * energy), 1e-13);
}

TEST(Structure, SinglePrecisionAgreesWithDouble) {
  const torch::NoGradGuard no_grad;
  for (const char* type : {"mlp", "lnn", "delan", "dlnn"}) {
    const ModelSpec spec = random_spec(type, 4);
    const auto exact = make_model(spec, torch::kFloat64, 5);
    const auto single = make_model(spec, torch::kFloat32, 5);
    const auto s = random_states(30, 4);
    const auto f = [](const Tensor& t) { return t.to(torch::kFloat32); };
    EXPECT_LT(relative_error(single->inverse_dynamics(f(s.q), f(s.qd), f(s.qdd)).to(torch::kFloat64),
                             exact->inverse_dynamics(s.q, s.qd, s.qdd)),
              1e-5)
        << type;
    EXPECT_LT(relative_error(single->forward_dynamics(f(s.q), f(s.qd), f(s.tau)).to(torch::kFloat64),
                             exact->forward_dynamics(s.q, s.qd, s.tau)),
              1e-3)
        << type;
  }
}

TEST(Structure, FreeSwingAndPassiveJointsHaveFiniteScales) {
  const torch::NoGradGuard no_grad;
  for (const double other : {0.0, 2.0}) {
    ModelSpec spec = random_spec("dlnn", 2);
    spec.scales.tau_rms = {0.0, other};
    const auto model = random_model(spec);
    const auto s = random_states(10, 2);
    EXPECT_TRUE(model->forward_dynamics(s.q, s.qd, s.tau).isfinite().all().item<bool>());
  }
}

TEST(Lnn, IndefiniteMassMatrixIsGuardedAndReported) {
  ModelSpec spec = random_spec("lnn", 3);
  const auto model = random_model(spec, 1, 3.0);  // wild weights: the Hessian has any sign
  const auto s = random_states(400, 3);
  const Tensor qdd = model->forward_dynamics(s.q, s.qd, s.tau);
  EXPECT_TRUE(qdd.isfinite().all().item<bool>());
  qdd.square().sum().backward();
  EXPECT_TRUE(model->parameters().front().grad().isfinite().all().item<bool>());
  const auto reports = model->take_reports();
  ASSERT_EQ(reports.size(), 1U);
  EXPECT_NE(reports[0].find("indefinite at"), std::string::npos);
  EXPECT_TRUE(model->take_reports().empty());
}

TEST(MakeModel, RefusesCombinationsThatMakeNoSense) {
  for (const char* type : {"lnn", "delan", "dlnn"}) {
    ModelSpec spec = random_spec(type, 2);
    spec.config.network.activation = "relu";
    EXPECT_THROW((void)make_model(spec, torch::kFloat32, 0), ConfigError) << type;
  }
  ModelSpec relu = random_spec("mlp", 2);
  relu.config.network.activation = "relu";
  EXPECT_NO_THROW((void)make_model(relu, torch::kFloat32, 0));
  ModelSpec slip = random_spec("dlnn", 2);
  slip.config.dissipation.slip = "matrix";
  slip.config.dissipation.slip_matrix = {{1, 0, 0}};
  EXPECT_THROW((void)make_model(slip, torch::kFloat32, 0), ConfigError);
}

TEST(MakeModel, SeedDecidesTheWeights) {
  const ModelSpec spec = random_spec("dlnn", 2);
  const auto flat = [&](std::uint64_t seed) {
    return make_model(spec, torch::kFloat64, seed)->parameters().front().clone();
  };
  EXPECT_TRUE(torch::equal(flat(1), flat(1)));
  EXPECT_FALSE(torch::equal(flat(1), flat(2)));
}

TEST(Mlp, HasOnlyTheNetsThatItsLossTrains) {
  ModelSpec spec = random_spec("mlp", 2);
  spec.loss = "inverse";
  const auto model = make_model(spec, torch::kFloat64, 0);
  const auto s = random_states(3, 2);
  EXPECT_TRUE(model->provides_inverse());
  EXPECT_FALSE(model->provides_forward());
  EXPECT_THROW((void)model->forward_dynamics(s.q, s.qd, s.tau), ModelError);
}

}  // namespace
}  // namespace dlnn
