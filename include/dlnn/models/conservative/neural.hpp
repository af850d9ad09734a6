#pragma once

#include "dlnn/models/conservative/conservative_part.hpp"
#include "dlnn/models/units.hpp"
#include "dlnn/nn/angle_embedding.hpp"
#include "dlnn/nn/cholesky_factor.hpp"
#include "dlnn/nn/mlp.hpp"

namespace dlnn {

/// The published conservative part of DeLaN (Lutter, Ritter and Peters 2019) and of the dLNN: a net for the Cholesky
/// factor of the mass matrix, M = Σ(LLᵀ + εI)Σ, and a net for the potential, V = E₀ v(q); both see (cos q, sin q). One
/// flat parameter vector "theta": first the mass net, then the potential net. Derivatives by the contracted scheme
/// (physics §3.1), at a cost that does not depend on n.
class NeuralConservative : public ConservativePart {
 public:
  NeuralConservative(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random);

  Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) override;
  Tensor acceleration(const Tensor& q, const Tensor& qd, const Tensor& force) override;
  Tensor bias_force(const Tensor& q, const Tensor& qd) override;
  Tensor mass_matrix(const Tensor& q) override;
  Tensor potential(const Tensor& q) override;
  void scale_energy(double factor) override;

  [[nodiscard]] const Mlp& mass_net() const noexcept { return mass_net_; }
  [[nodiscard]] const Mlp& potential_net() const noexcept { return potential_net_; }
  [[nodiscard]] const AngleEmbedding& embedding() const noexcept { return *embedding_; }
  [[nodiscard]] const CholeskyFactor& factor() const noexcept { return *factor_; }
  [[nodiscard]] const Tensor& theta() const noexcept { return theta_; }
  [[nodiscard]] const Tensor& inertia_root() const noexcept { return inertia_root_; }  ///< Σ [n]
  [[nodiscard]] const Tensor& energy_scale() const noexcept { return energy_scale_; }  ///< E₀, scalar
  [[nodiscard]] double regularisation() const noexcept { return regularisation_; }     ///< ε
  [[nodiscard]] Tensor mass_theta() const { return theta_.narrow(0, 0, mass_net_.parameter_count()); }
  [[nodiscard]] Tensor potential_theta() const {
    return theta_.narrow(0, mass_net_.parameter_count(), potential_net_.parameter_count());
  }

 private:
  std::shared_ptr<AngleEmbedding> embedding_;
  std::shared_ptr<CholeskyFactor> factor_;
  Mlp mass_net_, potential_net_;
  double regularisation_;
  Tensor theta_, inertia_root_, energy_scale_;
};

}  // namespace dlnn
