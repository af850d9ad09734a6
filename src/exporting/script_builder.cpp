#include "script_builder.hpp"

#include <torch/script.h>

#include "dlnn/core/error.hpp"

namespace dlnn::exporting {
namespace {

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

constexpr const char* revolute_features = R"(
def features(self, q: Tensor) -> Tensor:
  return torch.cat([torch.cos(q), torch.sin(q)], 1)
def features_jvp(self, x: Tensor, v: Tensor) -> Tensor:
  n = v.size(1)
  return torch.cat([-torch.slice(x, 1, n, 2 * n) * v, torch.slice(x, 1, 0, n) * v], 1)
def features_vjp(self, x: Tensor, g: Tensor) -> Tensor:
  n = self.dof
  return torch.slice(x, 1, 0, n) * torch.slice(g, 1, n, 2 * n) - torch.slice(x, 1, n, 2 * n) * torch.slice(g, 1, 0, n)
)";

constexpr const char* mixed_features = R"(
def features(self, q: Tensor) -> Tensor:
  angle = torch.index_select(q, 1, self.revolute)
  position = (torch.index_select(q, 1, self.prismatic) - self.position_mean) * self.position_inverse_std
  return torch.cat([torch.cos(angle), torch.sin(angle), position], 1)
def features_jvp(self, x: Tensor, v: Tensor) -> Tensor:
  r = self.revolute.size(0)
  angular = torch.index_select(v, 1, self.revolute)
  linear = torch.index_select(v, 1, self.prismatic) * self.position_inverse_std
  return torch.cat([-torch.slice(x, 1, r, 2 * r) * angular, torch.slice(x, 1, 0, r) * angular, linear], 1)
def features_vjp(self, x: Tensor, g: Tensor) -> Tensor:
  r = self.revolute.size(0)
  angular = torch.slice(x, 1, 0, r) * torch.slice(g, 1, r, 2 * r) - torch.slice(x, 1, r, 2 * r) * torch.slice(g, 1, 0, r)
  linear = torch.slice(g, 1, 2 * r, g.size(1)) * self.position_inverse_std
  return torch.index_select(torch.cat([angular, linear], 1), 1, self.coordinate_order)
)";

}  // namespace

std::string activation_source(Activation activation, int order, const std::string& a) {
  const auto pick = [&](const char* value, const char* first, const char* second) {
    return replace_all(order == 0 ? value : (order == 1 ? first : second), "@", a);
  };
  switch (activation) {
    case Activation::tanh:
      return pick("torch.tanh(@)", "1 - torch.square(torch.tanh(@))",
                  "-2 * torch.tanh(@) * (1 - torch.square(torch.tanh(@)))");
    case Activation::softplus:
      return pick("torch.softplus(@)", "torch.sigmoid(@)", "torch.sigmoid(@) * (1 - torch.sigmoid(@))");
    case Activation::silu:
      return pick("torch.silu(@)", "torch.sigmoid(@) * (1 + @ * (1 - torch.sigmoid(@)))",
                  "torch.sigmoid(@) * (1 - torch.sigmoid(@)) * (2 + @ * (1 - 2 * torch.sigmoid(@)))");
    case Activation::sine:
      return pick("torch.sin(@)", "torch.cos(@)", "-torch.sin(@)");
    case Activation::relu:
      return pick("torch.relu(@)", "", "");
    case Activation::elu:
      break;
  }
  return pick("torch.elu(@)", "", "");
}

void ScriptBuilder::define(const std::string& source, const std::string& name) {
  source_ += replace_all(source, "$name", name) + "\n";
}

torch::jit::Module ScriptBuilder::finish() {
  module_.define(source_);
  module_.eval();
  return module_;
}

void ScriptBuilder::embedding(const AngleEmbedding& embedding) {
  const auto buffers = embedding.named_buffers();
  if (buffers["prismatic"].numel() == 0) {
    define(revolute_features);
    return;
  }
  buffer("revolute", buffers["revolute"]);
  buffer("prismatic", buffers["prismatic"]);
  buffer("coordinate_order", buffers["order"]);
  buffer("position_mean", buffers["mean"]);
  buffer("position_inverse_std", buffers["inverse_std"]);
  define(mixed_features);
}

void register_layers(ScriptBuilder& builder, const std::string& name, const Mlp& net, const torch::Tensor& theta) {
  const auto layers = net.layers(theta.detach());
  for (std::size_t k = 0; k < layers.size(); ++k) {
    builder.buffer(concat(name, "_w", k), layers[k].weight);
    builder.buffer(concat(name, "_b", k), layers[k].bias);
  }
}

void ScriptBuilder::net_values(const std::string& name, const Mlp& net, const torch::Tensor& theta) {
  register_layers(*this, name, net, theta);
  std::string text = "def $name_values(self, x: Tensor) -> Tensor:\n  h = x\n";
  for (std::int64_t k = 0; k < net.depth; ++k) {
    text += concat("  a = torch.addmm(self.$name_b", k, ", h, self.$name_w", k,
                   ")\n  h = ", activation_source(net.activation, 0, "a"), "\n");
  }
  text += concat("  return torch.addmm(self.$name_b", net.depth, ", h, self.$name_w", net.depth, ")\n");
  define(text, name);
}

void ScriptBuilder::net_tangent(const std::string& name, const Mlp& net, const torch::Tensor& theta) {
  register_layers(*this, name, net, theta);
  std::string forward =
      "def $name_forward(self, x: Tensor, dx: Tensor) -> Tuple[Tensor, Tensor, List[Tensor]]:\n  h = x\n  t = dx\n";
  std::string slopes;
  std::string vjp =
      concat("def $name_vjp(self, g: Tensor, slopes: List[Tensor]) -> Tensor:\n  z = torch.mm(g, self.$name_w",
             net.depth, ".t())\n");
  for (std::int64_t k = 0; k < net.depth; ++k) {
    forward += concat("  a = torch.addmm(self.$name_b", k, ", h, self.$name_w", k, ")\n  s", k, " = ",
                      activation_source(net.activation, 1, "a"), "\n  h = ", activation_source(net.activation, 0, "a"),
                      "\n  t = s", k, " * torch.mm(t, self.$name_w", k, ")\n");
    slopes += concat(k > 0 ? ", s" : "s", k);
    vjp += concat("  z = torch.mm(z * slopes[", net.depth - 1 - k, "], self.$name_w", net.depth - 1 - k, ".t())\n");
  }
  forward += concat("  y = torch.addmm(self.$name_b", net.depth, ", h, self.$name_w", net.depth,
                    ")\n  dy = torch.mm(t, self.$name_w", net.depth, ")\n  return y, dy, [", slopes, "]\n");
  define(forward + vjp + "  return z\n", name);
}

}  // namespace dlnn::exporting
