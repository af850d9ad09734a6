// The hand-made derivatives of the Lagrangian models against automatic differentiation and finite differences, in
// float64.

#include <gtest/gtest.h>

#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

using testing::random_model;
using testing::random_spec;
using testing::random_states;
using testing::relative_error;

struct Case {
  std::string type;
  std::int64_t n;
  bool mixed;
  std::string activation;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.type << " n=" << c.n << (c.mixed ? " with a prismatic joint, " : ", ") << c.activation;
}

class Derivatives : public ::testing::TestWithParam<Case> {
 protected:
  Derivatives() {
    ModelSpec spec = random_spec(GetParam().type, GetParam().n, GetParam().mixed);
    spec.config.network.activation = GetParam().activation;
    spec.config.dissipation.preset = "full";
    model_ = std::dynamic_pointer_cast<LagrangianModel>(random_model(spec));
    states_ = random_states(5, GetParam().n);
    for (Tensor* tensor : {&states_.q, &states_.qd, &states_.qdd, &states_.tau}) tensor->requires_grad_();
  }

  /// Gradients of `scalar` with respect to all parameters and the given inputs.
  std::vector<Tensor> gradients(const Tensor& scalar, std::vector<Tensor> inputs) {
    for (const Tensor& parameter : model_->parameters()) inputs.push_back(parameter);
    return torch::autograd::grad({scalar}, inputs, {}, true, false, true);
  }

  std::shared_ptr<LagrangianModel> model_;
  testing::States states_;
};

TEST_P(Derivatives, EulerLagrangeEqualsAutograd) {
  const Tensor ours = model_->euler_lagrange(states_.q, states_.qd, states_.qdd);
  const Tensor reference = testing::autograd_euler_lagrange(*model_, states_.q, states_.qd, states_.qdd);
  EXPECT_LT(relative_error(ours, reference), 1e-12);
}

TEST_P(Derivatives, GradientOfInverseDynamicsEqualsAutograd) {
  Random random(9);
  const Tensor r = testing::random_tensor(random, states_.q.sizes().vec());
  const Tensor ours = (r * model_->inverse_dynamics(states_.q, states_.qd, states_.qdd)).sum();
  const Tensor force = model_->dissipative_force(states_.q, states_.qd);
  const Tensor reference =
      (r * (testing::autograd_euler_lagrange(*model_, states_.q, states_.qd, states_.qdd) - force)).sum();
  const auto a = gradients(ours, {states_.q, states_.qd, states_.qdd});
  const auto b = gradients(reference, {states_.q, states_.qd, states_.qdd});
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(relative_error(a[i], b[i]), 1e-11) << "input or parameter " << i;
}

TEST_P(Derivatives, GradientOfForwardDynamicsEqualsFiniteDifferences) {
  Random random(11);
  const Tensor r = testing::random_tensor(random, states_.q.sizes().vec());
  const auto loss = [&] { return (r * model_->forward_dynamics(states_.q, states_.qd, states_.tau)).sum(); };
  const std::vector<Tensor> inputs{states_.q, states_.qd, states_.tau};
  const auto analytic = gradients(loss(), inputs);
  std::vector<Tensor> variables = inputs;
  for (const Tensor& parameter : model_->parameters()) variables.push_back(parameter);
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Tensor direction = testing::random_tensor(random, variables[i].sizes().vec());
    constexpr double h = 1e-5;
    variables[i].add_(direction, h);
    const double plus = loss().item<double>();
    variables[i].add_(direction, -2 * h);
    const double minus = loss().item<double>();
    variables[i].add_(direction, h);
    const double expected = (plus - minus) / (2 * h);
    EXPECT_NEAR((analytic[i] * direction).sum().item<double>(), expected, 1e-6 * (1 + std::abs(expected)))
        << "variable " << i;
  }
}

TEST_P(Derivatives, ForwardInvertsInverse) {
  const torch::NoGradGuard no_grad;
  const Tensor tau = model_->inverse_dynamics(states_.q, states_.qd, states_.qdd);
  EXPECT_LT(relative_error(model_->forward_dynamics(states_.q, states_.qd, tau), states_.qdd), 1e-9);
  (void)model_->take_reports();
}

TEST_P(Derivatives, PowerOfEulerLagrangeIsTheRateOfEnergy) {
  const torch::NoGradGuard no_grad;
  constexpr double h = 1e-5;
  const auto energy = [&](double t) {
    return model_->energy(states_.q + t * states_.qd + 0.5 * t * t * states_.qdd, states_.qd + t * states_.qdd);
  };
  const Tensor rate = (energy(h) - energy(-h)) / (2 * h);
  const Tensor power = (states_.qd * model_->euler_lagrange(states_.q, states_.qd, states_.qdd)).sum(-1);
  EXPECT_LT(relative_error(power, rate), 1e-7);
}

TEST_P(Derivatives, MassMatrixIsTheDerivativeOfTorqueByAcceleration) {
  const torch::NoGradGuard no_grad;
  const Tensor mass = model_->mass_matrix(states_.q, states_.qd);
  const Tensor still = model_->inverse_dynamics(states_.q, states_.qd, torch::zeros_like(states_.qdd));
  for (std::int64_t i = 0; i < GetParam().n; ++i) {
    Tensor unit = torch::zeros_like(states_.qdd);
    unit.select(1, i).fill_(1);
    EXPECT_LT(relative_error(model_->inverse_dynamics(states_.q, states_.qd, unit) - still, mass.select(2, i)), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Derivatives,
                         ::testing::Values(Case{"dlnn", 1, false, "tanh"}, Case{"dlnn", 2, false, "softplus"},
                                           Case{"dlnn", 3, true, "silu"}, Case{"dlnn", 6, false, "sine"},
                                           Case{"delan", 2, false, "tanh"}, Case{"lnn", 1, false, "softplus"},
                                           Case{"lnn", 2, true, "tanh"}, Case{"lnn", 6, false, "silu"},
                                           Case{"lnn", 3, false, "sine"}));

}  // namespace
}  // namespace dlnn
