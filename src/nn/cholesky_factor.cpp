#include "dlnn/nn/cholesky_factor.hpp"

#include <torch/torch.h>

#include <cmath>
#include <numbers>

namespace dlnn {

using torch::Tensor;

double CholeskyFactor::shift() noexcept {
  return std::log(std::numbers::e - 1);
}

CholeskyFactor::CholeskyFactor(std::int64_t n, torch::Dtype dtype) : n_(n) {
  Tensor placement = torch::zeros({outputs(), n * n}, dtype);
  for (std::int64_t i = 0; i < n; ++i) placement[i][i * n + i] = 1;
  std::int64_t k = n;
  for (std::int64_t i = 1; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) placement[k++][i * n + j] = 1;
  }
  placement_ = register_buffer("placement", placement);
}

Tensor CholeskyFactor::scatter(const Tensor& diagonal, const Tensor& below) const {
  return torch::mm(torch::cat({diagonal, below}, -1), placement_).view({diagonal.size(0), n_, n_});
}

Tensor CholeskyFactor::factor(const Tensor& y) const {
  return scatter(torch::softplus(y.narrow(-1, 0, n_) + shift()), y.narrow(-1, n_, outputs() - n_));
}

Tensor CholeskyFactor::slope(const Tensor& y) const {
  return torch::sigmoid(y.narrow(-1, 0, n_) + shift());
}

Tensor CholeskyFactor::tangent(const Tensor& slope, const Tensor& dy) const {
  return scatter(slope * dy.narrow(-1, 0, n_), dy.narrow(-1, n_, outputs() - n_));
}

Tensor CholeskyFactor::pull(const Tensor& slope, const Tensor& g) const {
  Tensor result = torch::mm(g.reshape({g.size(0), n_ * n_}), placement_.t());
  result.narrow(-1, 0, n_).mul_(slope);
  return result;
}

Tensor CholeskyFactor::curvature(const Tensor& slope, const Tensor& dy, const Tensor& g) const {
  Tensor result = torch::zeros_like(dy);
  result.narrow(-1, 0, n_).copy_(slope * (1 - slope) * dy.narrow(-1, 0, n_) * g.diagonal(0, -2, -1));
  return result;
}

}  // namespace dlnn
