#pragma once

#include <torch/types.h>

#include <vector>

#include "dlnn/nn/mlp.hpp"

namespace dlnn {

/// The contracted derivatives of one net (physics §3.1), without an autograd graph. One sweep through the net costs one
/// column:
///
///     values            y(x)
///     values_and_tangent y(x) and the tangent ẏ along ẋ, both in the same matrix products
///     vjp               Jᵀg; layer by layer cotangents are kept
///     tangent           a second tangent, along the residual r
///     reverse           gradient of  g₀·y + g₁·ẏ − (g·J x_r)  for frozen g₀, g₁, with the g of vjp: its adjoint on the
///     tangent along r is
///                       minus what vjp kept, so that it is not swept again
///
/// The members must be called in that order; B samples, rows of all tensors.
class MlpSweep {
 public:
  /// `theta`: flat weights of `net`; no graph is recorded. `first_tangent`: whether values_and_tangent will be used.
  MlpSweep(const Mlp& net, const torch::Tensor& theta, std::int64_t batch, bool first_tangent);

  torch::Tensor values(const torch::Tensor& x);
  std::pair<torch::Tensor, torch::Tensor> values_and_tangent(const torch::Tensor& x, const torch::Tensor& dx);
  torch::Tensor vjp(const torch::Tensor& g);
  torch::Tensor tangent(const torch::Tensor& dx);

  struct Cotangents {
    torch::Tensor theta;  ///< flat
    torch::Tensor x;      ///< [B, inputs], of the values
    torch::Tensor dx;     ///< [B, inputs], of the first tangent; undefined without one
    torch::Tensor dx_r;   ///< [B, inputs], of the tangent along r
  };
  /// `g0`, `g1` [B, outputs]; undefined g0 means zero, g1 is given exactly when there is a first tangent. The
  /// cotangents of the inputs are filled only when `of_inputs`.
  [[nodiscard]] Cotangents reverse(const torch::Tensor& g0, const torch::Tensor& g1, bool of_inputs) const;

 private:
  /// What is kept of one hidden layer, all [B, hidden].
  struct Hidden {
    torch::Tensor first, second;       ///< σ′, σ″
    torch::Tensor tangent, tangent_r;  ///< tangents before the activation
    torch::Tensor vjp_post;            ///< cotangent of vjp after the activation
  };
  [[nodiscard]] torch::Tensor slot(const torch::Tensor& stacked, std::int64_t index, std::int64_t count = 1) const {
    return stacked.narrow(0, index * batch_, count * batch_);
  }
  torch::Tensor forward(std::int64_t slots);

  Mlp net_;
  std::vector<Layer> layers_;
  std::int64_t batch_;
  std::int64_t slots_;                 ///< values, first tangent where there is one, tangent along r
  std::vector<torch::Tensor> inputs_;  ///< [slots·B, width] of each layer, stacked so that one product serves all slots
  std::vector<Hidden> hidden_;
  std::vector<torch::Tensor> vjp_pre_;  ///< cotangents of vjp at the output of each layer, before the activation
  torch::Tensor vjp_x_;
};

}  // namespace dlnn
