#pragma once

#include <torch/nn/module.h>

namespace dlnn {

using torch::Tensor;

/// The dissipative half of a structured model: F_d = −D(q, q̇)q̇ with D symmetric, positive semidefinite and even in q̇
/// for any parameters, so that it cannot feed in energy and cannot represent a conservative force (physics §4). Tensors
/// [B, n]; differentiable by autograd.
class DissipativePart : public torch::nn::Module {
 public:
  virtual Tensor force(const Tensor& q, const Tensor& qd) = 0;
  /// D [B, n, n] without a graph.
  virtual Tensor damping_matrix(const Tensor& q, const Tensor& qd) = 0;
  /// Added to the loss (scalar), or undefined.
  virtual Tensor penalty(const Tensor& /*q*/, const Tensor& /*qd*/) { return {}; }
  /// Multiplies D by `factor`.
  virtual void scale_energy(double factor) = 0;
};

}  // namespace dlnn
