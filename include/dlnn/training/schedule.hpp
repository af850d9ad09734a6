#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "dlnn/config/train_config.hpp"

namespace dlnn {

/// The learning rate over the steps: a linear rise from 0 over the warm-up, then
///   constant  the largest rate
///   cosine    half a cosine from the largest rate down to final_fraction of it at the last step (Loshchilov and Hutter
///   2017) plateau   times plateau_factor after each plateau_patience validations without a better loss, not below
///   final_fraction
class Schedule {
 public:
  Schedule(const ScheduleConfig& config, double largest_rate, std::int64_t steps);

  /// Learning rate of step `step` = 0, …, steps − 1.
  [[nodiscard]] double rate(std::int64_t step) const;
  /// Tells the outcome of a validation; matters to plateau only.
  void validated(bool improved);

  [[nodiscard]] nlohmann::json state() const { return {{"factor", factor_}, {"waited", waited_}}; }
  void set_state(const nlohmann::json& state);

 private:
  ScheduleConfig config_;
  double largest_rate_;
  std::int64_t steps_;
  double factor_ = 1;        ///< of plateau
  std::int64_t waited_ = 0;  ///< validations without a better loss since the last fall
};

}  // namespace dlnn
