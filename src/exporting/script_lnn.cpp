#include <torch/script.h>

#include "dlnn/core/error.hpp"
#include "scripts.hpp"

namespace dlnn::exporting {
namespace {

// The jets of src/models/lnn_sweep.cpp, without the reverse pass. "rate" is the tangent of the net's input gradient
// along a direction.
constexpr const char* methods = R"(
def speeds(self, g: Tensor) -> Tensor:
  return torch.slice(g, 1, self.feature_count, g.size(1)) / self.speed
def positions(self, x: Tensor, g: Tensor) -> Tensor:
  return self.features_vjp(x, torch.slice(g, 1, 0, self.feature_count))
def inertial(self, v: Tensor) -> Tensor:
  return self.added_inertia * v
def inverse_dynamics(self, q: Tensor, qd: Tensor, qdd: Tensor) -> Tensor:
  x = self.features(q)
  y, g, rate = self.net_rate(torch.cat([x, qd / self.speed], 1), torch.cat([self.features_jvp(x, qd), qdd / self.speed], 1))
  return self.energy_scale * (self.speeds(rate) - self.positions(x, g)) + self.inertial(qdd)
def mass_matrix(self, q: Tensor, qd: Tensor) -> Tensor:
  x = self.features(q)
  columns = [self.inertial(qd)]
  for i in range(self.dof):
    unit = torch.zeros_like(qd)
    torch.fill_(torch.select(unit, 1, i), 1.0)
    y, g, rate = self.net_rate(torch.cat([x, qd / self.speed], 1), torch.cat([torch.zeros_like(x), unit / self.speed], 1))
    columns.append(self.energy_scale * self.speeds(rate) + self.inertial(unit))
  mass = torch.stack(columns[1:], 2)
  return 0.5 * (mass + mass.transpose(1, 2))
def forward_dynamics(self, q: Tensor, qd: Tensor, tau: Tensor) -> Tensor:
  force = ((tau - self.inverse_dynamics(q, qd, torch.zeros_like(q))) / self.inertia_root).unsqueeze(2)
  scaled = self.mass_matrix(q, qd) / self.inertia_root.unsqueeze(1) / self.inertia_root
  cholesky, info = torch.linalg_cholesky_ex(scaled)
  result = torch.cholesky_solve(force, cholesky)
  indefinite = (info != 0).view([-1, 1, 1])
  if bool(torch.any(indefinite)):
    values, vectors = torch.linalg_eigh(scaled)
    sign = torch.where(values < 0, -torch.ones_like(values), torch.ones_like(values))
    guarded = sign * torch.clamp_min(torch.abs(values), self.smallest_eigenvalue)
    spectral = torch.matmul(vectors, torch.matmul(vectors.transpose(1, 2), force) / guarded.unsqueeze(2))
    result = torch.where(indefinite, spectral, result)
  return result.squeeze(2) / self.inertia_root
def energy(self, q: Tensor, qd: Tensor) -> Tensor:
  x = self.features(q)
  X = torch.cat([x, qd / self.speed], 1)
  y, g, rate = self.net_rate(X, torch.zeros_like(X))
  momentum = self.energy_scale * self.speeds(g) + self.inertial(qd)
  return torch.sum(qd * momentum, 1) - self.energy_scale * y.squeeze(1) - 0.5 * torch.sum(qd * self.inertial(qd), 1)
def dissipative_force(self, q: Tensor, qd: Tensor) -> Tensor:
  return torch.zeros_like(qd)
)";

/// net_rate(X, dX) -> (N, ∇N, tangent of ∇N along dX).
std::string net_rate_source(const Mlp& net) {
  std::string text = "def net_rate(self, x: Tensor, dx: Tensor) -> Tuple[Tensor, Tensor, Tensor]:\n  h = x\n  t = dx\n";
  for (std::int64_t k = 0; k < net.depth; ++k) {
    text += concat("  a = torch.addmm(self.net_b", k, ", h, self.net_w", k, ")\n  p", k, " = torch.mm(t, self.net_w", k,
                   ")\n  f", k, " = ", activation_source(net.activation, 1, "a"), "\n  s", k, " = ",
                   activation_source(net.activation, 2, "a"), "\n  h = ", activation_source(net.activation, 0, "a"),
                   "\n  t = f", k, " * p", k, "\n");
  }
  text += concat("  y = torch.addmm(self.net_b", net.depth, ", h, self.net_w", net.depth,
                 ")\n  g = torch.mm(torch.ones_like(y), self.net_w", net.depth, ".t())\n  r = torch.zeros_like(g)\n");
  for (std::int64_t k = net.depth; k-- > 0;) {
    text += concat("  r = torch.mm(f", k, " * r + s", k, " * p", k, " * g, self.net_w", k, ".t())\n  g = torch.mm(f", k,
                   " * g, self.net_w", k, ".t())\n");
  }
  return text + "  return y, g, r\n";
}

}  // namespace

void script_lnn(ScriptBuilder& builder, const LnnModel& model) {
  builder.embedding(model.embedding());
  builder.constant("feature_count", model.embedding().features());
  builder.buffer("speed", model.speed_scale());
  builder.buffer("inertia_root", model.inertia_root());
  builder.buffer("added_inertia", model.inertia() * model.inertia_root().square());
  builder.buffer("energy_scale", model.energy_scale());
  builder.buffer("smallest_eigenvalue", torch::tensor(LnnModel::smallest_eigenvalue, model.speed_scale().options()));
  register_layers(builder, "net", model.net(), model.theta());
  builder.define(net_rate_source(model.net()));
  builder.define(methods);
}

}  // namespace dlnn::exporting
