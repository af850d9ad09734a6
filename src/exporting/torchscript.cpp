#include "dlnn/exporting/torchscript.hpp"

#include <torch/script.h>
#include <torch/torch.h>

#include <sstream>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/random.hpp"
#include "scripts.hpp"

namespace dlnn {
namespace {

using Inputs = std::vector<torch::jit::IValue>;

/// States over the range of the training data.
Tensor random_states(const std::vector<double>& scale, const torch::TensorOptions& options, Random& random) {
  constexpr std::int64_t batch = 7;
  const auto n = static_cast<std::int64_t>(scale.size());
  Tensor result = torch::empty({batch, n}, torch::kFloat64);
  auto* values = result.data_ptr<double>();
  for (std::int64_t i = 0; i < batch * n; ++i)
    values[i] = (scale[static_cast<std::size_t>(i % n)] + 1e-9) * random.normal();
  return result.to(options);
}

void require_equal(const Tensor& exported, const Tensor& expected, const char* method,
                   const std::filesystem::path& file) {
  const double tolerance = expected.scalar_type() == torch::kFloat64 ? 1e-9 : 1e-3;
  const double error = ((exported - expected).abs().max() / expected.abs().max().clamp_min(1e-12)).item<double>();
  if (error <= tolerance) return;
  throw NumericalError(concat("export of ", file, ": ", method, " of the written file differs from the model by ",
                              error, " (relative); nothing was kept"));
}

/// Compares every method of the reloaded file with the model.
void verify(torch::jit::Module& script, const TrainedModel& trained, const std::filesystem::path& file) {
  const c10::InferenceMode inference;
  DynamicsModel& model = *trained.model;
  const Scales& scales = trained.spec.scales;
  Random random(1);
  const auto options = model.tensor_options();
  const Tensor q = random_states(scales.q_std, options, random);
  const Tensor qd = random_states(scales.qd_rms, options, random);
  const Tensor qdd = random_states(scales.qdd_rms, options, random);
  const Tensor tau = random_states(scales.tau_rms, options, random);
  const auto call = [&](const char* method, const Inputs& inputs) {
    return script.get_method(method)(inputs).toTensor();
  };
  if (model.provides_inverse()) {
    require_equal(call("inverse_dynamics", {q, qd, qdd}), model.inverse_dynamics(q, qd, qdd), "inverse_dynamics", file);
  }
  if (model.provides_forward()) {
    require_equal(call("forward_dynamics", {q, qd, tau}), model.forward_dynamics(q, qd, tau), "forward_dynamics", file);
  }
  if (auto* lagrangian = dynamic_cast<LagrangianModel*>(&model)) {
    require_equal(call("energy", {q, qd}), lagrangian->energy(q, qd), "energy", file);
    require_equal(call("mass_matrix", {q, qd}), lagrangian->mass_matrix(q, qd), "mass_matrix", file);
  }
}

}  // namespace

torch::jit::Module to_torchscript(DynamicsModel& model) {
  const torch::NoGradGuard no_grad;
  exporting::ScriptBuilder builder;
  builder.constant("dof", model.dof());
  if (auto* mlp = dynamic_cast<MlpModel*>(&model)) {
    exporting::script_mlp(builder, *mlp);
  } else if (auto* lnn = dynamic_cast<LnnModel*>(&model)) {
    exporting::script_lnn(builder, *lnn);
  } else if (auto* structured = dynamic_cast<ComposedModel*>(&model)) {
    exporting::script_structured(builder, *structured);
  } else {
    throw ModelError(concat("TorchScript export does not know models of type ", model.type()));
  }
  return builder.finish();
}

void export_torchscript(const TrainedModel& trained, const std::filesystem::path& target) {
  torch::jit::Module script = to_torchscript(*trained.model);
  const torch::jit::ExtraFilesMap extra{{"dlnn.json", trained.metadata.dump()}};
  std::stringstream bytes;  // in memory, since LibTorch ends the program when its file does not fit on the disk
  script.save(bytes, extra);
  torch::jit::Module reloaded = torch::jit::load(bytes);
  reloaded.to(trained.model->tensor_options().device());
  verify(reloaded, trained, target);
  write_file(target, bytes.str());
}

}  // namespace dlnn
