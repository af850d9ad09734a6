#pragma once

#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/models/units.hpp"
#include "dlnn/nn/angle_embedding.hpp"
#include "dlnn/nn/mlp.hpp"

namespace dlnn {

/// Lagrangian neural network (Cranmer et al. 2020): one scalar net L(q, q̇) and no dissipation,
///
///     L = E₀ N(x(q), q̇/v) + ½α|Σq̇|²,    E_L = L_q̇q̇ q̈ + L_q̇q q̇ − L_q,    q̈ = L_q̇q̇⁻¹(τ + L_q − L_q̇q q̇)
///
/// in internal units; α (lnn_inertia) makes the mass matrix start near a constant positive one. Nothing keeps L_q̇q̇
/// positive definite: where it is not, its eigenvalues are kept away from zero and the event is reported. Derivatives
/// by jets (physics §3.2), no second-order graph.
class LnnModel : public LagrangianModel {
 public:
  LnnModel(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random);

  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override;
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override;
  Tensor lagrangian(const Tensor& q, const Tensor& qd) override;
  Tensor energy(const Tensor& q, const Tensor& qd) override;
  Tensor mass_matrix(const Tensor& q, const Tensor& qd) override;
  Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return inverse_dynamics(q, qd, qdd);
  }
  [[nodiscard]] std::string type() const override { return "lnn"; }
  [[nodiscard]] std::int64_t dof() const override { return inertia_root_.size(0); }
  std::vector<std::string> take_reports() override;

  /// Called by the solver: `samples` rows of a batch had an indefinite mass matrix, the first of them at (q, q̇) [n]
  /// each.
  void note_indefinite(std::int64_t samples, std::int64_t batch, const Tensor& q, const Tensor& qd) const;

  [[nodiscard]] const Mlp& net() const noexcept { return net_; }
  [[nodiscard]] const AngleEmbedding& embedding() const noexcept { return *embedding_; }
  [[nodiscard]] const Tensor& theta() const noexcept { return theta_; }
  [[nodiscard]] const Tensor& speed_scale() const noexcept { return speed_; }          ///< v [n]
  [[nodiscard]] const Tensor& inertia_root() const noexcept { return inertia_root_; }  ///< Σ [n]
  [[nodiscard]] const Tensor& energy_scale() const noexcept { return energy_scale_; }  ///< E₀, scalar
  [[nodiscard]] double inertia() const noexcept { return inertia_; }                   ///< α

  /// Smallest magnitude of an eigenvalue of Σ⁻¹L_q̇q̇Σ⁻¹ that forward dynamics divides by.
  static constexpr double smallest_eigenvalue = 1e-2;

 private:
  std::shared_ptr<AngleEmbedding> embedding_;
  Mlp net_;
  double inertia_;
  Tensor theta_, speed_, inertia_root_, energy_scale_;
  mutable std::int64_t indefinite_ = 0, evaluated_ = 0;
  mutable std::string first_indefinite_;
};

}  // namespace dlnn
