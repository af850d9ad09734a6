#include "dlnn/models/lnn_model.hpp"

#include <torch/torch.h>

#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/models/lnn_sweep.hpp"
#include "dlnn/nn/batched.hpp"

namespace dlnn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Carries an LnnSweep from the forward to the backward pass of an autograd function.
struct KeptSweep : torch::CustomClassHolder {
  KeptSweep(const LnnModel& model, const Tensor& q, const Tensor& qd) : sweep(model, q, qd) {}
  LnnSweep sweep;
};

LnnSweep& kept_sweep(AutogradContext* context) {
  return static_cast<KeptSweep&>(*context->saved_data["sweep"].toCapsule()).sweep;
}

struct LnnEulerLagrange : torch::autograd::Function<LnnEulerLagrange> {
  static Tensor forward(AutogradContext* context, const Tensor& /*theta*/, const Tensor& q, const Tensor& qd,
                        const Tensor& qdd, const LnnModel* model) {
    auto kept = c10::make_intrusive<KeptSweep>(*model, q, qd);
    const Tensor result = kept->sweep.euler_lagrange(qdd);
    context->saved_data["sweep"] = c10::IValue::make_capsule(kept);
    return result;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& cotangents) {
    const bool of_inputs = context->needs_input_grad(1) || context->needs_input_grad(2) || context->needs_input_grad(3);
    auto gradients = kept_sweep(context).backward(cotangents[0], of_inputs);
    return {gradients.theta, gradients.q, gradients.qd, gradients.qdd, Tensor()};
  }
};

/// With Mλ = ∂loss/∂q̈: ∂loss/∂τ = λ, and the rest is the gradient of −λ·E_L at the q̈ found.
struct LnnAcceleration : torch::autograd::Function<LnnAcceleration> {
  static Tensor forward(AutogradContext* context, const Tensor& /*theta*/, const Tensor& q, const Tensor& qd,
                        const Tensor& tau, const LnnModel* model) {
    auto kept = c10::make_intrusive<KeptSweep>(*model, q, qd);
    const Tensor qdd = kept->sweep.mass_solve(tau - kept->sweep.euler_lagrange(torch::zeros_like(q)));
    context->saved_data["sweep"] = c10::IValue::make_capsule(kept);
    context->save_for_backward({qdd});
    return qdd;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& cotangents) {
    LnnSweep& sweep = kept_sweep(context);
    const Tensor lambda = sweep.mass_solve(cotangents[0]);
    (void)sweep.euler_lagrange(context->get_saved_variables()[0]);  // the direction 𝐯 at the q̈ found
    auto gradients = sweep.backward(-lambda, context->needs_input_grad(1) || context->needs_input_grad(2));
    return {gradients.theta, gradients.q, gradients.qd, lambda, Tensor()};
  }
};

std::string describe(const Tensor& vector) {
  std::vector<std::string> words;
  for (std::int64_t i = 0; i < vector.size(0); ++i) words.push_back(format_number(vector[i].item<double>()));
  return concat("(", join(words), ")");
}

}  // namespace

LnnModel::LnnModel(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random)
    : inertia_(spec.config.lnn_inertia) {
  embedding_ = register_module(
      "embedding", std::make_shared<AngleEmbedding>(spec.joint_types, spec.scales.q_mean, spec.scales.q_std, dtype));
  net_ = Mlp(embedding_->features() + spec.dof(), spec.config.network, 1);
  theta_ = register_parameter("theta", net_.initial_parameters(random, 0.1, dtype));
  speed_ = register_buffer("speed", torch::tensor(units.speed, torch::kFloat64).to(dtype));
  inertia_root_ = register_buffer("inertia_root", torch::tensor(units.inertia_root, torch::kFloat64).to(dtype));
  energy_scale_ = register_buffer("energy_scale", torch::tensor(units.energy, torch::kFloat64).to(dtype));
}

Tensor LnnModel::inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  return LnnEulerLagrange::apply(theta_, q, qd, qdd, this);
}

Tensor LnnModel::forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) {
  return LnnAcceleration::apply(theta_, q, qd, tau, this);
}

Tensor LnnModel::lagrangian(const Tensor& q, const Tensor& qd) {
  const Tensor inputs = torch::cat({(*embedding_)(q), qd / speed_}, -1);
  return energy_scale_ * net_(theta_, inputs).squeeze(-1) + 0.5 * inertia_ * (inertia_root_ * qd).square().sum(-1);
}

Tensor LnnModel::energy(const Tensor& q, const Tensor& qd) {
  const torch::NoGradGuard no_grad;
  return inner_product(qd, LnnSweep(*this, q, qd).momentum()) - lagrangian(q, qd);
}

Tensor LnnModel::mass_matrix(const Tensor& q, const Tensor& qd) {
  return LnnSweep(*this, q, qd).mass_matrix();
}

void LnnModel::note_indefinite(std::int64_t samples, std::int64_t batch, const Tensor& q, const Tensor& qd) const {
  if (samples > 0 && indefinite_ == 0) first_indefinite_ = concat("q = ", describe(q), ", q̇ = ", describe(qd));
  indefinite_ += samples;
  evaluated_ += batch;
}

std::vector<std::string> LnnModel::take_reports() {
  std::vector<std::string> reports;
  if (indefinite_ > 0) {
    reports.push_back(concat("lnn: mass matrix indefinite at ", indefinite_, " of ", evaluated_,
                             " evaluations, first at ", first_indefinite_,
                             "; its eigenvalues were kept away from zero there"));
  }
  indefinite_ = evaluated_ = 0;
  first_indefinite_.clear();
  return reports;
}

}  // namespace dlnn
