#pragma once

#include <torch/nn/module.h>

namespace dlnn {

/// From the m = n(n+1)/2 outputs y of a net to a lower-triangular matrix L [B, n, n] with positive diagonal: first the
/// n diagonal entries, L_ii = softplus(y_i + ln(e − 1)), which are 1 at y = 0; then the entries below, row by row.
class CholeskyFactor : public torch::nn::Module {
 public:
  CholeskyFactor(std::int64_t n, torch::Dtype dtype);
  [[nodiscard]] std::int64_t outputs() const noexcept { return n_ * (n_ + 1) / 2; }
  /// ln(e − 1), where softplus is 1.
  [[nodiscard]] static double shift() noexcept;

  /// L(y); differentiable by autograd.
  [[nodiscard]] torch::Tensor factor(const torch::Tensor& y) const;
  /// dL_ii/dy_i [B, n], needed by the three functions below.
  [[nodiscard]] torch::Tensor slope(const torch::Tensor& y) const;
  /// Tangent of L along dy.
  [[nodiscard]] torch::Tensor tangent(const torch::Tensor& slope, const torch::Tensor& dy) const;
  /// Cotangent of y from the cotangent of L.
  [[nodiscard]] torch::Tensor pull(const torch::Tensor& slope, const torch::Tensor& g) const;
  /// Cotangent of y that a cotangent `g` of the tangent along `dy` causes through the curvature of softplus; zero below
  /// the diagonal.
  [[nodiscard]] torch::Tensor curvature(const torch::Tensor& slope, const torch::Tensor& dy,
                                        const torch::Tensor& g) const;

 private:
  [[nodiscard]] torch::Tensor scatter(const torch::Tensor& diagonal, const torch::Tensor& below) const;

  std::int64_t n_;
  torch::Tensor placement_;  ///< [m, n²] of zeros and ones: a small matrix product is faster than indexed copies
};

}  // namespace dlnn
