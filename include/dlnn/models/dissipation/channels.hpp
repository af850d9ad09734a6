#pragma once

#include "dlnn/models/dissipation/dissipative_part.hpp"
#include "dlnn/models/units.hpp"
#include "dlnn/nn/angle_embedding.hpp"
#include "dlnn/nn/mlp.hpp"

namespace dlnn {

/// Friction channels (physics §4.1). Slip speeds s = Pq̇, w_k = s_k/v_k; each channel has a non-negative damping
/// coefficient
///
///     δ_k = (τ_k/v_k)·[ sp(a_v) + sp(a_2)·√(w_k²+η²) + (sp(a_c) + sp(a_s)·exp(−(w_k/ω_k)²))·T(w_k/ε_k)/ε_k ],  T(z) =
///     tanh(z)/z F_d = −Pᵀ(δ⊙s) − Σ_D B(BᵀΣ_D q̇)
///
/// viscous, quadratic, regularised Coulomb, Stribeck; sp = softplus. Even in q̇ and passive for any parameters. Presets
/// say which terms exist: viscous (a_v), viscous+coulomb (a_v, a_c), stribeck (all four), stribeck+config (coefficients
/// depend on q), full (and the low-rank coupling B(q, |q̇|) of losses that are no standard friction).
class ChannelDissipation : public DissipativePart {
 public:
  ChannelDissipation(const ModelSpec& spec, const Units& units, torch::Dtype dtype, Random& random);

  Tensor force(const Tensor& q, const Tensor& qd) override;
  Tensor damping_matrix(const Tensor& q, const Tensor& qd) override;
  Tensor penalty(const Tensor& q, const Tensor& qd) override;
  void scale_energy(double factor) override;

  /// What the curves are made of, for export: all quantities in the part's units.
  struct Coefficients {
    Tensor viscous, quadratic, coulomb,
        stribeck;                      ///< after softplus; [m] or [B, m]; undefined where the preset lacks the term
    Tensor smoothing, stribeck_width;  ///< ε, ω [m]
  };
  [[nodiscard]] Coefficients coefficients(const Tensor& q) const;
  [[nodiscard]] const Tensor& slip_matrix() const noexcept { return slip_; }             ///< P [m, n]
  [[nodiscard]] const Tensor& slip_speed() const noexcept { return slip_speed_; }        ///< v [m]
  [[nodiscard]] const Tensor& channel_gain() const noexcept { return channel_gain_; }    ///< τ/v [m]
  [[nodiscard]] const Tensor& coupling_root() const noexcept { return coupling_root_; }  ///< diagonal of Σ_D [n]
  [[nodiscard]] const AngleEmbedding& embedding() const noexcept { return *embedding_; }
  [[nodiscard]] bool depends_on_configuration() const noexcept { return head_net_.outputs > 0; }
  [[nodiscard]] bool has_coupling() const noexcept { return rank_ > 0; }
  [[nodiscard]] const Mlp& head_net() const noexcept { return head_net_; }
  [[nodiscard]] const Mlp& coupling_net() const noexcept { return coupling_net_; }
  [[nodiscard]] Tensor head_theta() const { return theta_.narrow(0, constants_, head_net_.parameter_count()); }
  [[nodiscard]] Tensor coupling_theta() const;
  /// Constant part of the coefficients before softplus [terms·m]: viscous, Coulomb, quadratic, Stribeck.
  [[nodiscard]] Tensor raw_constants() const { return theta_.narrow(0, 0, terms_ * channels_); }
  [[nodiscard]] std::int64_t rank() const noexcept { return rank_; }
  [[nodiscard]] const Tensor& speed() const noexcept { return speed_; }  ///< RMS joint speeds [n]

  static constexpr double eta = 1e-3;       ///< η of the quadratic term
  static constexpr double head_gain = 0.1;  ///< scale of the configuration-dependent part of the coefficients
  static constexpr double smallest_smoothing = 1e-3, largest_smoothing = 0.5;  ///< bounds of ε
  static constexpr double even_feature_speed =
      0.05;  ///< ε of the even features log(1 + w²/ε²)/log(1 + 1/ε²) that B sees

 private:
  /// δ [B, m] at slip speeds s [B, m].
  [[nodiscard]] Tensor damping(const Tensor& q, const Tensor& s) const;
  /// BᵀΣ_D q̇ [B, rank] and Σ_D B [B, n, rank].
  [[nodiscard]] Tensor coupling(const Tensor& q, const Tensor& qd) const;
  [[nodiscard]] Tensor constant(std::int64_t term) const { return theta_.narrow(0, term * channels_, channels_); }

  std::int64_t channels_ = 0;   ///< m
  std::int64_t terms_ = 0;      ///< friction coefficients a channel
  std::int64_t constants_ = 0;  ///< entries of theta before the nets
  std::int64_t rank_ = 0;
  double rank_penalty_ = 0;
  std::shared_ptr<AngleEmbedding> embedding_;
  Mlp head_net_, coupling_net_;
  Tensor theta_, slip_, slip_speed_, channel_gain_, coupling_root_, speed_;
};

/// P for a configuration: identity, differences of neighbouring absolute angles, or the matrix given. Throws
/// ConfigError.
[[nodiscard]] std::vector<std::vector<double>> slip_rows(const DissipationConfig& config, std::int64_t n);

}  // namespace dlnn
