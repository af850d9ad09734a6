#include "dlnn/models/dynamics_model.hpp"

#include <torch/torch.h>

namespace dlnn {

Tensor DynamicsModel::penalty(const Tensor& /*q*/, const Tensor& /*qd*/) {
  return {};
}

std::vector<std::string> DynamicsModel::take_reports() {
  return {};
}

std::int64_t DynamicsModel::parameter_count() const {
  std::int64_t count = 0;
  for (const Tensor& parameter : parameters()) count += parameter.numel();
  return count;
}

torch::TensorOptions DynamicsModel::tensor_options() const {
  const Tensor first = parameters().front();
  return torch::TensorOptions().dtype(first.dtype()).device(first.device());
}

Tensor LagrangianModel::dissipative_force(const Tensor& /*q*/, const Tensor& qd) {
  return torch::zeros_like(qd);
}

}  // namespace dlnn
