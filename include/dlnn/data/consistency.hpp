#pragma once

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Measures how well `rate` is the time derivative of `value`, over as many chunks as there are: by the trapezoidal
/// rule the difference of two samples divided by the step must equal the mean of their rates.
class DerivativeConsistency {
 public:
  /// Adds consecutive samples; a chunk continues the one before unless begin() was called in between.
  void add(const Vector& t, const Matrix& value, const Matrix& rate);
  /// The next chunk begins another trajectory.
  void begin() { previous_t_.resize(0); }
  /// RMS of the disagreement / RMS of the rate, one number a joint; 0 for a joint that never moves and whose rate says
  /// so.
  [[nodiscard]] Vector relative_rms() const;
  /// Least-squares slope of the difference quotient of `value` over `rate`: 1 when both have the same units, π/180 for
  /// rad against deg/s.
  [[nodiscard]] Vector slope() const;

 private:
  Vector previous_t_;
  Matrix previous_value_, previous_rate_;
  Vector disagreement_, power_, product_;
};

/// Relative RMS above which qd is said not to be the derivative of q. For qdd more: dry friction makes it jump between
/// two samples, where the trapezoidal rule is wrong and the data are right.
inline constexpr double inconsistent_speed = 0.1, inconsistent_acceleration = 0.3;

}  // namespace dlnn
