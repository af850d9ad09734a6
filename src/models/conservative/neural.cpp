#include "dlnn/models/conservative/neural.hpp"

#include <torch/torch.h>

#include <cmath>

#include "dlnn/models/conservative/contracted.hpp"
#include "dlnn/nn/batched.hpp"

namespace dlnn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Carries a ContractedSweep from the forward to the backward pass of an autograd function.
struct KeptSweep : torch::CustomClassHolder {
  KeptSweep(const NeuralConservative& part, const Tensor& q, const Tensor& qd) : sweep(part, q, qd) {}
  ContractedSweep sweep;
};

KeptSweep& kept_sweep(AutogradContext* context) {
  return static_cast<KeptSweep&>(*context->saved_data["sweep"].toCapsule());
}

bool wants_inputs(AutogradContext* context) {
  return context->needs_input_grad(1) || context->needs_input_grad(2) || context->needs_input_grad(3);
}

/// E_L with the contracted gradient: ∂loss/∂E_L is the frozen r.
struct EulerLagrange : torch::autograd::Function<EulerLagrange> {
  static Tensor forward(AutogradContext* context, const Tensor& /*theta*/, const Tensor& q, const Tensor& qd,
                        const Tensor& qdd, const NeuralConservative* part) {
    auto kept = c10::make_intrusive<KeptSweep>(*part, q, qd);
    const Tensor result = kept->sweep.mass_product(qdd) + kept->sweep.bias_force();
    context->saved_data["sweep"] = c10::IValue::make_capsule(kept);
    context->save_for_backward({qdd});
    return result;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& cotangents) {
    const Tensor qdd = context->get_saved_variables()[0];
    auto gradients = kept_sweep(context).sweep.backward(cotangents[0], qdd, wants_inputs(context));
    return {gradients.theta, gradients.q, gradients.qd, gradients.qdd, Tensor()};
  }
};

/// q̈ = M⁻¹(f − c − g). With Mλ = ∂loss/∂q̈: ∂loss/∂f = λ, and the rest is the same kernel with r = −λ at the q̈ found.
struct Acceleration : torch::autograd::Function<Acceleration> {
  static Tensor forward(AutogradContext* context, const Tensor& /*theta*/, const Tensor& q, const Tensor& qd,
                        const Tensor& force, const NeuralConservative* part) {
    auto kept = c10::make_intrusive<KeptSweep>(*part, q, qd);
    const Tensor qdd = kept->sweep.mass_solve(force - kept->sweep.bias_force());
    context->saved_data["sweep"] = c10::IValue::make_capsule(kept);
    context->save_for_backward({qdd});
    return qdd;
  }
  static tensor_list backward(AutogradContext* context, const tensor_list& cotangents) {
    ContractedSweep& sweep = kept_sweep(context).sweep;
    const Tensor lambda = sweep.mass_solve(cotangents[0]);
    const Tensor qdd = context->get_saved_variables()[0];
    auto gradients = sweep.backward(-lambda, qdd, context->needs_input_grad(1) || context->needs_input_grad(2));
    return {gradients.theta, gradients.q, gradients.qd, lambda, Tensor()};
  }
};

}  // namespace

NeuralConservative::NeuralConservative(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random)
    : regularisation_(spec.config.mass_regularisation) {
  embedding_ = register_module(
      "embedding", std::make_shared<AngleEmbedding>(spec.joint_types, spec.scales.q_mean, spec.scales.q_std, dtype));
  factor_ = register_module("factor", std::make_shared<CholeskyFactor>(spec.dof(), dtype));
  mass_net_ = Mlp(embedding_->features(), spec.config.network, factor_->outputs());
  potential_net_ = Mlp(embedding_->features(), spec.config.network, 1);
  theta_ = register_parameter("theta",
                              torch::cat({mass_net_.initial_parameters(random, spec.config.mass_output_scale, dtype),
                                          potential_net_.initial_parameters(random, 1, dtype)}));
  inertia_root_ = register_buffer("inertia_root", torch::tensor(units.inertia_root, torch::kFloat64).to(dtype));
  energy_scale_ = register_buffer("energy_scale", torch::tensor(units.energy, torch::kFloat64).to(dtype));
}

Tensor NeuralConservative::euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  return EulerLagrange::apply(theta_, q, qd, qdd, this);
}

Tensor NeuralConservative::acceleration(const Tensor& q, const Tensor& qd, const Tensor& force) {
  return Acceleration::apply(theta_, q, qd, force, this);
}

Tensor NeuralConservative::bias_force(const Tensor& q, const Tensor& qd) {
  return ContractedSweep(*this, q, qd).bias_force();
}

Tensor NeuralConservative::mass_matrix(const Tensor& q) {
  const Tensor factor = factor_->factor(mass_net_(mass_theta(), (*embedding_)(q)));
  const Tensor scaled = factor.matmul(factor.mT()) + regularisation_ * torch::eye(q.size(-1), q.options());
  return inertia_root_.unsqueeze(-1) * scaled * inertia_root_;
}

Tensor NeuralConservative::potential(const Tensor& q) {
  return energy_scale_ * potential_net_(potential_theta(), (*embedding_)(q)).squeeze(-1);
}

void NeuralConservative::scale_energy(double factor) {
  const torch::NoGradGuard no_grad;
  inertia_root_.mul_(std::sqrt(factor));
  energy_scale_.mul_(factor);
}

}  // namespace dlnn
