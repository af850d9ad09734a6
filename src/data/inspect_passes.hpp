#pragma once
// The two passes over a file that `inspect` makes. Both take consecutive chunks; qd and qdd must be there.

#include <limits>
#include <vector>

#include "dlnn/data/consistency.hpp"
#include "dlnn/data/inspect.hpp"

namespace dlnn {

class RangeAccumulator {
 public:
  void add(const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& values);
  [[nodiscard]] Range range() const;

 private:
  double minimum_ = std::numeric_limits<double>::infinity();
  double maximum_ = -std::numeric_limits<double>::infinity();
  double sum_ = 0;
  double squares_ = 0;
  Index count_ = 0;
};

/// First pass: all that needs no knowledge of the whole.
class FirstPass {
 public:
  explicit FirstPass(const DatasetInfo& info) : info_(info), joints_(static_cast<std::size_t>(info.dof)) {}
  /// The next chunk begins another trajectory.
  void begin();
  void add(const Trajectory& chunk);
  [[nodiscard]] std::vector<JointReport> reports() const;

 private:
  struct Joint {
    RangeAccumulator q, qd, qdd, tau;
    Index wraps = 0;
    Index repeated = 0;
  };
  DatasetInfo info_;
  std::vector<Joint> joints_;
  DerivativeConsistency speed_, acceleration_;
  Matrix last_q_;
  Index samples_ = 0;
};

/// Second pass: shares of samples beyond thresholds that the first pass found for the whole file.
class SecondPass {
 public:
  explicit SecondPass(const std::vector<JointReport>& whole) : whole_(whole), joints_(whole.size()) {}
  void add(const Trajectory& chunk);
  void fill(std::vector<JointReport>& reports) const;

 private:
  struct Joint {
    Index forward = 0, backward = 0, saturated = 0;
  };
  std::vector<JointReport> whole_;
  std::vector<Joint> joints_;
  Index samples_ = 0;
};

/// Steps of one trajectory's time axis.
class TimeAxis {
 public:
  void add(const Vector& t);
  [[nodiscard]] double duration() const { return count_ > 0 ? last_ - first_ : 0; }
  [[nodiscard]] double mean_step() const { return count_ > 1 ? duration() / static_cast<double>(count_ - 1) : 0; }
  /// Largest deviation of a step from the mean one, relative to it.
  [[nodiscard]] double jitter() const;
  /// In the second pass: steps longer than three times `mean_step`.
  void count_gaps(const Vector& t, double mean_step);
  [[nodiscard]] Index gaps() const { return gaps_; }

 private:
  double first_ = 0, last_ = 0, shortest_ = std::numeric_limits<double>::infinity(), longest_ = 0;
  double last_in_second_pass_ = std::numeric_limits<double>::infinity();
  Index count_ = 0;
  Index gaps_ = 0;
};

}  // namespace dlnn
