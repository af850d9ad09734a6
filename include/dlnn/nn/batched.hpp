#pragma once
// Products of small matrices [B, n, m] and vectors [B, n], a sample a row.

#include <torch/types.h>

namespace dlnn {

/// A v [B, n].
[[nodiscard]] inline torch::Tensor matvec(const torch::Tensor& a, const torch::Tensor& v) {
  return a.matmul(v.unsqueeze(-1)).squeeze(-1);
}
/// Aᵀ v [B, m].
[[nodiscard]] inline torch::Tensor transposed_matvec(const torch::Tensor& a, const torch::Tensor& v) {
  return v.unsqueeze(-2).matmul(a).squeeze(-2);
}
/// a bᵀ [B, n, m].
[[nodiscard]] inline torch::Tensor outer_product(const torch::Tensor& a, const torch::Tensor& b) {
  return a.unsqueeze(-1) * b.unsqueeze(-2);
}
/// aᵀ b [B].
[[nodiscard]] inline torch::Tensor inner_product(const torch::Tensor& a, const torch::Tensor& b) {
  return (a * b).sum(-1);
}

}  // namespace dlnn
