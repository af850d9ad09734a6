#include "dlnn/exporting/torchscript.hpp"

#include <gtest/gtest.h>
#include <torch/script.h>

#include <filesystem>

#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

using testing::random_model;
using testing::random_spec;
using testing::random_states;
using testing::relative_error;

struct Case {
  const char* type;
  std::int64_t n;
  bool mixed;
  const char* activation;
  const char* preset;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.type << " n=" << c.n << " mixed=" << c.mixed << " " << c.activation << " " << c.preset;
}

class TorchScript : public ::testing::TestWithParam<Case> {
 protected:
  TorchScript() {
    ModelSpec spec = random_spec(GetParam().type, GetParam().n, GetParam().mixed);
    spec.config.network.activation = GetParam().activation;
    spec.config.dissipation.preset = GetParam().preset;
    spec.config.viscous = true;
    model_ = random_model(spec);
    // Through a file, as a user's program reads it.
    const auto file = std::filesystem::temp_directory_path() / ("dlnn_script_" + std::to_string(::getpid()) + ".pt");
    to_torchscript(*model_).save(file.string());
    script_ = torch::jit::load(file.string());
    std::filesystem::remove(file);
  }
  Tensor call(const char* method, const std::vector<torch::jit::IValue>& inputs) {
    return script_.get_method(method)(inputs).toTensor();
  }

  std::shared_ptr<DynamicsModel> model_;
  torch::jit::Module script_;
};

TEST_P(TorchScript, ComputesWhatTheModelComputesForAnyBatchWithoutAutograd) {
  const c10::InferenceMode inference;
  for (const std::int64_t batch : {1, 5, 64}) {
    const auto s = random_states(batch, GetParam().n);
    EXPECT_LT(relative_error(call("inverse_dynamics", {s.q, s.qd, s.qdd}), model_->inverse_dynamics(s.q, s.qd, s.qdd)),
              1e-12);
    EXPECT_LT(relative_error(call("forward_dynamics", {s.q, s.qd, s.tau}), model_->forward_dynamics(s.q, s.qd, s.tau)),
              1e-9);
    if (auto* lagrangian = dynamic_cast<LagrangianModel*>(model_.get())) {
      EXPECT_LT(relative_error(call("energy", {s.q, s.qd}), lagrangian->energy(s.q, s.qd)), 1e-12);
      EXPECT_LT(relative_error(call("mass_matrix", {s.q, s.qd}), lagrangian->mass_matrix(s.q, s.qd)), 1e-12);
      const Tensor force = lagrangian->dissipative_force(s.q, s.qd);
      EXPECT_LE((call("dissipative_force", {s.q, s.qd}) - force).abs().max().item<double>(),
                1e-12 * (1 + force.abs().max().item<double>()));
    }
  }
}

TEST_P(TorchScript, IsNotAffectedByLaterTraining) {
  const torch::NoGradGuard no_grad;
  const auto s = random_states(3, GetParam().n);
  const Tensor before = call("inverse_dynamics", {s.q, s.qd, s.qdd}).clone();
  for (const Tensor& parameter : model_->parameters()) parameter.zero_();
  EXPECT_TRUE(torch::equal(call("inverse_dynamics", {s.q, s.qd, s.qdd}), before));
}

INSTANTIATE_TEST_SUITE_P(
    Models, TorchScript,
    ::testing::Values(Case{"mlp", 3, true, "relu", "viscous"}, Case{"mlp", 2, false, "elu", "viscous"},
                      Case{"lnn", 2, false, "softplus", "viscous"}, Case{"lnn", 3, true, "tanh", "viscous"},
                      Case{"delan", 6, false, "tanh", "viscous"}, Case{"dlnn", 1, false, "softplus", "viscous"},
                      Case{"dlnn", 2, false, "silu", "viscous+coulomb"}, Case{"dlnn", 3, true, "sine", "stribeck"},
                      Case{"dlnn", 2, false, "tanh", "stribeck+config"}, Case{"dlnn", 6, false, "softplus", "full"}));

}  // namespace
}  // namespace dlnn
