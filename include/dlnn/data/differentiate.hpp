#pragma once
// Zero-phase smoothing and differentiation of sampled positions. Edges are trimmed, not invented.

#include <string>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// The step of a uniformly sampled time axis, s. Sampling counts as uniform when no sample lies further than 10 % of a
/// step from the grid between the first and the last (rounded time stamps pass). Throws DataError, naming `where` and
/// the first sample off the grid.
[[nodiscard]] double uniform_step(const Vector& t, const std::string& where);

/// Columns smoothed and differentiated; row 0 belongs to sample `trimmed` of the input, and as many samples are missing
/// at the end.
struct Derivatives {
  Matrix value, first, second;
  Index trimmed = 0;
};

/// Savitzky and Golay (1964): a polynomial of degree `order` is fitted to each `window` of samples (odd, > order), and
/// its value and its derivatives are taken in the middle. Exact for polynomials up to `order`. Trims (window − 1)/2
/// samples at each end. `where` names the data in the DataError that is thrown when there are fewer samples than the
/// window.
[[nodiscard]] Derivatives savitzky_golay(const Matrix& x, double dt, Index window, Index order,
                                         const std::string& where = "");

/// Order of the Butterworth filter in one pass.
inline constexpr Index butterworth_order = 4;

/// Butterworth low-pass of fourth order (two second-order sections, bilinear transform), run forwards and backwards: no
/// phase shift, the magnitude response squared, so that −6 dB are reached at `cutoff` (Hz). Then central differences of
/// fourth order. Trims 1/cutoff seconds at each end, where the filter still feels the edge. Throws DataError when the
/// cut-off is not below half the sampling rate or the data are too short.
[[nodiscard]] Derivatives butterworth(const Matrix& x, double dt, double cutoff, const std::string& where = "");

/// The filter alone: [T, k] in, [T, k] out, nothing trimmed. The data are continued at both ends by their point
/// reflection over 4/cutoff seconds (15 samples at least), as scipy.signal.sosfiltfilt does with that padlen.
[[nodiscard]] Matrix butterworth_filtfilt(const Matrix& x, double dt, double cutoff, const std::string& where = "");

/// How qd and qdd are made.
struct DerivativeOptions {
  enum class Method { savitzky_golay, butterworth } method = Method::savitzky_golay;
  Index window = 11;
  Index order = 3;
  double cutoff = 10.0;  ///< Hz
  bool filter_tau =
      false;  ///< smooth tau with the same filter, so that both sides of the equation of motion lose the same band
};

/// One line for the attribute `derivatives`: "Savitzky-Golay, window 11, order 3, edges of 5 samples trimmed".
[[nodiscard]] std::string describe(const DerivativeOptions& options);

/// q, qd and qdd anew from q of one trajectory; t, tau and channels trimmed alike. Angles of revolute joints that jump
/// by 2π are unwrapped first. Throws DataError when the sampling is not uniform or the trajectory is too short.
[[nodiscard]] Trajectory differentiate(const Trajectory& trajectory, const std::vector<JointType>& joint_types,
                                       const DerivativeOptions& options);

/// qdd as the Savitzky-Golay derivative of qd where a trajectory has qd but no qdd; everything is trimmed alike.
[[nodiscard]] Trajectory differentiate_speed(const Trajectory& trajectory, const DerivativeOptions& options);

/// Removes the jumps of 2π of revolute joints (steps beyond 3π/2) by adding multiples of 2π to what follows; returns
/// how many jumps were removed, one number a joint.
std::vector<Index> unwrap(Matrix& q, const std::vector<JointType>& joint_types);

}  // namespace dlnn
