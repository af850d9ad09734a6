#include "dlnn/training/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dlnn {

Schedule::Schedule(const ScheduleConfig& config, double largest_rate, std::int64_t steps)
    : config_(config), largest_rate_(largest_rate), steps_(steps) {}

double Schedule::rate(std::int64_t step) const {
  if (step < config_.warmup_steps) {
    return largest_rate_ * static_cast<double>(step + 1) / static_cast<double>(config_.warmup_steps);
  }
  if (config_.type != "cosine") return largest_rate_ * factor_;
  const auto length = static_cast<double>(std::max<std::int64_t>(steps_ - 1 - config_.warmup_steps, 1));
  const double share = std::min(static_cast<double>(step - config_.warmup_steps) / length, 1.0);
  const double cosine = 0.5 * (1 + std::cos(std::numbers::pi * share));
  return largest_rate_ * (config_.final_fraction + (1 - config_.final_fraction) * cosine);
}

void Schedule::validated(bool improved) {
  waited_ = improved ? 0 : waited_ + 1;
  if (config_.type != "plateau" || waited_ < config_.plateau_patience) return;
  factor_ = std::max(factor_ * config_.plateau_factor, config_.final_fraction);
  waited_ = 0;
}

void Schedule::set_state(const nlohmann::json& state) {
  state.at("factor").get_to(factor_);
  state.at("waited").get_to(waited_);
}

}  // namespace dlnn
