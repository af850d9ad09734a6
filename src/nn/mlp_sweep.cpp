#include "dlnn/nn/mlp_sweep.hpp"

#include <torch/torch.h>

#include <utility>

namespace dlnn {

using torch::Tensor;

MlpSweep::MlpSweep(const Mlp& net, const Tensor& theta, std::int64_t batch, bool first_tangent)
    : net_(net),
      layers_(net.layers(theta.detach())),
      batch_(batch),
      slots_(first_tangent ? 3 : 2),
      hidden_(static_cast<std::size_t>(net.depth)),
      vjp_pre_(layers_.size()) {
  for (const Layer& layer : layers_)
    inputs_.push_back(torch::empty({slots_ * batch, layer.weight.size(0)}, theta.options()));
}

Tensor MlpSweep::forward(std::int64_t slots) {
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    const Tensor products = torch::mm(slot(inputs_[k], 0, slots), layers_[k].weight);
    Tensor a = slot(products, 0);
    a.add_(layers_[k].bias);
    auto derivatives = activation_derivatives(net_.activation, a, 2);
    slot(inputs_[k + 1], 0).copy_(derivatives[0]);
    hidden_[k].first = std::move(derivatives[1]);
    hidden_[k].second = std::move(derivatives[2]);
    if (slots > 1) {
      hidden_[k].tangent = slot(products, 1);
      Tensor next = slot(inputs_[k + 1], 1);
      torch::mul_out(next, hidden_[k].first, hidden_[k].tangent);
    }
  }
  Tensor outputs = torch::mm(slot(inputs_.back(), 0, slots), layers_.back().weight);
  slot(outputs, 0).add_(layers_.back().bias);
  return outputs;
}

Tensor MlpSweep::values(const Tensor& x) {
  slot(inputs_[0], 0).copy_(x);
  return forward(1);
}

std::pair<Tensor, Tensor> MlpSweep::values_and_tangent(const Tensor& x, const Tensor& dx) {
  slot(inputs_[0], 0).copy_(x);
  slot(inputs_[0], 1).copy_(dx);
  const Tensor outputs = forward(2);
  return {slot(outputs, 0), slot(outputs, 1)};
}

Tensor MlpSweep::vjp(const Tensor& g) {
  vjp_pre_.back() = g;
  for (std::size_t k = hidden_.size(); k > 0; --k) {
    hidden_[k - 1].vjp_post = torch::mm(vjp_pre_[k], layers_[k].weight.t());
    vjp_pre_[k - 1] = hidden_[k - 1].vjp_post * hidden_[k - 1].first;
  }
  vjp_x_ = torch::mm(vjp_pre_[0], layers_[0].weight.t());
  return vjp_x_;
}

Tensor MlpSweep::tangent(const Tensor& dx) {
  const std::int64_t last = slots_ - 1;
  slot(inputs_[0], last).copy_(dx);
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    hidden_[k].tangent_r = torch::mm(slot(inputs_[k], last), layers_[k].weight);
    Tensor next = slot(inputs_[k + 1], last);
    torch::mul_out(next, hidden_[k].first, hidden_[k].tangent_r);
  }
  return torch::mm(slot(inputs_.back(), last), layers_.back().weight);
}

MlpSweep::Cotangents MlpSweep::reverse(const Tensor& g0, const Tensor& g1, bool of_inputs) const {
  const bool first_tangent = slots_ == 3;
  Cotangents result;
  result.theta = torch::empty({net_.parameter_count()}, inputs_[0].options());
  const auto gradients = net_.layers(result.theta);

  Tensor stacked = torch::empty({slots_ * batch_, net_.outputs}, inputs_[0].options());
  if (g0.defined()) {
    slot(stacked, 0).copy_(g0);
  } else {
    slot(stacked, 0).zero_();
  }
  if (first_tangent) slot(stacked, 1).copy_(g1);
  for (std::size_t k = layers_.size(); k-- > 0;) {
    Tensor along_r = slot(stacked, slots_ - 1);
    torch::neg_out(along_r, vjp_pre_[k]);
    Tensor weight = gradients[k].weight;
    Tensor bias = gradients[k].bias;
    torch::mm_out(weight, inputs_[k].t(), stacked);
    torch::sum_out(bias, slot(stacked, 0), 0);
    if (k == 0 && !of_inputs) break;
    const Tensor adjoints = torch::mm(slot(stacked, 0, slots_ - 1), layers_[k].weight.t());
    if (k == 0) {
      result.x = slot(adjoints, 0);
      if (first_tangent) result.dx = slot(adjoints, 1);
      result.dx_r = -vjp_x_;
      break;
    }
    const Hidden& layer = hidden_[k - 1];
    stacked = torch::empty({slots_ * batch_, net_.hidden}, inputs_[0].options());
    // Adjoint of the pre-activation a: σ′ of the value's adjoint, σ″ of each tangent's adjoint times that tangent.
    Tensor bend = torch::mul(layer.vjp_post, layer.tangent_r).neg_();
    if (first_tangent) {
      const Tensor adjoint = slot(adjoints, 1);
      bend.addcmul_(adjoint, layer.tangent);
      Tensor next = slot(stacked, 1);
      torch::mul_out(next, layer.first, adjoint);
    }
    Tensor value = slot(stacked, 0);
    torch::mul_out(value, layer.first, slot(adjoints, 0));
    value.addcmul_(layer.second, bend);
  }
  return result;
}

}  // namespace dlnn
