#include "inspect_warnings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/consistency.hpp"

namespace dlnn {
namespace {

constexpr double fewest_reversals = 0.2;  // physics §4.2
constexpr double smallest_travel = 0.05;  // rad or m
constexpr double largest_angle = 30.0;    // rad; beyond it the unit is in doubt
constexpr double largest_jitter = 0.1;
constexpr double many_repeated = 0.2;
constexpr double many_saturated = 0.02;
constexpr double large_condition = 300.0;
constexpr double little_torque = 0.02;  // of the RMS over the file
constexpr Index few_samples = 500;

using Lines = std::vector<std::string>;

struct KnownRatio {
  double slope;
  const char* meaning;
};
/// Slopes of dq/dt over qd that tell which units were mixed.
constexpr std::array<KnownRatio, 5> known_ratios{{{std::numbers::pi / 180, "qd seems to be in deg/s and q in rad"},
                                                  {180 / std::numbers::pi, "q seems to be in deg and qd in rad/s"},
                                                  {std::numbers::pi / 30, "qd seems to be in rpm and q in rad"},
                                                  {-1.0, "qd has the opposite sign of q"},
                                                  {1e-3, "qd seems to be in thousandths of q's unit, or t in ms"}}};

void warn_splits(const Inspection& inspection, Lines& lines) {
  const std::size_t without = inspection.count(std::nullopt);
  if (without > 0)
    lines.push_back(concat(without, " of ", inspection.trajectories.size(),
                           " trajectories have no split: training needs one; assign them with: dlnn data split"));
  if (without == inspection.trajectories.size()) return;
  for (const Split split : {Split::train, Split::valid, Split::test})
    if (inspection.count(split) == 0)
      lines.push_back(
          concat("no trajectory is in the ", to_string(split), " split; assign some with: dlnn data split"));
  if (inspection.count(Split::train) > 0 && inspection.samples(Split::train) < few_samples)
    lines.push_back(concat("only ", inspection.samples(Split::train),
                           " training samples: small nets and a structured model, or record more"));
}

void warn_time(const Inspection& inspection, Lines& lines) {
  std::size_t uneven = 0;
  Index gaps = 0;
  double worst = 0;
  for (const auto& trajectory : inspection.trajectories) {
    uneven += trajectory.jitter > largest_jitter ? 1 : 0;
    worst = std::max(worst, trajectory.jitter);
    gaps += trajectory.gaps;
    if (inspection.info.dt && std::abs(trajectory.dt - *inspection.info.dt) > 0.01 * *inspection.info.dt)
      lines.push_back(concat("trajectory ", trajectory.name, ": mean step ", format_number(trajectory.dt),
                             " s but attribute dt is ", format_number(*inspection.info.dt), " s"));
    if (trajectory.dt > 0.5)
      lines.push_back(concat("trajectory ", trajectory.name, ": mean step ", format_number(trajectory.dt),
                             " s; is time in ms? (--time-unit ms on import)"));
  }
  if (uneven > 0)
    lines.push_back(concat("uneven sampling in ", uneven, " trajectories: steps deviate by up to ",
                           format_number(100 * worst, 3),
                           " % from the mean; resample before differentiating: dlnn data differentiate --resample DT"));
  if (gaps > 0) lines.push_back(concat(gaps, " gaps longer than three steps; cut there on import with --max-gap"));
}

void warn_speed(const JointReport& joint, const std::string& name, const Inspection& inspection, Lines& lines) {
  if (joint.wraps > 0)
    lines.push_back(concat(name, "angle jumps by 2π ", joint.wraps,
                           " times; unwrapped before it is differentiated, roll-outs compare wrapped angles"));
  if (inspection.has_qd && joint.speed_consistency > inconsistent_speed) {
    std::string why = "check units and columns, or derive it anew: dlnn data differentiate";
    for (const auto& [slope, meaning] : known_ratios)
      if (std::abs(joint.speed_slope / slope - 1) < 0.05) why = meaning;
    lines.push_back(concat(name, "qd is not the derivative of q, relative RMS ",
                           format_number(joint.speed_consistency, 3), ": ", why));
  }
  if (inspection.has_qdd && joint.acceleration_consistency > inconsistent_acceleration)
    lines.push_back(concat(name, "qdd is not the derivative of qd, relative RMS ",
                           format_number(joint.acceleration_consistency, 3),
                           ": derive it anew: dlnn data differentiate"));
  if (joint.repeated > many_repeated && joint.q.width() > 0)
    lines.push_back(concat(name, format_number(100 * joint.repeated, 3),
                           " % of the samples repeat the one before: logged faster than measured, or a coarse encoder; "
                           "resample or smooth"));
}

void warn_motion(const JointReport& joint, JointType type, const std::string& name, const Inspection& inspection,
                 Lines& lines) {
  const bool hardly = joint.q.width() < smallest_travel;
  const char* unit = type == JointType::revolute ? "rad" : "m";
  if (hardly)
    lines.push_back(concat(name, "hardly moves (", format_number(joint.q.width(), 3), " ", unit,
                           "): its dynamics cannot be learned from this"));
  if (!hardly && joint.reversal_balance < fewest_reversals)
    lines.push_back(concat(name, "hardly reverses (κ = ", format_number(joint.reversal_balance, 2),
                           "): Coulomb friction and gravity cannot be told apart"));
  const bool told =
      inspection.info.units.find("rad") != std::string::npos || inspection.info.units.find("deg") != std::string::npos;
  if (type == JointType::revolute && joint.q.largest() > largest_angle && !told)
    lines.push_back(concat(name, "angles up to ", format_number(joint.q.largest()),
                           ": degrees? Import with --degrees, or state the units"));
}

/// One line for all joints with the same weak direction: most regressors are common to them.
void warn_excitation(const Inspection& inspection, Lines& lines) {
  std::map<std::string, std::vector<std::size_t>> joints;
  for (std::size_t i = 0; i < inspection.joints.size(); ++i)
    if (inspection.joints[i].condition > large_condition) joints[inspection.joints[i].weakest].push_back(i);
  for (const auto& [weakest, same] : joints) {
    std::vector<std::string> numbers;
    double worst = 0;
    for (const std::size_t i : same) {
      numbers.push_back(std::to_string(i + 1));
      worst = std::max(worst, inspection.joints[i].condition);
    }
    lines.push_back(concat("joint ", join(numbers), ": poorly excited (condition ", std::lround(worst), "): ", weakest,
                           " can hardly be told apart; structure or regularisation has to decide"));
  }
}

void warn_torque(const Inspection& inspection, std::size_t i, const std::string& name, Lines& lines) {
  const Range& tau = inspection.joints[i].tau;
  if (tau.largest() == 0) {
    lines.push_back(concat(name, "tau is zero throughout: passive, or not recorded?"));
    return;
  }
  if (tau.deviation() < 1e-6 * tau.largest())
    lines.push_back(concat(name, "tau is constant (", format_number(tau.mean), "): nothing can be learned from it"));
  else if (inspection.joints[i].saturated > many_saturated)
    lines.push_back(concat(name, "tau is at its limit ±", format_number(tau.largest()), " in ",
                           format_number(100 * inspection.joints[i].saturated, 2),
                           " % of the samples: is what was applied the value logged?"));
  std::vector<std::string> idle;
  for (const auto& trajectory : inspection.trajectories)
    if (trajectory.joints[i].tau.rms < little_torque * tau.rms) idle.push_back(trajectory.name);
  if (!idle.empty())
    lines.push_back(concat(name, "almost no torque in: ", join(idle),
                           "; its error there, relative to that trajectory alone, means little"));
}

}  // namespace

std::vector<std::string> inspection_warnings(const Inspection& inspection) {
  Lines lines;
  warn_splits(inspection, lines);
  warn_time(inspection, lines);
  if (inspection.info.free_swing)
    lines.emplace_back(
        "free swing (tau is zero or absent): only ratios of inertia, gravity and friction can be identified; train "
        "with loss.type forward");
  for (std::size_t i = 0; i < inspection.joints.size(); ++i) {
    const std::string name = concat("joint ", i + 1, ": ");
    warn_motion(inspection.joints[i], inspection.info.joint_types[i], name, inspection, lines);
    warn_speed(inspection.joints[i], name, inspection, lines);
    if (!inspection.info.free_swing) warn_torque(inspection, i, name, lines);
  }
  warn_excitation(inspection, lines);
  return lines;
}

}  // namespace dlnn
