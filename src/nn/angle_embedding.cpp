#include "dlnn/nn/angle_embedding.hpp"

#include <torch/torch.h>

namespace dlnn {

using torch::Tensor;

AngleEmbedding::AngleEmbedding(const std::vector<JointType>& joint_types, const std::vector<double>& mean,
                               const std::vector<double>& std, torch::Dtype dtype) {
  std::vector<std::int64_t> revolute;
  std::vector<std::int64_t> prismatic;
  std::vector<double> prismatic_mean;
  std::vector<double> prismatic_inverse_std;
  for (std::size_t i = 0; i < joint_types.size(); ++i) {
    if (joint_types[i] == JointType::revolute) {
      revolute.push_back(static_cast<std::int64_t>(i));
    } else {
      prismatic.push_back(static_cast<std::int64_t>(i));
      prismatic_mean.push_back(mean[i]);
      prismatic_inverse_std.push_back(std[i] > 0 ? 1 / std[i] : 1);
    }
  }
  revolute_count_ = static_cast<std::int64_t>(revolute.size());
  prismatic_count_ = static_cast<std::int64_t>(prismatic.size());
  std::vector<std::int64_t> order(joint_types.size());
  for (std::size_t k = 0; k < revolute.size(); ++k)
    order[static_cast<std::size_t>(revolute[k])] = static_cast<std::int64_t>(k);
  for (std::size_t k = 0; k < prismatic.size(); ++k) {
    order[static_cast<std::size_t>(prismatic[k])] = revolute_count_ + static_cast<std::int64_t>(k);
  }
  revolute_ = register_buffer("revolute", torch::tensor(revolute, torch::kInt64));
  prismatic_ = register_buffer("prismatic", torch::tensor(prismatic, torch::kInt64));
  order_ = register_buffer("order", torch::tensor(order, torch::kInt64));
  mean_ = register_buffer("mean", torch::tensor(prismatic_mean, torch::kFloat64).to(dtype));
  inverse_std_ = register_buffer("inverse_std", torch::tensor(prismatic_inverse_std, torch::kFloat64).to(dtype));
}

Tensor AngleEmbedding::operator()(const Tensor& q) const {
  if (prismatic_count_ == 0) return torch::cat({torch::cos(q), torch::sin(q)}, -1);
  const Tensor angle = q.index_select(-1, revolute_);
  const Tensor position = (q.index_select(-1, prismatic_) - mean_) * inverse_std_;
  return torch::cat({torch::cos(angle), torch::sin(angle), position}, -1);
}

Tensor AngleEmbedding::jvp(const Tensor& x, const Tensor& v) const {
  const std::int64_t r = revolute_count_;
  const Tensor cosine = x.narrow(-1, 0, r);
  const Tensor sine = x.narrow(-1, r, r);
  if (prismatic_count_ == 0) return torch::cat({-sine * v, cosine * v}, -1);
  const Tensor angular = v.index_select(-1, revolute_);
  return torch::cat({-sine * angular, cosine * angular, v.index_select(-1, prismatic_) * inverse_std_}, -1);
}

Tensor AngleEmbedding::vjp(const Tensor& x, const Tensor& g) const {
  const std::int64_t r = revolute_count_;
  const Tensor angular = x.narrow(-1, 0, r) * g.narrow(-1, r, r) - x.narrow(-1, r, r) * g.narrow(-1, 0, r);
  return prismatic_count_ == 0 ? angular : assemble(angular, g.narrow(-1, 2 * r, prismatic_count_) * inverse_std_);
}

Tensor AngleEmbedding::curvature(const Tensor& x, const Tensor& v, const Tensor& g) const {
  const std::int64_t r = revolute_count_;
  const Tensor bend = -(x.narrow(-1, 0, r) * g.narrow(-1, 0, r) + x.narrow(-1, r, r) * g.narrow(-1, r, r));
  if (prismatic_count_ == 0) return bend * v;
  const Tensor angular = bend * v.index_select(-1, revolute_);
  return assemble(angular, torch::zeros({v.size(0), prismatic_count_}, v.options()));
}

Tensor AngleEmbedding::assemble(const Tensor& revolute, const Tensor& prismatic) const {
  return torch::cat({revolute, prismatic}, -1).index_select(-1, order_);
}

}  // namespace dlnn
