#pragma once

#include <memory>
#include <string>

#include "dlnn/models/conservative/conservative_part.hpp"
#include "dlnn/models/dissipation/dissipative_part.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// delan and dlnn: one conservative and (perhaps) one dissipative part. τ̂ = E_L − F_d; q̈ = M⁻¹(τ + F_d − c − g).
class ComposedModel : public StructuredLagrangianModel {
 public:
  /// `dissipative` may be null: no dissipation.
  ComposedModel(std::string type, std::shared_ptr<ConservativePart> conservative,
                std::shared_ptr<DissipativePart> dissipative, std::int64_t dof);

  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override;
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override;
  Tensor lagrangian(const Tensor& q, const Tensor& qd) override;
  Tensor energy(const Tensor& q, const Tensor& qd) override;
  Tensor mass_matrix(const Tensor& q, const Tensor& qd) override;
  Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) override;
  Tensor dissipative_force(const Tensor& q, const Tensor& qd) override;
  Tensor potential(const Tensor& q) override;
  Tensor bias_force(const Tensor& q, const Tensor& qd) override;
  Tensor gravity_force(const Tensor& q) override;
  Tensor damping_matrix(const Tensor& q, const Tensor& qd) override;
  Tensor penalty(const Tensor& q, const Tensor& qd) override;
  void scale_energy(double factor) override;

  [[nodiscard]] std::string type() const override { return type_; }
  [[nodiscard]] std::int64_t dof() const override { return dof_; }
  [[nodiscard]] ConservativePart& conservative() { return *conservative_; }
  [[nodiscard]] DissipativePart* dissipative() { return dissipative_.get(); }  ///< null when there is none

 private:
  Tensor kinetic(const Tensor& q, const Tensor& qd);

  std::string type_;
  std::int64_t dof_;
  std::shared_ptr<ConservativePart> conservative_;
  std::shared_ptr<DissipativePart> dissipative_;
};

}  // namespace dlnn
