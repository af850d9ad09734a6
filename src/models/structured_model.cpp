#include "dlnn/models/structured_model.hpp"

#include <torch/torch.h>

#include <utility>

#include "dlnn/nn/batched.hpp"

namespace dlnn {

ComposedModel::ComposedModel(std::string type, std::shared_ptr<ConservativePart> conservative,
                             std::shared_ptr<DissipativePart> dissipative, std::int64_t dof)
    : type_(std::move(type)), dof_(dof) {
  conservative_ = register_module("conservative", std::move(conservative));
  if (dissipative) dissipative_ = register_module("dissipation", std::move(dissipative));
}

Tensor ComposedModel::inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  const Tensor conservative = conservative_->euler_lagrange(q, qd, qdd);
  return dissipative_ ? conservative - dissipative_->force(q, qd) : conservative;
}

Tensor ComposedModel::forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) {
  return conservative_->acceleration(q, qd, dissipative_ ? tau + dissipative_->force(q, qd) : tau);
}

Tensor ComposedModel::kinetic(const Tensor& q, const Tensor& qd) {
  return 0.5 * inner_product(qd, matvec(conservative_->mass_matrix(q), qd));
}

Tensor ComposedModel::lagrangian(const Tensor& q, const Tensor& qd) {
  return kinetic(q, qd) - conservative_->potential(q);
}

Tensor ComposedModel::energy(const Tensor& q, const Tensor& qd) {
  return kinetic(q, qd) + conservative_->potential(q);
}

Tensor ComposedModel::mass_matrix(const Tensor& q, const Tensor& /*qd*/) {
  return conservative_->mass_matrix(q);
}

Tensor ComposedModel::euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  return conservative_->euler_lagrange(q, qd, qdd);
}

Tensor ComposedModel::dissipative_force(const Tensor& q, const Tensor& qd) {
  return dissipative_ ? dissipative_->force(q, qd) : torch::zeros_like(qd);
}

Tensor ComposedModel::potential(const Tensor& q) {
  return conservative_->potential(q);
}

Tensor ComposedModel::bias_force(const Tensor& q, const Tensor& qd) {
  return conservative_->bias_force(q, qd);
}

Tensor ComposedModel::gravity_force(const Tensor& q) {
  return conservative_->bias_force(q, torch::zeros_like(q));
}

Tensor ComposedModel::damping_matrix(const Tensor& q, const Tensor& qd) {
  return dissipative_ ? dissipative_->damping_matrix(q, qd) : torch::zeros({q.size(0), dof_, dof_}, q.options());
}

Tensor ComposedModel::penalty(const Tensor& q, const Tensor& qd) {
  return dissipative_ ? dissipative_->penalty(q, qd) : Tensor();
}

void ComposedModel::scale_energy(double factor) {
  conservative_->scale_energy(factor);
  if (dissipative_) dissipative_->scale_energy(factor);
}

}  // namespace dlnn
