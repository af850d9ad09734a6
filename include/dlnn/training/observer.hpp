#pragma once

#include <cstdint>
#include <string>

namespace dlnn {

/// One row of metrics.csv, written at each validation.
struct MetricsRow {
  std::int64_t step = 0;   ///< optimiser steps done
  std::int64_t epoch = 0;  ///< passes over the training split begun
  double train_loss = 0;   ///< mean over the steps since the last row, penalty included
  double valid_loss = 0;   ///< errors on the validation split, in units of the training split's variance
  double best_valid_loss = 0;
  double learning_rate = 0;
  double gradient_norm = 0;  ///< of the last step, before clipping
};

/// Is told how training goes; must not influence it.
class TrainingObserver {
 public:
  virtual ~TrainingObserver() = default;
  /// After `step` steps; `loss` is that of the last one over `samples` samples.
  virtual void on_step(std::int64_t /*step*/, double /*loss*/, std::int64_t /*samples*/) {}
  virtual void on_validation(const MetricsRow& /*row*/) {}
  /// The model has something to say (DynamicsModel::take_reports).
  virtual void on_report(std::int64_t /*step*/, const std::string& /*report*/) {}
};

}  // namespace dlnn
