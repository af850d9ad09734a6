#pragma once

#include <vector>

#include "dlnn/models/lnn_model.hpp"

namespace dlnn {

/// Derivatives of an LnnModel's Lagrangian at one batch (physics §3.2), without an autograd graph. With X = (x(q),
/// q̇/v), the directions 𝐯 = (ẋ, q̈/v) and, for a frozen r, 𝐰 = (0, r/v), 𝐰′ = (∂x/∂q r, 0):
///
///     r·E_L = E₀(D_𝐯D_𝐰 N − D_𝐰′N) + α r·Σ²q̈
///
/// Both terms of the bracket have the same adjoint but for the sign, so they travel in one column: 12 columns a
/// training step.
class LnnSweep {
 public:
  LnnSweep(const LnnModel& model, const Tensor& q, const Tensor& qd);

  /// E_L(q, q̇, q̈); fixes the direction 𝐯 for backward.
  [[nodiscard]] Tensor euler_lagrange(const Tensor& qdd);
  /// ∂L/∂q̇ [B, n].
  [[nodiscard]] Tensor momentum() const;
  /// ∂²L/∂q̇² [B, n, n], symmetric.
  [[nodiscard]] Tensor mass_matrix() const;
  /// M⁻¹ f, indefinite M guarded and reported.
  [[nodiscard]] Tensor mass_solve(const Tensor& f);

  struct Gradients {
    Tensor theta, q, qd, qdd;
  };
  /// Gradient of Σ r·E_L at the q̈ of euler_lagrange, with r frozen. To be called once, after euler_lagrange.
  [[nodiscard]] Gradients backward(const Tensor& r, bool of_inputs);

 private:
  struct Hidden {
    Tensor first, second, third;  ///< σ′, σ″, σ‴ [B, H]
    Tensor vjp_post, rate_post;   ///< cotangent after the activation, and its tangent along 𝐯
    Tensor p_v, p_w, p_d;         ///< tangents before the activation
  };
  [[nodiscard]] Tensor slot(const Tensor& stacked, std::int64_t index, std::int64_t count = 1) const {
    return stacked.narrow(0, index * batch_, count * batch_);
  }
  [[nodiscard]] Tensor join(const Tensor& position, const Tensor& speed) const {
    return torch::cat({position, speed}, -1);
  }
  void forward();
  void vjp();
  void tangent_along_v(const Tensor& dx);
  void tangents_along_r(const Tensor& w, const Tensor& w_prime);
  Tensor input_part(const Tensor& cotangent, bool speed) const;
  void factorise();

  const LnnModel& model_;
  Tensor q_, qd_, qdd_, x_;
  std::int64_t batch_, features_;
  std::vector<Layer> layers_;
  std::vector<Hidden> hidden_;
  std::vector<Tensor> inputs_;  ///< [4B, width] of each layer: h, along 𝐯, along 𝐰, second-order column
  std::vector<Tensor> vjp_pre_, rate_pre_;  ///< cotangent before each layer's activation, and its tangent along 𝐯
  Tensor vjp_x_, rate_x_;                   ///< the same at the input
  Tensor cholesky_;                         ///< of Σ⁻¹MΣ⁻¹
  Tensor indefinite_, eigenvalues_, eigenvectors_;  ///< rows where that fails, and their guarded spectrum
};

}  // namespace dlnn
