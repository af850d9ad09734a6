#include "dlnn/evaluation/error_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace dlnn {
namespace {

/// Population variance of each column.
Eigen::RowVectorXd column_variances(const Matrix& values) {
  const Eigen::RowVectorXd centre = values.colwise().mean();
  return (values.rowwise() - centre).array().square().colwise().mean();
}

/// Whether a column varies by more than round-off.
bool varies(double variance, const Matrix& values, Index column) {
  const double size = values.col(column).cwiseAbs().maxCoeff();
  return variance > 1e-24 * size * size;
}

std::optional<double> mean_of_present(const std::vector<std::optional<double>>& values, double (*transform)(double)) {
  double sum = 0;
  int count = 0;
  for (const auto& value : values) {
    if (!value) continue;
    sum += transform(*value);
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

}  // namespace

JointErrors measure_errors(const Matrix& truth, const Matrix& prediction) {
  const Eigen::RowVectorXd variance = column_variances(truth);
  const Eigen::RowVectorXd mse = (truth - prediction).array().square().colwise().mean();
  JointErrors errors;
  for (Index j = 0; j < truth.cols(); ++j) {
    errors.rmse.push_back(std::sqrt(mse[j]));
    const bool defined = varies(variance[j], truth, j);
    errors.nmse.push_back(defined ? std::optional(mse[j] / variance[j]) : std::nullopt);
    errors.r2.push_back(defined ? std::optional(1 - mse[j] / variance[j]) : std::nullopt);
  }
  errors.nmse_mean = mean_of_present(errors.nmse, [](double x) { return x; });
  errors.nrmse_mean = mean_of_present(errors.nmse, [](double x) { return std::sqrt(x); });
  errors.r2_mean = mean_of_present(errors.r2, [](double x) { return x; });
  return errors;
}

std::optional<Interval> nmse_interval(const Matrix& truth, const Matrix& prediction, Index block, std::uint64_t seed) {
  const Eigen::RowVectorXd variance = column_variances(truth);
  Vector sample_error = Vector::Zero(truth.rows());  // its mean is nmse_mean
  int joints = 0;
  for (Index j = 0; j < truth.cols(); ++j) {
    if (!varies(variance[j], truth, j)) continue;
    sample_error += (truth.col(j) - prediction.col(j)).array().square().matrix() / variance[j];
    ++joints;
  }
  if (joints == 0) return std::nullopt;
  std::vector<double> sums, sizes;
  for (Index first = 0; first < truth.rows(); first += block) {
    const Index size = std::min(block, truth.rows() - first);
    sums.push_back(sample_error.segment(first, size).sum() / joints);
    sizes.push_back(static_cast<double>(size));
  }
  return bootstrap_interval(
      sums.size(),
      [&](const std::vector<std::size_t>& drawn) {
        double sum = 0, size = 0;
        for (const std::size_t i : drawn) {
          sum += sums[i];
          size += sizes[i];
        }
        return sum / size;
      },
      seed);
}

}  // namespace dlnn
