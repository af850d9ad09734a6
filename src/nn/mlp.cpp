#include "dlnn/nn/mlp.hpp"

#include <torch/torch.h>

#include <cmath>

#include "dlnn/core/error.hpp"

namespace dlnn {

using torch::Tensor;

Mlp::Mlp(std::int64_t input_count, const NetworkConfig& config, std::int64_t output_count)
    : inputs(input_count),
      hidden(config.hidden),
      depth(config.depth),
      outputs(output_count),
      activation(activation_from_string(config.activation)) {}

std::int64_t Mlp::parameter_count() const noexcept {
  return (inputs + 1) * hidden + (depth - 1) * (hidden + 1) * hidden + (hidden + 1) * outputs;
}

std::vector<Layer> Mlp::layers(const Tensor& theta) const {
  std::vector<Layer> result;
  std::int64_t offset = 0;
  for (std::int64_t k = 0; k <= depth; ++k) {
    const std::int64_t in = k == 0 ? inputs : hidden;
    const std::int64_t out = k == depth ? outputs : hidden;
    result.push_back({theta.narrow(0, offset, in * out).view({in, out}), theta.narrow(0, offset + in * out, out)});
    offset += (in + 1) * out;
  }
  return result;
}

Tensor Mlp::initial_parameters(Random& random, double output_scale, torch::Dtype dtype) const {
  Tensor theta = torch::zeros({parameter_count()}, torch::kFloat64);
  const auto nets = layers(theta);
  for (std::size_t k = 0; k < nets.size(); ++k) {
    const Tensor& weight = nets[k].weight;
    const double deviation =
        (k + 1 == nets.size() ? output_scale : 1.0) / std::sqrt(static_cast<double>(weight.size(0)));
    auto* values = weight.data_ptr<double>();
    for (std::int64_t i = 0; i < weight.numel(); ++i) values[i] = deviation * random.normal();
  }
  return theta.to(dtype);
}

Tensor Mlp::operator()(const Tensor& theta, const Tensor& x) const {
  const auto nets = layers(theta);
  Tensor h = x;
  for (std::size_t k = 0; k + 1 < nets.size(); ++k)
    h = activate(activation, torch::addmm(nets[k].bias, h, nets[k].weight));
  return torch::addmm(nets.back().bias, h, nets.back().weight);
}

void require_smooth(const NetworkConfig& config, int derivatives, const std::string& model) {
  if (smoothness(activation_from_string(config.activation)) >= derivatives) return;
  throw ConfigError(concat("model.network.activation ", config.activation, ": ", model, " differentiates its nets ",
                           derivatives, " times, and those derivatives of ", config.activation,
                           " are zero or jump; take tanh, softplus, silu or sine"));
}

}  // namespace dlnn
