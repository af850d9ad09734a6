#pragma once

#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn {

/// Mean of the periodograms of Hann-windowed segments, half overlapping (Welch 1967), of several channels at once.
class PowerSpectrum {
 public:
  /// `length` samples a segment, a power of two.
  explicit PowerSpectrum(Index length) : length_(length) {}
  /// Adds consecutive samples [T, k]; what does not fill a segment is not used.
  void add(const Matrix& values);
  /// Power of channel `column` at the frequencies 0, 1, … length/2 times the sampling rate / length, normalised to sum
  /// 1; zeros without data.
  [[nodiscard]] std::vector<double> normalised(Index column) const;
  /// Frequency (in units of the sampling rate) below which `share` of the power lies; 0 without data.
  [[nodiscard]] double quantile(Index column, double share) const;

 private:
  Index length_;
  std::vector<Vector> power_;  ///< one a channel
};

}  // namespace dlnn
