#pragma once

#include <torch/nn/module.h>

namespace dlnn {

using torch::Tensor;

/// The conservative half of a structured model: a natural Lagrangian ½q̇ᵀM(q)q̇ − V(q). All tensors [B, n] in the part's
/// dtype and device. euler_lagrange and acceleration are differentiable once, with respect to the parameters and every
/// input, by rules of their own; no second-order graph is ever built.
class ConservativePart : public torch::nn::Module {
 public:
  /// E_L = M q̈ + c + g.
  virtual Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) = 0;
  /// M⁻¹(force − c − g), by Cholesky solve.
  virtual Tensor acceleration(const Tensor& q, const Tensor& qd, const Tensor& force) = 0;
  /// c + g, without a graph.
  virtual Tensor bias_force(const Tensor& q, const Tensor& qd) = 0;
  /// M(q) [B, n, n] and V(q) [B], plain tensor operations.
  virtual Tensor mass_matrix(const Tensor& q) = 0;
  virtual Tensor potential(const Tensor& q) = 0;
  /// Multiplies M and V by `factor`.
  virtual void scale_energy(double factor) = 0;
};

}  // namespace dlnn
