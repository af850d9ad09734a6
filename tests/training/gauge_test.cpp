#include "dlnn/training/gauge.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/models/units.hpp"
#include "linear_model.hpp"
#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

using testing::random_model;
using testing::random_spec;
using testing::random_states;

/// A specification as free swing gives it: no torque to take a scale from.
ModelSpec free_swing_spec() {
  ModelSpec spec = random_spec("dlnn", 3);
  for (auto* values : {&spec.scales.tau_rms, &spec.scales.tau_std}) std::fill(values->begin(), values->end(), 0.0);
  spec.loss = "forward";
  return spec;
}

TEST(Gauge, TheMeanTraceOfTheScaledMassMatrixBecomesTheNumberOfJoints) {
  const ModelSpec spec = free_swing_spec();
  const auto model = random_model(spec);
  const auto states = random_states(50, 3);
  ASSERT_TRUE(fix_energy_scale(*model, spec, states.q).has_value());
  const auto mass = std::dynamic_pointer_cast<LagrangianModel>(model)->mass_matrix(states.q, states.qd);
  const auto sigma = torch::tensor(internal_units(spec).inertia_root, torch::kFloat64);
  const auto scaled = mass / sigma.unsqueeze(0) / sigma.unsqueeze(1);
  EXPECT_NEAR(scaled.diagonal(0, 1, 2).sum(1).mean().item<double>(), 3.0, 1e-9);
  EXPECT_NEAR(*fix_energy_scale(*model, spec, states.q), 1.0, 1e-9) << "a second time changes nothing";
}

TEST(Gauge, TheFreeMotionIsUnchangedAndTheEnergyScales) {
  const ModelSpec spec = free_swing_spec();
  const auto model = random_model(spec);
  const auto states = random_states(20, 3);
  const auto zero = torch::zeros_like(states.tau);
  const auto before = model->forward_dynamics(states.q, states.qd, zero).detach();
  const auto energy = std::dynamic_pointer_cast<LagrangianModel>(model)->energy(states.q, states.qd).detach();
  const double factor = *fix_energy_scale(*model, spec, states.q);
  EXPECT_GT(std::abs(factor - 1), 1e-3);
  EXPECT_TRUE(torch::allclose(model->forward_dynamics(states.q, states.qd, zero), before, 1e-8, 1e-10));
  EXPECT_TRUE(torch::allclose(std::dynamic_pointer_cast<LagrangianModel>(model)->energy(states.q, states.qd),
                              factor * energy, 1e-8, 1e-10));
}

TEST(Gauge, ABlackBoxHasNone) {
  LinearModel model(3);
  EXPECT_FALSE(fix_energy_scale(model, free_swing_spec(), torch::zeros({4, 3}, torch::kFloat64)).has_value());
}

}  // namespace
}  // namespace dlnn
