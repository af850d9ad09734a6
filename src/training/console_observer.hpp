#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "dlnn/core/progress.hpp"
#include "dlnn/training/observer.hpp"

namespace dlnn {

/// Progress bar with loss and speed, metrics into the log, and the model's reports: the first few in full, the rest
/// counted.
class ConsoleObserver : public TrainingObserver {
 public:
  ConsoleObserver(std::int64_t steps, bool progress) : progress_("training", steps, progress) {}

  void on_step(std::int64_t step, double loss, std::int64_t samples) override;
  void on_validation(const MetricsRow& row) override;
  void on_report(std::int64_t step, const std::string& report) override;
  /// Ends the bar, so that other output can follow.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  Progress progress_;
  Clock::time_point start_ = Clock::now();
  std::int64_t samples_ = 0;
  std::string valid_;
  std::int64_t reports_ = 0;
};

}  // namespace dlnn
