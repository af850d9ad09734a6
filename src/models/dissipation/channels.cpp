#include "dlnn/models/dissipation/channels.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/nn/batched.hpp"

namespace dlnn {
namespace {

enum Term : std::int64_t { viscous_term, coulomb_term, quadratic_term, stribeck_term };

std::int64_t term_count(const std::string& preset) {
  if (preset == "viscous") return 1;
  return preset == "viscous+coulomb" ? 2 : 4;
}

double inverse_softplus(double y) {
  return std::log(std::expm1(y));
}

/// tanh(z)/z, even and smooth: its series near 0, where the quotient would lose digits.
Tensor tanh_quotient(const Tensor& z) {
  const Tensor z2 = z * z;
  const Tensor small = z2 < 1e-4;
  const Tensor safe = torch::where(small, torch::ones_like(z), z);
  return torch::where(small, 1 - z2 / 3 + 2 * z2 * z2 / 15, torch::tanh(safe) / safe);
}

/// The free parameter whose sigmoid, between the logarithmic bounds, gives ε.
double smoothing_parameter(double smoothing) {
  const double low = std::log(ChannelDissipation::smallest_smoothing);
  const double high = std::log(ChannelDissipation::largest_smoothing);
  const double share = std::clamp((std::log(smoothing) - low) / (high - low), 0.01, 0.99);
  return std::log(share / (1 - share));
}

Tensor to_tensor(const std::vector<double>& values, torch::Dtype dtype) {
  return torch::tensor(values, torch::kFloat64).to(dtype);
}

}  // namespace

std::vector<std::vector<double>> slip_rows(const DissipationConfig& config, std::int64_t n) {
  const auto size = static_cast<std::size_t>(n);
  if (config.slip == "matrix") {
    if (config.slip_matrix.empty())
      throw ConfigError("model.dissipation.slip_matrix: empty; slip: matrix needs its rows");
    for (std::size_t k = 0; k < config.slip_matrix.size(); ++k) {
      if (config.slip_matrix[k].size() != size) {
        throw ConfigError(concat("model.dissipation.slip_matrix: row ", k, " has ", config.slip_matrix[k].size(),
                                 " entries; the data have ", n, " coordinates"));
      }
    }
    return config.slip_matrix;
  }
  std::vector<std::vector<double>> rows(size, std::vector<double>(size, 0.0));
  for (std::size_t i = 0; i < size; ++i) {
    rows[i][i] = 1;
    if (config.slip == "differences" && i > 0) rows[i][i - 1] = -1;
  }
  return rows;
}

ChannelDissipation::ChannelDissipation(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random) {
  const DissipationConfig& config = spec.config.dissipation;
  const auto rows = slip_rows(config, spec.dof());
  channels_ = static_cast<std::int64_t>(rows.size());
  terms_ = term_count(config.preset);
  embedding_ = register_module(
      "embedding", std::make_shared<AngleEmbedding>(spec.joint_types, spec.scales.q_mean, spec.scales.q_std, dtype));

  std::vector<double> flat;
  std::vector<double> speeds;
  std::vector<double> gains;
  for (const auto& row : rows) {
    double speed = 0;
    double force = 0;
    double weight = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      flat.push_back(row[i]);
      speed += row[i] * row[i] * units.speed[i] * units.speed[i];
      force += row[i] * row[i] * units.force[i] * units.force[i];
      weight += row[i] * row[i];
    }
    if (!(weight > 0)) throw ConfigError("model.dissipation.slip_matrix: a row of zeros is no slip velocity");
    speeds.push_back(std::sqrt(speed));
    gains.push_back(std::sqrt(force / weight) / speeds.back());
  }
  slip_ = register_buffer("slip", to_tensor(flat, dtype).view({channels_, spec.dof()}));
  slip_speed_ = register_buffer("slip_speed", to_tensor(speeds, dtype));
  channel_gain_ = register_buffer("channel_gain", to_tensor(gains, dtype));
  speed_ = register_buffer("speed", to_tensor(units.speed, dtype));
  std::vector<double> roots;
  for (std::size_t i = 0; i < units.speed.size(); ++i) roots.push_back(std::sqrt(units.force[i] / units.speed[i]));
  coupling_root_ = register_buffer("coupling_root", to_tensor(roots, dtype));

