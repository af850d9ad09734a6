#pragma once
// What a control engineer wants to know of a recording before anything is learned from it.

#include <nlohmann/json_fwd.hpp>

#include "dlnn/data/reader.hpp"

namespace dlnn {

/// One quantity of one joint.
struct Range {
  double minimum = 0, maximum = 0, mean = 0, rms = 0;
  [[nodiscard]] double width() const { return maximum - minimum; }
  [[nodiscard]] double largest() const;    ///< largest magnitude
  [[nodiscard]] double deviation() const;  ///< standard deviation
};

struct JointReport {
  Range q, qd, qdd, tau;        ///< rad or m and their rates; N m or N
  double reversal_balance = 0;  ///< κ = 2 min(P(q̇ > v), P(q̇ < −v)), v = 5 % of the RMS speed (physics §4.2); 1: both
                                ///< ways alike, 0: one way only
  double speed_consistency = 0;         ///< relative RMS of qd against the difference quotient of q
  double speed_slope = 1;               ///< dq/dt over qd by least squares: 1 unless units differ
  double acceleration_consistency = 0;  ///< the same of qdd and qd
  Index wraps = 0;                      ///< jumps of about 2π
  double repeated = 0;                  ///< share of samples equal to the one before, while the joint moves elsewhere
  double saturated = 0;                 ///< share of samples with |tau| at its largest value
  double bandwidth = 0;         ///< Hz below which 99 % of the power of the speed lie; 0 where it cannot be told
  double torque_bandwidth = 0;  ///< the same of tau
  double condition = 0;  ///< condition number of the normalised regressor [q̈, q̇_i, sign q̇_i, sin q, cos q, 1]
  std::string weakest;   ///< the regressors that can hardly be told apart
};

struct TrajectoryReport {
  std::string name;
  std::optional<Split> split;
  Index samples = 0;
  double duration = 0;  ///< s
  double dt = 0;        ///< mean step, s
  double jitter = 0;    ///< largest deviation of a step from the mean one, relative
  Index gaps = 0;       ///< steps longer than three mean steps
  std::vector<JointReport> joints;
};

/// A power spectrum over frequency, for pictures: mean of Hann-windowed periodograms.
struct Spectrum {
  std::vector<double> frequency;                   ///< Hz
  std::vector<std::vector<double>> speed, torque;  ///< a joint each, power / total power
};

struct Inspection {
  std::filesystem::path file;
  DatasetInfo info;
  bool has_t = false, has_qd = false, has_qdd = false, has_tau = false;
  std::vector<std::string> channels;
  std::vector<TrajectoryReport> trajectories;
  std::vector<JointReport> joints;  ///< over the whole file
  Spectrum spectrum;
  std::vector<std::string> notes;     ///< how the file was read
  std::vector<std::string> warnings;  ///< what should be looked at

  [[nodiscard]] Index samples(std::optional<Split> split) const;
  [[nodiscard]] std::size_t count(std::optional<Split> split) const;
};

/// Reads the whole file chunk by chunk, twice (κ and saturation need the ranges first). Throws DataError, IoError.
[[nodiscard]] Inspection inspect(const std::filesystem::path& file, const ReaderOptions& options = {});

/// One object: file, layout, dof, dt, splits, joints, trajectories, notes, warnings. Units are those of the file; what
/// does not apply is absent.
[[nodiscard]] nlohmann::json to_json(const Inspection& inspection);

}  // namespace dlnn
