#include "inspect_passes.hpp"

#include <algorithm>
#include <cmath>

#include "dlnn/data/differentiate.hpp"

namespace dlnn {
namespace {

constexpr double slow = 0.05;      // share of the RMS speed below which a joint counts as resting
constexpr double long_step = 3.0;  // mean steps

}  // namespace

void RangeAccumulator::add(const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& values) {
  minimum_ = std::min(minimum_, values.minCoeff());
  maximum_ = std::max(maximum_, values.maxCoeff());
  sum_ += values.sum();
  squares_ += values.squaredNorm();
  count_ += values.size();
}

Range RangeAccumulator::range() const {
  if (count_ == 0) return {};
  const auto count = static_cast<double>(count_);
  return {minimum_, maximum_, sum_ / count, std::sqrt(squares_ / count)};
}

void FirstPass::begin() {
  speed_.begin();
  acceleration_.begin();
  last_q_.resize(0, info_.dof);
}

void FirstPass::add(const Trajectory& chunk) {
  speed_.add(chunk.t, chunk.q, chunk.qd);
  acceleration_.add(chunk.t, chunk.qd, chunk.qdd);
  Matrix q(chunk.samples() + last_q_.rows(), info_.dof);
  q.topRows(last_q_.rows()) = last_q_;
  q.bottomRows(chunk.samples()) = chunk.q;
  Matrix continued = q;
  const auto jumps = unwrap(continued, info_.joint_types);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto column = static_cast<Index>(i);
    joints_[i].q.add(chunk.q.col(column));
    joints_[i].qd.add(chunk.qd.col(column));
    joints_[i].qdd.add(chunk.qdd.col(column));
    joints_[i].tau.add(chunk.tau.col(column));
    joints_[i].wraps += jumps[i];
    for (Index k = 1; k < q.rows(); ++k)
      if (q(k, column) == q(k - 1, column)) ++joints_[i].repeated;
  }
  samples_ += chunk.samples();
  last_q_ = chunk.q.bottomRows(1);
}

std::vector<JointReport> FirstPass::reports() const {
  std::vector<JointReport> reports(joints_.size());
  const Vector speed = speed_.relative_rms();
  const Vector slope = speed_.slope();
  const Vector acceleration = acceleration_.relative_rms();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    JointReport& report = reports[i];
    report.q = joints_[i].q.range();
    report.qd = joints_[i].qd.range();
    report.qdd = joints_[i].qdd.range();
    report.tau = joints_[i].tau.range();
    report.wraps = joints_[i].wraps;
    report.repeated = static_cast<double>(joints_[i].repeated) / static_cast<double>(std::max<Index>(samples_, 1));
    report.speed_consistency = speed(static_cast<Index>(i));
    report.speed_slope = slope(static_cast<Index>(i));
    report.acceleration_consistency = acceleration(static_cast<Index>(i));
  }
  return reports;
}

void SecondPass::add(const Trajectory& chunk) {
  samples_ += chunk.samples();
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const auto qd = chunk.qd.col(static_cast<Index>(i)).array();
    const auto tau = chunk.tau.col(static_cast<Index>(i)).array();
    const double threshold = slow * whole_[i].qd.rms;
    joints_[i].forward += (qd > threshold).count();
    joints_[i].backward += (qd < -threshold).count();
    joints_[i].saturated += (tau.abs() >= whole_[i].tau.largest() * (1 - 1e-9)).count();
  }
}

void SecondPass::fill(std::vector<JointReport>& reports) const {
  const auto samples = static_cast<double>(std::max<Index>(samples_, 1));
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    reports[i].reversal_balance =
        2.0 * static_cast<double>(std::min(joints_[i].forward, joints_[i].backward)) / samples;
    reports[i].saturated = whole_[i].tau.largest() > 0 ? static_cast<double>(joints_[i].saturated) / samples : 0;
  }
}

void TimeAxis::add(const Vector& t) {
  for (const double time : t) {
    if (count_ == 0) first_ = time;
    if (count_ > 0) {
      shortest_ = std::min(shortest_, time - last_);
      longest_ = std::max(longest_, time - last_);
    }
    last_ = time;
    ++count_;
  }
}

double TimeAxis::jitter() const {
  const double mean = mean_step();
  return mean > 0 ? std::max(longest_ - mean, mean - shortest_) / mean : 0;
}

void TimeAxis::count_gaps(const Vector& t, double mean_step) {
  for (const double time : t) {
    if (time - last_in_second_pass_ > long_step * mean_step) ++gaps_;
    last_in_second_pass_ = time;
  }
}

}  // namespace dlnn
