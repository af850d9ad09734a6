#pragma once
// The interfaces of all models. Tensors are [B, n] in the dtype and on the device of the model unless stated otherwise.
// Sign convention: E_L(q, q̇, q̈) = τ + F_d, so the predicted torque is τ̂ = E_L − F_d, and q̇ᵀF_d ≤ 0 means dissipation.

#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <vector>

namespace dlnn {

using torch::Tensor;

class DynamicsModel : public torch::nn::Module {
 public:
  /// τ̂(q, q̇, q̈) in N m or N. Differentiable (first order) with respect to the parameters and the inputs.
  /// Throws ModelError when provides_inverse() is false.
  virtual Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) = 0;
  /// q̈(q, q̇, τ). Differentiable likewise. Throws ModelError when provides_forward() is false, NumericalError when a
  /// mass matrix is singular.
  virtual Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) = 0;

  /// A black box trained for one direction has only that one.
  [[nodiscard]] virtual bool provides_inverse() const { return true; }
  [[nodiscard]] virtual bool provides_forward() const { return true; }

  /// "mlp", "lnn", "delan", "delan+viscous" or "dlnn".
  [[nodiscard]] virtual std::string type() const = 0;
  [[nodiscard]] virtual std::int64_t dof() const = 0;

  /// A term added to the loss (a scalar), for example the power of the low-rank coupling; undefined when there is none.
  virtual Tensor penalty(const Tensor& q, const Tensor& qd);

  /// What happened since the last call that the user should know ("mass matrix indefinite at 12 samples, first at …");
  /// usually empty.
  virtual std::vector<std::string> take_reports();

  [[nodiscard]] std::int64_t parameter_count() const;
  [[nodiscard]] torch::TensorOptions tensor_options() const;  ///< dtype and device
};

class LagrangianModel : public DynamicsModel {
 public:
  virtual Tensor lagrangian(const Tensor& q, const Tensor& qd) = 0;  ///< [B] J
  virtual Tensor energy(const Tensor& q, const Tensor& qd) = 0;      ///< [B] J, q̇ᵀ∂L/∂q̇ − L
  /// ∂²L/∂q̇² [B, n, n]; structured models ignore q̇.
  virtual Tensor mass_matrix(const Tensor& q, const Tensor& qd) = 0;
  /// E_L, the Euler-Lagrange operator without dissipation; [B, n].
  virtual Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) = 0;
  /// F_d; zeros for models that have none.
  virtual Tensor dissipative_force(const Tensor& q, const Tensor& qd);
};

/// delan and dlnn: natural Lagrangian ½q̇ᵀM(q)q̇ − V(q), composed of a conservative and a dissipative part.
class StructuredLagrangianModel : public LagrangianModel {
 public:
  virtual Tensor potential(const Tensor& q) = 0;                     ///< [B] J
  virtual Tensor bias_force(const Tensor& q, const Tensor& qd) = 0;  ///< c + g = Ṁq̇ − ½∂_q(q̇ᵀMq̇) + ∂_qV
  virtual Tensor gravity_force(const Tensor& q) = 0;                 ///< g = ∂_qV
  /// D [B, n, n], positive semidefinite; F_d = −Dq̇.
  virtual Tensor damping_matrix(const Tensor& q, const Tensor& qd) = 0;
  /// Multiplies M, V and D by `factor`: the motion without torque is unchanged (free-swing gauge).
  virtual void scale_energy(double factor) = 0;
};

}  // namespace dlnn
