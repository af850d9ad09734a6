#include <torch/script.h>

#include "dlnn/core/error.hpp"
#include "dlnn/models/conservative/neural.hpp"
#include "dlnn/models/dissipation/channels.hpp"
#include "scripts.hpp"

namespace dlnn::exporting {
namespace {

// The contracted scheme of src/models/conservative/contracted.cpp, without its reverse pass.
constexpr const char* neural_methods = R"(
def factor(self, diagonal: Tensor, below: Tensor) -> Tensor:
  return torch.mm(torch.cat([diagonal, below], 1), self.placement).view([diagonal.size(0), self.dof, self.dof])
def terms(self, q: Tensor, qd: Tensor) -> Tuple[Tensor, Tensor]:
  n = self.dof
  x = self.features(q)
  y, dy, slopes = self.mass_forward(x, self.features_jvp(x, qd))
  shifted = torch.slice(y, 1, 0, n) + self.softplus_shift
  slope = torch.sigmoid(shifted)
  L = self.factor(torch.softplus(shifted), torch.slice(y, 1, n, y.size(1)))
  rate = self.factor(slope * torch.slice(dy, 1, 0, n), torch.slice(dy, 1, n, dy.size(1)))
  v = (self.inertia_root * qd).unsqueeze(1)
  u = torch.matmul(v, L)
  w = torch.matmul(v, rate)
  g = torch.mm(torch.matmul(v.transpose(1, 2), u).view([q.size(0), n * n]), self.placement.t())
  g = torch.cat([slope * torch.slice(g, 1, 0, n), torch.slice(g, 1, n, g.size(1))], 1)
  kinetic = self.features_vjp(x, self.mass_vjp(g, slopes))
  V, dV, potential_slopes = self.potential_forward(x, x)
  gravity = self.features_vjp(x, self.potential_vjp(self.energy_scale.expand([q.size(0), 1]), potential_slopes))
  inertial = (torch.matmul(rate, u.transpose(1, 2)) + torch.matmul(L, w.transpose(1, 2))).squeeze(2)
  return L, self.inertia_root * inertial - kinetic + gravity
def scaled_mass(self, L: Tensor) -> Tensor:
  return torch.matmul(L, L.transpose(1, 2)) + self.regularisation
def inverse_dynamics(self, q: Tensor, qd: Tensor, qdd: Tensor) -> Tensor:
  L, bias = self.terms(q, qd)
  inertial = torch.matmul(self.scaled_mass(L), (self.inertia_root * qdd).unsqueeze(2)).squeeze(2)
  return self.inertia_root * inertial + bias - self.dissipative_force(q, qd)
def forward_dynamics(self, q: Tensor, qd: Tensor, tau: Tensor) -> Tensor:
  L, bias = self.terms(q, qd)
  force = (tau + self.dissipative_force(q, qd) - bias) / self.inertia_root
  cholesky = torch.linalg_cholesky(self.scaled_mass(L))
  return torch.cholesky_solve(force.unsqueeze(2), cholesky).squeeze(2) / self.inertia_root
def cholesky_factor(self, x: Tensor) -> Tensor:
  y, dy, slopes = self.mass_forward(x, x)
  n = self.dof
  return self.factor(torch.softplus(torch.slice(y, 1, 0, n) + self.softplus_shift), torch.slice(y, 1, n, y.size(1)))
def mass_matrix(self, q: Tensor, qd: Tensor) -> Tensor:
  return self.inertia_root.unsqueeze(1) * self.scaled_mass(self.cholesky_factor(self.features(q))) * self.inertia_root
def potential(self, q: Tensor) -> Tensor:
  x = self.features(q)
  V, dV, slopes = self.potential_forward(x, x)
  return self.energy_scale * V.squeeze(1)
def energy(self, q: Tensor, qd: Tensor) -> Tensor:
  p = torch.matmul(self.mass_matrix(q, qd), qd.unsqueeze(2)).squeeze(2)
  return 0.5 * torch.sum(qd * p, 1) + self.potential(q)
)";

constexpr const char* no_dissipation = R"(
def dissipative_force(self, q: Tensor, qd: Tensor) -> Tensor:
  return torch.zeros_like(qd)
)";

void script_neural(ScriptBuilder& builder, const NeuralConservative& part) {
  const auto options = part.inertia_root().options();
  builder.embedding(part.embedding());
  builder.net_tangent("mass", part.mass_net(), part.mass_theta());
  builder.net_tangent("potential", part.potential_net(), part.potential_theta());
  builder.buffer("placement", part.factor().named_buffers()["placement"]);
  builder.buffer("softplus_shift", torch::tensor(CholeskyFactor::shift(), options));
  builder.buffer("inertia_root", part.inertia_root());
  builder.buffer("energy_scale", part.energy_scale());
  builder.buffer("regularisation", part.regularisation() * torch::eye(part.inertia_root().size(0), options));
  builder.define(neural_methods);
}

