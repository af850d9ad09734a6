#include "dlnn/evaluation/lyapunov.hpp"

#include <algorithm>
#include <cmath>

namespace dlnn {
namespace {

constexpr double renormalisation_time = 0.1;  // s
constexpr double separation = 1e-6;           // in units of the data
constexpr int fewest_renormalisations = 8;

Eigen::RowVectorXd unit(const std::vector<double>& scale) {
  return Eigen::Map<const Eigen::RowVectorXd>(scale.data(), static_cast<Index>(scale.size())).unaryExpr([](double x) {
    return x > 0 ? x : 1;
  });
}

/// A neighbour of one window and how fast it has left.
struct Neighbour {
  Eigen::RowVectorXd q, qd;  ///< direction of its distance, length 1 in units of the data
  double growth = 0;         ///< sum of logarithms that count
  int count = 0;
};

class Follower {
 public:
  Follower(DynamicsModel& model, const Rollouts& rollouts, const Scales& scales)
      : model_(model), rollouts_(rollouts), q_unit_(unit(scales.q_std)), qd_unit_(unit(scales.qd_rms)) {
    rows_ = std::max<Index>(1, std::llround(renormalisation_time / rollouts.dt));
    const double equal = 1 / std::sqrt(2.0 * static_cast<double>(q_unit_.size()));
    const Eigen::RowVectorXd direction = Eigen::RowVectorXd::Constant(q_unit_.size(), equal);
    neighbours_.assign(rollouts.windows.size(), {direction, direction, 0, 0});
  }

  std::optional<double> exponent() {
    Index longest = 0;
    for (const auto& window : rollouts_.windows) longest = std::max(longest, (window.tau.rows() - 1) / rows_);
    if (longest < fewest_renormalisations) return std::nullopt;
    for (Index k = 0; k < longest; ++k) advance(k);
    double growth = 0;
    int count = 0;
    for (const auto& neighbour : neighbours_) {
      growth += neighbour.growth;
      count += neighbour.count;
    }
    if (count == 0) return std::nullopt;
    return growth / (count * static_cast<double>(rows_) * rollouts_.dt);
  }

 private:
  /// Follows all neighbours from output k·rows_ to the next multiple.
  void advance(Index k) {
    Rollouts step{rollouts_.dt, "", {}};
    std::vector<std::size_t> of;
    for (std::size_t w = 0; w < neighbours_.size(); ++w) {
      const auto& window = rollouts_.windows[w];
      const Index first = k * rows_, last = first + rows_;
      if (last >= window.q.rows() || !window.q.row(last).allFinite()) continue;
      Rollout part;
      part.tau = window.tau.middleRows(first, rows_ + 1);
      part.q = window.q.row(first) + separation * neighbours_[w].q.cwiseProduct(q_unit_);
      part.qd = window.qd.row(first) + separation * neighbours_[w].qd.cwiseProduct(qd_unit_);
      step.windows.push_back(std::move(part));
      of.push_back(w);
    }
    RolloutOptions options;
    options.integrator = rollouts_.integrator;
    simulate(model_, step, options, [](std::int64_t, std::int64_t) {});
    for (std::size_t i = 0; i < of.size(); ++i)
      renormalise(neighbours_[of[i]], rollouts_.windows[of[i]], step.windows[i], k);
  }

  void renormalise(Neighbour& neighbour, const Rollout& window, const Rollout& part, Index k) const {
    const Index last = (k + 1) * rows_;
    const Eigen::RowVectorXd dq = (part.q.row(rows_) - window.q.row(last)).cwiseQuotient(q_unit_) / separation;
    const Eigen::RowVectorXd dqd = (part.qd.row(rows_) - window.qd.row(last)).cwiseQuotient(qd_unit_) / separation;
    const double distance = std::hypot(dq.norm(), dqd.norm());
    if (!std::isfinite(distance) || distance == 0) return;
    neighbour.q = dq / distance;
    neighbour.qd = dqd / distance;
    if (4 * k < (window.tau.rows() - 1) / rows_) return;
    neighbour.growth += std::log(distance);
    ++neighbour.count;
  }

  DynamicsModel& model_;
  const Rollouts& rollouts_;
  Eigen::RowVectorXd q_unit_, qd_unit_;
  Index rows_ = 1;
  std::vector<Neighbour> neighbours_;
};

}  // namespace

std::optional<double> lyapunov_exponent(DynamicsModel& model, const Rollouts& rollouts, const Scales& scales) {
  return Follower(model, rollouts, scales).exponent();
}

}  // namespace dlnn
