#pragma once

#include <optional>
#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/evaluation/statistics.hpp"

namespace dlnn {

/// Errors of a prediction, one entry a joint. Variances are those of the truth given here (population variance of the
/// evaluated split), so that nMSE = MSE / Var and R² = 1 − SSE/SST = 1 − nMSE. A joint whose truth never varies has
/// neither.
struct JointErrors {
  std::vector<double> rmse;                              ///< in the unit of the quantity
  std::vector<std::optional<double>> nmse;               ///< 1; nRMSE is its square root
  std::vector<std::optional<double>> r2;                 ///< 1
  std::optional<double> nmse_mean, nrmse_mean, r2_mean;  ///< over the joints that have one
};

/// truth and prediction: [N, n], N ≥ 1, finite.
[[nodiscard]] JointErrors measure_errors(const Matrix& truth, const Matrix& prediction);

/// 95 % interval of nmse_mean. Samples of a motion depend on each other, so whole blocks of `block` consecutive ones
/// are drawn (block bootstrap); the variances stay those of all samples. Absent with fewer than two blocks or without
/// any variance.
[[nodiscard]] std::optional<Interval> nmse_interval(const Matrix& truth, const Matrix& prediction, Index block,
                                                    std::uint64_t seed);

}  // namespace dlnn
