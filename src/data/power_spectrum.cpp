#include "power_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/FFT>

namespace dlnn {

void PowerSpectrum::add(const Matrix& values) {
  if (values.rows() < length_) return;
  if (power_.empty()) power_.assign(static_cast<std::size_t>(values.cols()), Vector::Zero(length_ / 2 + 1));
  const Vector phase = Vector::LinSpaced(length_, 0, static_cast<double>(length_ - 1)) *
                       (2.0 * std::numbers::pi / static_cast<double>(length_));
  const Vector window = 0.5 - 0.5 * phase.array().cos();
  Eigen::FFT<double> fft;
  Eigen::VectorXcd transformed;
  for (Index i = 0; i < values.cols(); ++i)
    for (Index first = 0; first + length_ <= values.rows(); first += length_ / 2) {
      Vector segment = values.col(i).segment(first, length_);
      segment.array() -= segment.mean();
      segment.array() *= window.array();
      fft.fwd(transformed, segment);
      power_[static_cast<std::size_t>(i)] += transformed.head(length_ / 2 + 1).cwiseAbs2();
    }
}

std::vector<double> PowerSpectrum::normalised(Index column) const {
  std::vector<double> shares(static_cast<std::size_t>(length_ / 2 + 1), 0.0);
  if (power_.empty()) return shares;
  const Vector& power = power_[static_cast<std::size_t>(column)];
  const double total = power.sum();
  for (Index k = 0; total > 0 && k < power.size(); ++k) shares[static_cast<std::size_t>(k)] = power(k) / total;
  return shares;
}

double PowerSpectrum::quantile(Index column, double share) const {
  double sum = 0;
  const auto shares = normalised(column);
  for (std::size_t k = 0; k < shares.size(); ++k) {
    // Linear within a bin, which reaches half a step to both sides of its frequency.
    if (sum + shares[k] >= share && shares[k] > 0)
      return std::max(0.0, static_cast<double>(k) - 0.5 + (share - sum) / shares[k]) / static_cast<double>(length_);
    sum += shares[k];
  }
  return 0;
}

}  // namespace dlnn
