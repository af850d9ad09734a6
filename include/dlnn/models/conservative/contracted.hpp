#pragma once

#include <torch/types.h>

#include "dlnn/models/conservative/neural.hpp"
#include "dlnn/nn/mlp_sweep.hpp"

namespace dlnn {

/// The contracted derivatives of a NeuralConservative at one batch (physics §3.1): everything E_L needs, then the
/// gradient of r·E_L for a frozen r. 9 columns through the mass net and 6 through the potential net a training step,
/// for any n. No autograd graph is recorded.
class ContractedSweep {
 public:
  ContractedSweep(const NeuralConservative& part, const Tensor& q, const Tensor& qd);

  [[nodiscard]] const Tensor& bias_force() const noexcept { return bias_; }  ///< c + g [B, n]
  [[nodiscard]] Tensor mass_product(const Tensor& v) const;                  ///< M v [B, n]
  /// M⁻¹ f [B, n].
  [[nodiscard]] Tensor mass_solve(const Tensor& f);

  struct Gradients {
    Tensor theta, q, qd, qdd;
  };
  /// Gradient of Σ r·(Mq̈ + c + g) with r and q̈ frozen; q, qd and qdd only when `of_inputs`. To be called once.
  [[nodiscard]] Gradients backward(const Tensor& r, const Tensor& qdd, bool of_inputs);

 private:
  void input_gradients(const MlpSweep::Cotangents& mass, const MlpSweep::Cotangents& potential, const Tensor& along_r,
                       Gradients& result) const;

  const NeuralConservative& part_;
  Tensor q_, qd_;
  MlpSweep mass_, potential_;
  Tensor x_;              ///< features [B, F]
  Tensor slope_, dy_;     ///< of the factor's diagonal; tangent of the mass net's output along q̇
  Tensor factor_, rate_;  ///< L and its tangent along q̇
  Tensor v_, u_;          ///< Σq̇ and LᵀΣq̇
  Tensor bias_, cholesky_;
};

}  // namespace dlnn
