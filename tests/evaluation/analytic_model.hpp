#pragma once

#include <torch/torch.h>

#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// n equal pendulums beside each other, M = I, V = Σ(1 − cos qᵢ), F_d = −d q̇ − bias·q̇² (the second term is even in q̇,
/// which no friction is), and an odd term absorbed·q̇ in E_L (which no natural Lagrangian has).
class PendulumModel : public StructuredLagrangianModel {
 public:
  explicit PendulumModel(std::int64_t dof, double damping = 0, double even_friction = 0, double absorbed = 0)
      : dof_(dof), damping_(damping), even_friction_(even_friction), absorbed_(absorbed) {
    register_parameter("unused", torch::zeros({1}, torch::kFloat64));
  }
  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return euler_lagrange(q, qd, qdd) - dissipative_force(q, qd);
  }
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override {
    return tau + dissipative_force(q, qd) - bias_force(q, qd);
  }
  Tensor lagrangian(const Tensor& q, const Tensor& qd) override { return 0.5 * qd.square().sum(1) - potential(q); }
  Tensor energy(const Tensor& q, const Tensor& qd) override { return 0.5 * qd.square().sum(1) + potential(q); }
  Tensor mass_matrix(const Tensor& q, const Tensor&) override {
    return torch::eye(dof_, q.options()).repeat({q.size(0), 1, 1});
  }
  Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return qdd + bias_force(q, qd);
  }
  Tensor dissipative_force(const Tensor&, const Tensor& qd) override {
    return -damping_ * qd - even_friction_ * qd.square();
  }
  Tensor potential(const Tensor& q) override { return (1 - q.cos()).sum(1); }
  Tensor bias_force(const Tensor& q, const Tensor& qd) override { return q.sin() + absorbed_ * qd; }
  Tensor gravity_force(const Tensor& q) override { return q.sin(); }
  Tensor damping_matrix(const Tensor& q, const Tensor& qd) override { return damping_ * mass_matrix(q, qd); }
  void scale_energy(double) override {}
  std::string type() const override { return "pendulum"; }
  std::int64_t dof() const override { return dof_; }

 private:
  std::int64_t dof_;
  double damping_, even_friction_, absorbed_;
};

/// Another model seen from outside only, as a black box.
class BlackBox : public DynamicsModel {
 public:
  explicit BlackBox(std::shared_ptr<DynamicsModel> inside) : inside_(register_module("inside", std::move(inside))) {}
  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return inside_->inverse_dynamics(q, qd, qdd);
  }
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override {
    return inside_->forward_dynamics(q, qd, tau);
  }
  std::string type() const override { return "mlp"; }
  std::int64_t dof() const override { return inside_->dof(); }

 private:
  std::shared_ptr<DynamicsModel> inside_;
};

}  // namespace dlnn