/// δ of the channels from raw coefficients [B or 1, terms·m] after softplus, in the order viscous, Coulomb, quadratic,
/// Stribeck.
std::string damping_source(const ChannelDissipation::Coefficients& terms) {
  std::string text =
      "def channel_damping(self, c: Tensor, s: Tensor) -> Tensor:\n"
      "  m = self.slip_speed.size(0)\n"
      "  w = s / self.slip_speed\n"
      "  bracket = torch.slice(c, 1, 0, m).expand_as(w)\n";
  if (terms.coulomb.defined()) {
    text += "  level = torch.slice(c, 1, m, 2 * m)\n";
    if (terms.stribeck.defined()) {
      text += "  level = level + torch.slice(c, 1, 3 * m, 4 * m) * torch.exp(-torch.square(w / self.stribeck_width))\n";
    }
    text +=
        "  z = w / self.smoothing\n"
        "  z2 = z * z\n"
        "  small = z2 < 1e-4\n"
        "  safe = torch.where(small, torch.ones_like(z), z)\n"
        "  quotient = torch.where(small, 1 - z2 / 3 + 2 * z2 * z2 / 15, torch.tanh(safe) / safe)\n"
        "  bracket = bracket + level * quotient / self.smoothing\n";
  }
  if (terms.quadratic.defined()) {
    text += concat("  bracket = bracket + torch.slice(c, 1, 2 * m, 3 * m) * torch.sqrt(torch.square(w) + ",
                   ChannelDissipation::eta * ChannelDissipation::eta, ")\n");
  }
  return text + "  return self.channel_gain * bracket\n";
}

constexpr const char* coupling_source = R"(
def coupling_force(self, q: Tensor, qd: Tensor) -> Tensor:
  even = torch.log1p(torch.square(qd / self.joint_speed) / self.even_square) / torch.log1p(1 / self.even_square)
  b = self.coupling_values(torch.cat([self.features(q), even], 1))
  B = self.coupling_root.unsqueeze(1) * b.view([q.size(0), q.size(1), b.size(1) // q.size(1)])
  return -torch.matmul(B, torch.matmul(qd.unsqueeze(1), B).transpose(1, 2)).squeeze(2)
)";

void script_channels(ScriptBuilder& builder, const ChannelDissipation& part) {
  const auto options = part.slip_matrix().options();
  const auto terms = part.coefficients(torch::zeros({1, part.slip_matrix().size(1)}, options));
  builder.buffer("slip", part.slip_matrix());
  builder.buffer("slip_speed", part.slip_speed());
  builder.buffer("channel_gain", part.channel_gain());
  builder.buffer("smoothing", terms.smoothing);
  builder.buffer("stribeck_width", terms.stribeck_width);
  builder.buffer("friction_raw", part.raw_constants().unsqueeze(0));
  std::string raw = "self.friction_raw";
  if (part.depends_on_configuration()) {
    builder.net_values("friction", part.head_net(), part.head_theta());
    raw += concat(" + ", ChannelDissipation::head_gain, " * self.friction_values(self.features(q))");
  }
  builder.define(damping_source(terms));
  std::string force = concat(
      "def dissipative_force(self, q: Tensor, qd: Tensor) -> Tensor:\n"
      "  s = torch.mm(qd, self.slip.t())\n"
      "  F = -torch.mm(self.channel_damping(torch.softplus(",
      raw, "), s) * s, self.slip)\n");
  if (part.has_coupling()) {
    builder.net_values("coupling", part.coupling_net(), part.coupling_theta());
    builder.buffer("coupling_root", part.coupling_root());
    builder.buffer("joint_speed", part.speed());
    builder.buffer(
        "even_square",
        torch::tensor(ChannelDissipation::even_feature_speed * ChannelDissipation::even_feature_speed, options));
    builder.define(coupling_source);
    force += "  F = F + self.coupling_force(q, qd)\n";
  }
  builder.define(force + "  return F\n");
}

}  // namespace

void script_structured(ScriptBuilder& builder, ComposedModel& model) {
  const auto* neural = dynamic_cast<const NeuralConservative*>(&model.conservative());
  if (neural == nullptr) throw ModelError("TorchScript export does not know this conservative part");
  script_neural(builder, *neural);
  if (model.dissipative() == nullptr) {
    builder.define(no_dissipation);
    return;
  }
  const auto* channels = dynamic_cast<const ChannelDissipation*>(model.dissipative());
  if (channels == nullptr) throw ModelError("TorchScript export does not know this dissipative part");
  script_channels(builder, *channels);
}

}  // namespace dlnn::exporting
