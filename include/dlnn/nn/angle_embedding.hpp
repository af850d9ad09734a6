#pragma once

#include <torch/nn/module.h>

#include <vector>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// What a net sees of a configuration: x = (cos q_r, sin q_r, (q_p − mean)/std) with the revolute coordinates q_r,
/// which are periodic, and the prismatic ones q_p, which are not. F = 2 n_r + n_p features. Derivatives are taken by
/// the chain rule; they are linear in the direction v [B, n] or the cotangent g [B, F] and need only x itself.
class AngleEmbedding : public torch::nn::Module {
 public:
  /// `mean` and `std` have n entries; those of revolute joints are not used.
  AngleEmbedding(const std::vector<JointType>& joint_types, const std::vector<double>& mean,
                 const std::vector<double>& std, torch::Dtype dtype);

  [[nodiscard]] std::int64_t features() const noexcept { return 2 * revolute_count_ + prismatic_count_; }

  /// x(q) [B, F]; differentiable by autograd.
  [[nodiscard]] torch::Tensor operator()(const torch::Tensor& q) const;
  /// (∂x/∂q) v [B, F].
  [[nodiscard]] torch::Tensor jvp(const torch::Tensor& x, const torch::Tensor& v) const;
  /// (∂x/∂q)ᵀ g [B, n].
  [[nodiscard]] torch::Tensor vjp(const torch::Tensor& x, const torch::Tensor& g) const;
  /// ∂/∂q of gᵀ(∂x/∂q)v [B, n].
  [[nodiscard]] torch::Tensor curvature(const torch::Tensor& x, const torch::Tensor& v, const torch::Tensor& g) const;

 private:
  [[nodiscard]] torch::Tensor assemble(const torch::Tensor& revolute, const torch::Tensor& prismatic) const;

  std::int64_t revolute_count_ = 0;
  std::int64_t prismatic_count_ = 0;
  torch::Tensor revolute_, prismatic_;  ///< indices of the coordinates
  torch::Tensor order_;                 ///< position of coordinate i in (revolute, prismatic)
  torch::Tensor mean_, inverse_std_;    ///< of the prismatic coordinates
};

}  // namespace dlnn
