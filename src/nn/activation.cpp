#include "dlnn/nn/activation.hpp"

#include <torch/torch.h>

#include <array>
#include <utility>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using torch::Tensor;

constexpr std::array<std::pair<const char*, Activation>, 6> names{{{"tanh", Activation::tanh},
                                                                   {"softplus", Activation::softplus},
                                                                   {"silu", Activation::silu},
                                                                   {"sine", Activation::sine},
                                                                   {"relu", Activation::relu},
                                                                   {"elu", Activation::elu}}};

std::vector<Tensor> tanh_derivatives(const Tensor& a, int order) {
  const Tensor t = torch::tanh(a);
  const Tensor first = 1 - t * t;
  std::vector<Tensor> d{t, first};
  if (order >= 2) d.push_back(-2 * t * first);
  if (order >= 3) d.push_back(first * (6 * t * t - 2));
  return d;
}

std::vector<Tensor> softplus_derivatives(const Tensor& a, int order) {
  const Tensor s = torch::sigmoid(a);
  std::vector<Tensor> d{torch::softplus(a), s};
  const Tensor second = s * (1 - s);
  if (order >= 2) d.push_back(second);
  if (order >= 3) d.push_back(second * (1 - 2 * s));
  return d;
}

/// silu(a) = a s(a): (a s)⁽ᵏ⁾ = a s⁽ᵏ⁾ + k s⁽ᵏ⁻¹⁾.
std::vector<Tensor> silu_derivatives(const Tensor& a, int order) {
  const Tensor s = torch::sigmoid(a);
  const Tensor s1 = s * (1 - s);
  std::vector<Tensor> d{a * s, s + a * s1};
  if (order >= 2) {
    const Tensor s2 = s1 * (1 - 2 * s);
    d.push_back(2 * s1 + a * s2);
    if (order >= 3) d.push_back(3 * s2 + a * s1 * (1 - 6 * s1));
  }
  return d;
}

std::vector<Tensor> sine_derivatives(const Tensor& a, int order) {
  const Tensor sine = torch::sin(a);
  const Tensor cosine = torch::cos(a);
  std::vector<Tensor> d{sine, cosine};
  if (order >= 2) d.push_back(-sine);
  if (order >= 3) d.push_back(-cosine);
  return d;
}

}  // namespace

Activation activation_from_string(const std::string& name) {
  for (const auto& [word, activation] : names) {
    if (name == word) return activation;
  }
  throw ConfigError(concat("activation ", name, ": must be tanh, softplus, silu, sine, relu or elu"));
}

const char* to_string(Activation activation) {
  for (const auto& [word, value] : names) {
    if (value == activation) return word;
  }
  return "?";
}

int smoothness(Activation activation) {
  if (activation == Activation::relu) return 0;
  return activation == Activation::elu ? 1 : 99;
}

Tensor activate(Activation activation, const Tensor& a) {
  switch (activation) {
    case Activation::tanh:
      return torch::tanh(a);
    case Activation::softplus:
      return torch::softplus(a);
    case Activation::silu:
      return torch::silu(a);
    case Activation::sine:
      return torch::sin(a);
    case Activation::relu:
      return torch::relu(a);
    case Activation::elu:
      break;
  }
  return torch::elu(a);
}

std::vector<Tensor> activation_derivatives(Activation activation, const Tensor& a, int order) {
  const torch::NoGradGuard no_grad;
  switch (activation) {
    case Activation::tanh:
      return tanh_derivatives(a, order);
    case Activation::softplus:
      return softplus_derivatives(a, order);
    case Activation::silu:
      return silu_derivatives(a, order);
    case Activation::sine:
      return sine_derivatives(a, order);
    case Activation::relu:
    case Activation::elu:
      break;
  }
  throw ConfigError(concat("activation ", to_string(activation),
                           " has no continuous second derivative: Lagrangian models need one, take "
                           "tanh, softplus, silu or sine"));
}

}  // namespace dlnn
