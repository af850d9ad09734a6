#include "dlnn/models/lnn_sweep.hpp"

#include <torch/torch.h>

#include "dlnn/nn/batched.hpp"

namespace dlnn {

LnnSweep::LnnSweep(const LnnModel& model, const Tensor& q, const Tensor& qd)
    : model_(model),
      q_(q.detach()),
      qd_(qd.detach()),
      batch_(q.size(0)),
      features_(model.embedding().features()),
      layers_(model.net().layers(model.theta().detach())),
      hidden_(static_cast<std::size_t>(model.net().depth)),
      vjp_pre_(layers_.size()),
      rate_pre_(layers_.size()) {
  const torch::NoGradGuard no_grad;
  x_ = model.embedding()(q_);
  for (const Layer& layer : layers_) inputs_.push_back(torch::empty({4 * batch_, layer.weight.size(0)}, x_.options()));
  slot(inputs_[0], 0).copy_(join(x_, qd_ / model.speed_scale()));
  forward();
  vjp();
}

void LnnSweep::forward() {
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    const Tensor a = torch::addmm(layers_[k].bias, slot(inputs_[k], 0), layers_[k].weight);
    auto derivatives = activation_derivatives(model_.net().activation, a, 3);
    slot(inputs_[k + 1], 0).copy_(derivatives[0]);
    hidden_[k].first = derivatives[1];
    hidden_[k].second = derivatives[2];
    hidden_[k].third = derivatives[3];
  }
}

void LnnSweep::vjp() {
  vjp_pre_.back() = torch::ones({batch_, 1}, x_.options());
  for (std::size_t k = hidden_.size(); k > 0; --k) {
    hidden_[k - 1].vjp_post = vjp_pre_[k].mm(layers_[k].weight.t());
    vjp_pre_[k - 1] = hidden_[k - 1].vjp_post * hidden_[k - 1].first;
  }
  vjp_x_ = vjp_pre_[0].mm(layers_[0].weight.t());
}

void LnnSweep::tangent_along_v(const Tensor& dx) {
  slot(inputs_[0], 1).copy_(dx);
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    hidden_[k].p_v = slot(inputs_[k], 1).mm(layers_[k].weight);
    Tensor next = slot(inputs_[k + 1], 1);
    torch::mul_out(next, hidden_[k].first, hidden_[k].p_v);
  }
  rate_pre_.back() = torch::zeros({batch_, 1}, x_.options());
  for (std::size_t k = hidden_.size(); k > 0; --k) {
    Hidden& layer = hidden_[k - 1];
    layer.rate_post = rate_pre_[k].mm(layers_[k].weight.t());
    rate_pre_[k - 1] = layer.first * layer.rate_post + layer.second * layer.p_v * layer.vjp_post;
  }
  rate_x_ = rate_pre_[0].mm(layers_[0].weight.t());
}

void LnnSweep::tangents_along_r(const Tensor& w, const Tensor& w_prime) {
  slot(inputs_[0], 2).copy_(w);
  slot(inputs_[0], 3).copy_(w_prime).neg_();
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    Hidden& layer = hidden_[k];
    const Tensor products = slot(inputs_[k], 2, 2).mm(layers_[k].weight);
    layer.p_w = slot(products, 0);
    layer.p_d = slot(products, 1);
    slot(inputs_[k + 1], 2).copy_(layer.first * layer.p_w);
    slot(inputs_[k + 1], 3).copy_(layer.first * layer.p_d + layer.second * layer.p_v * layer.p_w);
  }
}

Tensor LnnSweep::input_part(const Tensor& cotangent, bool speed) const {
  return speed ? cotangent.narrow(-1, features_, cotangent.size(-1) - features_) : cotangent.narrow(-1, 0, features_);
}

Tensor LnnSweep::euler_lagrange(const Tensor& qdd) {
  const torch::NoGradGuard no_grad;
  qdd_ = qdd.detach();
  tangent_along_v(join(model_.embedding().jvp(x_, qd_), qdd_ / model_.speed_scale()));
  const Tensor position = model_.embedding().vjp(x_, input_part(vjp_x_, false));
  return model_.energy_scale() * (input_part(rate_x_, true) / model_.speed_scale() - position) +
         model_.inertia() * model_.inertia_root().square() * qdd_;
}

Tensor LnnSweep::momentum() const {
  return model_.energy_scale() * input_part(vjp_x_, true) / model_.speed_scale() +
         model_.inertia() * model_.inertia_root().square() * qd_;
}

Tensor LnnSweep::mass_matrix() const {
  const torch::NoGradGuard no_grad;
  const std::int64_t n = qd_.size(1);
  // One tangent for each speed, all samples and directions in the same products: rows are (direction, sample).
  Tensor p =
      (layers_[0].weight.narrow(0, features_, n) / model_.speed_scale().unsqueeze(-1)).unsqueeze(1);  // [n, 1, H]
  std::vector<Tensor> kept;
  for (std::size_t k = 0; k < hidden_.size(); ++k) {
    kept.push_back(p);
    if (k + 1 < hidden_.size()) p = (hidden_[k].first * p).matmul(layers_[k + 1].weight);
  }
  Tensor rate;
  for (std::size_t k = hidden_.size(); k > 0; --k) {
    const Hidden& layer = hidden_[k - 1];
    Tensor next = layer.second * layer.vjp_post * kept[k - 1];
    if (rate.defined()) next += layer.first * rate.matmul(layers_[k].weight.t());
    rate = next;
  }
  const Tensor speeds = rate.matmul(layers_[0].weight.narrow(0, features_, n).t()) / model_.speed_scale();  // [n, B, n]
  const Tensor mass =
      model_.energy_scale() * speeds.transpose(0, 1) + torch::diag(model_.inertia() * model_.inertia_root().square());
  return 0.5 * (mass + mass.mT());
}

