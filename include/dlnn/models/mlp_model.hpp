#pragma once

#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/models/model_spec.hpp"
#include "dlnn/nn/angle_embedding.hpp"
#include "dlnn/nn/mlp.hpp"

namespace dlnn {

/// The black box: one net for τ(q, q̇, q̈) and one for q̈(q, q̇, τ), on standardised inputs and outputs, angles as (cos,
/// sin) like the other models. It has only the nets that its loss trains: inverse, forward or both.
class MlpModel : public DynamicsModel {
 public:
  MlpModel(const ModelSpec& spec, torch::Dtype dtype, Random& random);

  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override;
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override;
  [[nodiscard]] bool provides_inverse() const override { return inverse_theta_.defined(); }
  [[nodiscard]] bool provides_forward() const override { return forward_theta_.defined(); }
  [[nodiscard]] std::string type() const override { return "mlp"; }
  [[nodiscard]] std::int64_t dof() const override { return net_.outputs; }

  [[nodiscard]] const Mlp& net() const noexcept { return net_; }
  [[nodiscard]] const AngleEmbedding& embedding() const noexcept { return *embedding_; }
  [[nodiscard]] const Tensor& inverse_theta() const noexcept { return inverse_theta_; }
  [[nodiscard]] const Tensor& forward_theta() const noexcept { return forward_theta_; }
  [[nodiscard]] const Tensor& speed_scale() const noexcept { return speed_; }
  [[nodiscard]] const Tensor& acceleration_scale() const noexcept { return acceleration_; }
  [[nodiscard]] const Tensor& torque_scale() const noexcept { return torque_; }

 private:
  std::shared_ptr<AngleEmbedding> embedding_;
  Mlp net_;
  Tensor inverse_theta_, forward_theta_;
  Tensor speed_, acceleration_, torque_;  ///< RMS of q̇, q̈, τ [n]; 1 where it is zero
};

}  // namespace dlnn