  const double start[] = {inverse_softplus(0.02), inverse_softplus(0.02), inverse_softplus(1e-3),
                          inverse_softplus(1e-3)};
  std::vector<double> constants;
  for (std::int64_t term = 0; term < terms_; ++term) constants.insert(constants.end(), rows.size(), start[term]);
  constants.insert(constants.end(), rows.size(), smoothing_parameter(config.smoothing));
  constants.insert(constants.end(), rows.size(), std::log(0.3));  // ω
  constants_ = static_cast<std::int64_t>(constants.size());
  std::vector<Tensor> parameters{to_tensor(constants, dtype)};
  if (config.preset == "stribeck+config" || config.preset == "full") {
    head_net_ = Mlp(embedding_->features(), config.network, terms_ * channels_);
    parameters.push_back(head_net_.initial_parameters(random, 0.01, dtype));
  }
  if (config.preset == "full") {
    rank_ = config.rank;
    rank_penalty_ = config.rank_penalty;
    coupling_net_ = Mlp(embedding_->features() + spec.dof(), config.network, spec.dof() * rank_);
    parameters.push_back(coupling_net_.initial_parameters(random, 0.1, dtype));  // at zero its gradient would vanish
  }
  theta_ = register_parameter("theta", torch::cat(parameters));
}

Tensor ChannelDissipation::coupling_theta() const {
  return theta_.narrow(0, constants_ + (depends_on_configuration() ? head_net_.parameter_count() : 0),
                       coupling_net_.parameter_count());
}

ChannelDissipation::Coefficients ChannelDissipation::coefficients(const Tensor& q) const {
  Tensor raw = raw_constants();
  if (depends_on_configuration()) raw = raw + head_gain * head_net_(head_theta(), (*embedding_)(q));
  const Tensor positive = torch::softplus(raw);
  const auto term = [&](std::int64_t index) {
    return index < terms_ ? positive.narrow(-1, index * channels_, channels_) : Tensor();
  };
  Coefficients result;
  result.viscous = term(viscous_term);
  result.coulomb = term(coulomb_term);
  result.quadratic = term(quadratic_term);
  result.stribeck = term(stribeck_term);
  const double low = std::log(smallest_smoothing);
  const double high = std::log(largest_smoothing);
  result.smoothing = torch::exp(low + (high - low) * torch::sigmoid(constant(terms_)));
  result.stribeck_width = torch::exp(constant(terms_ + 1));
  return result;
}

Tensor ChannelDissipation::damping(const Tensor& q, const Tensor& s) const {
  const Coefficients c = coefficients(q);
  const Tensor w = s / slip_speed_;
  Tensor bracket = c.viscous.expand_as(w);
  if (c.coulomb.defined()) {
    Tensor level = c.coulomb;
    if (c.stribeck.defined()) level = level + c.stribeck * torch::exp(-(w / c.stribeck_width).square());
    bracket = bracket + level * tanh_quotient(w / c.smoothing) / c.smoothing;
  }
  if (c.quadratic.defined()) bracket = bracket + c.quadratic * torch::sqrt(w.square() + eta * eta);
  return channel_gain_ * bracket;
}

Tensor ChannelDissipation::coupling(const Tensor& q, const Tensor& qd) const {
  const double square = even_feature_speed * even_feature_speed;
  const Tensor even = torch::log1p((qd / speed_).square() / square) / std::log1p(1 / square);
  const Tensor b = coupling_net_(coupling_theta(), torch::cat({(*embedding_)(q), even}, -1));
  return coupling_root_.unsqueeze(-1) * b.view({q.size(0), q.size(1), rank_});
}

Tensor ChannelDissipation::force(const Tensor& q, const Tensor& qd) {
  const Tensor s = qd.matmul(slip_.t());
  Tensor result = -(damping(q, s) * s).matmul(slip_);
  if (has_coupling()) {
    const Tensor b = coupling(q, qd);
    result = result - matvec(b, transposed_matvec(b, qd));
  }
  return result;
}

Tensor ChannelDissipation::damping_matrix(const Tensor& q, const Tensor& qd) {
  const torch::NoGradGuard no_grad;
  const Tensor delta = damping(q, qd.matmul(slip_.t()));
  Tensor result = slip_.t().matmul(delta.unsqueeze(-1) * slip_);
  if (has_coupling()) {
    const Tensor b = coupling(q, qd);
    result = result + b.matmul(b.mT());
  }
  return result;
}

Tensor ChannelDissipation::penalty(const Tensor& q, const Tensor& qd) {
  if (!has_coupling() || rank_penalty_ == 0) return {};
  const Tensor lost = transposed_matvec(coupling(q, qd), qd).square().sum(-1);  // W
  return rank_penalty_ * (lost / (channel_gain_ * slip_speed_.square()).mean()).mean();
}

void ChannelDissipation::scale_energy(double factor) {
  const torch::NoGradGuard no_grad;
  channel_gain_.mul_(factor);
  coupling_root_.mul_(std::sqrt(factor));
}

}  // namespace dlnn
