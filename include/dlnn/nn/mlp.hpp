#pragma once
// A multilayer perceptron whose weights are views of one flat parameter vector (Adam on one tensor is several times
// cheaper than on many).

#include <torch/types.h>

#include <string>
#include <vector>

#include "dlnn/config/train_config.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/nn/activation.hpp"

namespace dlnn {

/// h ↦ h·weight + bias.
struct Layer {
  torch::Tensor weight;  ///< [inputs, outputs]
  torch::Tensor bias;    ///< [outputs]
};

/// Shape of a net with `depth` hidden layers and a linear output; the weights themselves lie in a flat vector that is
/// passed in.
struct Mlp {
  std::int64_t inputs = 0;
  std::int64_t hidden = 0;
  std::int64_t depth = 0;
  std::int64_t outputs = 0;
  Activation activation = Activation::tanh;

  Mlp() = default;
  Mlp(std::int64_t inputs, const NetworkConfig& config, std::int64_t outputs);

  [[nodiscard]] std::int64_t parameter_count() const noexcept;
  /// Views of `theta` [parameter_count()], from the first layer to the output.
  [[nodiscard]] std::vector<Layer> layers(const torch::Tensor& theta) const;
  /// Initial parameters: weights N(0, 1/inputs) (LeCun), biases 0; the output layer multiplied by `output_scale`.
  [[nodiscard]] torch::Tensor initial_parameters(Random& random, double output_scale, torch::Dtype dtype) const;
  /// y(x) [B, outputs]; differentiable by autograd with respect to theta and x.
  [[nodiscard]] torch::Tensor operator()(const torch::Tensor& theta, const torch::Tensor& x) const;
};

/// Throws ConfigError when the activation has fewer than `derivatives` continuous derivatives.
void require_smooth(const NetworkConfig& config, int derivatives, const std::string& model);

}  // namespace dlnn
