#include "dlnn/models/conservative/contracted.hpp"

#include <torch/torch.h>

#include "dlnn/core/error.hpp"
#include "dlnn/nn/batched.hpp"

namespace dlnn {

// Notation: v = Σq̇, a = Σq̈, ρ = Σr, u = Lᵀv; D_w is the derivative along w. With M̂ = LLᵀ + εI and S = ½vᵀM̂v − V
//   E_L   = Σ(M̂a + L̇u + L(L̇ᵀv)) − ∂_qS
//   r·E_L = ρᵀM̂a + ρᵀ(D_q̇M̂)v − ½vᵀ(D_rM̂)v + D_rV

ContractedSweep::ContractedSweep(const NeuralConservative& part, const Tensor& q, const Tensor& qd)
    : part_(part),
      q_(q.detach()),
      qd_(qd.detach()),
      mass_(part.mass_net(), part.mass_theta(), q.size(0), true),
      potential_(part.potential_net(), part.potential_theta(), q.size(0), false) {
  const torch::NoGradGuard no_grad;
  const AngleEmbedding& embedding = part.embedding();
  const CholeskyFactor& head = part.factor();
  x_ = embedding(q_);
  const auto [y, dy] = mass_.values_and_tangent(x_, embedding.jvp(x_, qd_));
  dy_ = dy;
  slope_ = head.slope(y);
  factor_ = head.factor(y);
  rate_ = head.tangent(slope_, dy_);
  v_ = part.inertia_root() * qd_;
  u_ = transposed_matvec(factor_, v_);
  const Tensor kinetic = embedding.vjp(x_, mass_.vjp(head.pull(slope_, outer_product(v_, u_))));
  potential_.values(x_);
  const Tensor gravity = embedding.vjp(x_, potential_.vjp(part.energy_scale().expand({q_.size(0), 1})));
  bias_ = part.inertia_root() * (matvec(rate_, u_) + matvec(factor_, transposed_matvec(rate_, v_))) - kinetic + gravity;
}

Tensor ContractedSweep::mass_product(const Tensor& v) const {
  const Tensor a = part_.inertia_root() * v;
  return part_.inertia_root() * (matvec(factor_, transposed_matvec(factor_, a)) + part_.regularisation() * a);
}

Tensor ContractedSweep::mass_solve(const Tensor& f) {
  if (!cholesky_.defined()) {
    Tensor mass = factor_.matmul(factor_.mT());
    mass.diagonal(0, -2, -1).add_(part_.regularisation());
    cholesky_ = std::get<0>(torch::linalg_cholesky_ex(mass));
  }
  const Tensor scaled = (f / part_.inertia_root()).unsqueeze(-1);
  return torch::cholesky_solve(scaled, cholesky_).squeeze(-1) / part_.inertia_root();
}

ContractedSweep::Gradients ContractedSweep::backward(const Tensor& r, const Tensor& qdd, bool of_inputs) {
  const torch::NoGradGuard no_grad;
  const CholeskyFactor& head = part_.factor();
  const Tensor along_r = part_.embedding().jvp(x_, r);
  const Tensor dy_r = mass_.tangent(along_r);
  potential_.tangent(along_r);
  const Tensor rate_r = head.tangent(slope_, dy_r);
  const Tensor a = part_.inertia_root() * qdd;
  const Tensor rho = part_.inertia_root() * r;
  const Tensor w = transposed_matvec(factor_, a);
  const Tensor l_rho = transposed_matvec(factor_, rho);
  const Tensor rate_v = transposed_matvec(rate_, v_);
  const Tensor rate_rho = transposed_matvec(rate_, rho);
  const Tensor rate_r_v = transposed_matvec(rate_r, v_);

  const Tensor g_factor =
      outer_product(rho, w + rate_v) + outer_product(a, l_rho) + outer_product(v_, rate_rho - rate_r_v);
  const Tensor g_rate = outer_product(rho, u_) + outer_product(v_, l_rho);
  const Tensor g_rate_r = -outer_product(v_, u_);
  Tensor g_y = head.pull(slope_, g_factor);
  g_y += head.curvature(slope_, dy_, g_rate) + head.curvature(slope_, dy_r, g_rate_r);
  const auto mass = mass_.reverse(g_y, head.pull(slope_, g_rate), of_inputs);
  // φ contains +D_rV, and the kept vjp of the potential net has the cotangent +E₀: its reverse differentiates −D_rV.
  const auto potential = potential_.reverse({}, {}, of_inputs);

  Gradients result;
  result.theta = torch::cat({mass.theta, -potential.theta});
  if (!of_inputs) return result;
  result.qdd = mass_product(r);
  result.qd = part_.inertia_root() *
                  (matvec(rate_, l_rho) + matvec(factor_, rate_rho) - matvec(rate_r, u_) - matvec(factor_, rate_r_v)) +
              part_.embedding().vjp(x_, mass.dx);
  input_gradients(mass, potential, r, result);
  return result;
}

void ContractedSweep::input_gradients(const MlpSweep::Cotangents& mass, const MlpSweep::Cotangents& potential,
                                      const Tensor& r, Gradients& result) const {
  const AngleEmbedding& embedding = part_.embedding();
  result.q = embedding.vjp(x_, mass.x - potential.x) + embedding.curvature(x_, qd_, mass.dx) +
             embedding.curvature(x_, r, mass.dx_r - potential.dx_r);
}

}  // namespace dlnn
