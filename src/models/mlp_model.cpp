#include "dlnn/models/mlp_model.hpp"

#include <torch/torch.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

Tensor scale_tensor(std::vector<double> values, torch::Dtype dtype) {
  for (double& value : values) value = value > 0 ? value : 1.0;
  return torch::tensor(values, torch::kFloat64).to(dtype);
}

ModelError untrained(const char* wanted, const char* trained) {
  return ModelError(concat("this mlp has no net for ", wanted, " dynamics, since it was trained with loss ", trained,
                           "; train it with loss.type: both"));
}

}  // namespace

MlpModel::MlpModel(const ModelSpec& spec, torch::Dtype dtype, Random& random) {
  embedding_ = register_module(
      "embedding", std::make_shared<AngleEmbedding>(spec.joint_types, spec.scales.q_mean, spec.scales.q_std, dtype));
  net_ = Mlp(embedding_->features() + 2 * spec.dof(), spec.config.network, spec.dof());
  speed_ = register_buffer("speed", scale_tensor(spec.scales.qd_rms, dtype));
  acceleration_ = register_buffer("acceleration", scale_tensor(spec.scales.qdd_rms, dtype));
  torque_ = register_buffer("torque", scale_tensor(spec.scales.tau_rms, dtype));
  if (spec.loss != "forward") inverse_theta_ = register_parameter("inverse", net_.initial_parameters(random, 1, dtype));
  if (spec.loss != "inverse") forward_theta_ = register_parameter("forward", net_.initial_parameters(random, 1, dtype));
}

Tensor MlpModel::inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) {
  if (!provides_inverse()) throw untrained("inverse", "forward");
  return torque_ * net_(inverse_theta_, torch::cat({(*embedding_)(q), qd / speed_, qdd / acceleration_}, -1));
}

Tensor MlpModel::forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) {
  if (!provides_forward()) throw untrained("forward", "inverse");
  return acceleration_ * net_(forward_theta_, torch::cat({(*embedding_)(q), qd / speed_, tau / torque_}, -1));
}

}  // namespace dlnn
