#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

namespace dlnn {

enum class Activation { tanh, softplus, silu, sine, relu, elu };

/// Throws ConfigError naming the allowed words.
[[nodiscard]] Activation activation_from_string(const std::string& name);
[[nodiscard]] const char* to_string(Activation activation);

/// How many derivatives are continuous: 0 for relu, 1 for elu, more than any model needs (99) for the others.
[[nodiscard]] int smoothness(Activation activation);

/// σ(a), element-wise; differentiable by autograd.
[[nodiscard]] torch::Tensor activate(Activation activation, const torch::Tensor& a);

/// σ(a) and its first `order` derivatives (1 to 3), element-wise, without an autograd graph: {σ, σ′, …}. Smooth
/// activations only.
[[nodiscard]] std::vector<torch::Tensor> activation_derivatives(Activation activation, const torch::Tensor& a,
                                                                int order);

}  // namespace dlnn