void LnnSweep::factorise() {
  const Tensor root = model_.inertia_root();
  const Tensor scaled = mass_matrix() / root.unsqueeze(-1) / root;
  auto [cholesky, info] = torch::linalg_cholesky_ex(scaled);
  cholesky_ = cholesky;
  indefinite_ = torch::nonzero(info != 0).squeeze(-1);
  const std::int64_t count = indefinite_.size(0);
  const auto row = count > 0 ? indefinite_[0].item<std::int64_t>() : 0;
  model_.note_indefinite(count, batch_, q_[row], qd_[row]);
  if (count == 0) return;
  const Tensor bad = scaled.index_select(0, indefinite_);
  if (!bad.isfinite().all().item<bool>()) return;  // diverged parameters: the loss will say so
  std::tie(eigenvalues_, eigenvectors_) = torch::linalg_eigh(bad);
  const Tensor sign = torch::where(eigenvalues_ < 0, -torch::ones_like(eigenvalues_), torch::ones_like(eigenvalues_));
  eigenvalues_ = sign * eigenvalues_.abs().clamp_min(LnnModel::smallest_eigenvalue);
}

Tensor LnnSweep::mass_solve(const Tensor& f) {
  const torch::NoGradGuard no_grad;
  if (!cholesky_.defined()) factorise();
  const Tensor scaled = (f / model_.inertia_root()).unsqueeze(-1);
  Tensor result = torch::cholesky_solve(scaled, cholesky_).squeeze(-1);
  if (eigenvectors_.defined()) {
    const Tensor rotated = eigenvectors_.mT().matmul(scaled.index_select(0, indefinite_)).squeeze(-1) / eigenvalues_;
    result.index_copy_(0, indefinite_, matvec(eigenvectors_, rotated));
  }
  return result / model_.inertia_root();
}

LnnSweep::Gradients LnnSweep::backward(const Tensor& r, bool of_inputs) {
  const torch::NoGradGuard no_grad;
  const Tensor zeros_x = torch::zeros_like(x_);
  tangents_along_r(join(zeros_x, r / model_.speed_scale()), join(model_.embedding().jvp(x_, r), torch::zeros_like(r)));

  // Cotangents of (h, along 𝐯, along 𝐰, second-order column), divided by E₀; the last two are known: rate and vjp.
  Gradients result;
  result.theta = torch::empty_like(model_.theta());
  const auto gradients = model_.net().layers(result.theta);
  Tensor stacked = torch::cat({torch::zeros({2 * batch_, 1}, x_.options()), rate_pre_.back(), vjp_pre_.back()});
  Tensor inputs;
  for (std::size_t k = layers_.size(); k-- > 0;) {
    gradients[k].weight.copy_(inputs_[k].t().mm(stacked)).mul_(model_.energy_scale());
    gradients[k].bias.copy_(slot(stacked, 0).sum(0)).mul_(model_.energy_scale());
    if (k == 0 && !of_inputs) break;
    const Tensor adjoints = slot(stacked, 0, 2).mm(layers_[k].weight.t());
    if (k == 0) {
      inputs = adjoints;
      break;
    }
    const Hidden& layer = hidden_[k - 1];
    const Tensor along_v = slot(adjoints, 1);
    const Tensor bend = layer.p_v * along_v + layer.p_w * layer.rate_post + layer.p_d * layer.vjp_post;
    const Tensor value =
        layer.first * slot(adjoints, 0) + layer.second * bend + layer.third * layer.p_v * layer.p_w * layer.vjp_post;
    stacked = torch::cat(
        {value, layer.first * along_v + layer.second * layer.p_w * layer.vjp_post, rate_pre_[k - 1], vjp_pre_[k - 1]});
  }
  if (!of_inputs) return result;

  const AngleEmbedding& embedding = model_.embedding();
  const Tensor& energy = model_.energy_scale();
  const Tensor value = slot(inputs, 0);
  const Tensor along_v = slot(inputs, 1);
  const Tensor along_v_x = input_part(along_v, false);
  result.q = energy * (embedding.vjp(x_, input_part(value, false)) + embedding.curvature(x_, qd_, along_v_x) -
                       embedding.curvature(x_, r, input_part(vjp_x_, false)));
  result.qd = energy * (input_part(value, true) / model_.speed_scale() + embedding.vjp(x_, along_v_x));
  result.qdd =
      energy * input_part(along_v, true) / model_.speed_scale() + model_.inertia() * model_.inertia_root().square() * r;
  return result;
}

}  // namespace dlnn
