#include "dlnn/data/differentiate.hpp"

#include <cmath>
#include <numbers>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

using Method = DerivativeOptions::Method;

Derivatives smooth(const Matrix& x, double dt, const DerivativeOptions& options, const std::string& where) {
  return options.method == Method::savitzky_golay ? savitzky_golay(x, dt, options.window, options.order, where)
                                                  : butterworth(x, dt, options.cutoff, where);
}

Trajectory trim(const Trajectory& trajectory, Index edge) {
  return select_rows(trajectory, edge, trajectory.samples() - 2 * edge);
}

}  // namespace

double uniform_step(const Vector& t, const std::string& where) {
  if (t.size() < 2)
    throw DataError(concat(where, ": ", t.size(), " sample cannot be differentiated; remove the trajectory"));
  const double step = (t(t.size() - 1) - t(0)) / static_cast<double>(t.size() - 1);
  for (Index k = 0; k < t.size(); ++k) {
    const double off = t(k) - t(0) - static_cast<double>(k) * step;
    if (std::abs(off) > 0.1 * step)
      throw DataError(concat(where, ": t of sample ", k, " is ", format_number(t(k), 10), " s, ",
                             format_number(std::abs(off)), " s off a uniform sampling of ", format_number(step),
                             " s; resample first: dlnn data differentiate FILE -o OUT.h5 --resample ",
                             format_number(step)));
  }
  return step;
}

std::string describe(const DerivativeOptions& options) {
  if (options.method == Method::savitzky_golay)
    return concat("Savitzky-Golay, window ", options.window, " samples, order ", options.order, ", edges of ",
                  options.window / 2, " samples trimmed", options.filter_tau ? ", tau filtered alike" : "");
  return concat("zero-phase Butterworth low-pass, order ", butterworth_order, " run forwards and backwards, cut-off ",
                format_number(options.cutoff), " Hz, central differences of order 4, edges of 1/cut-off trimmed",
                options.filter_tau ? ", tau filtered alike" : "");
}

Trajectory differentiate(const Trajectory& trajectory, const std::vector<JointType>& joint_types,
                         const DerivativeOptions& options) {
  const std::string where = concat("trajectory ", trajectory.name);
  const double dt = uniform_step(trajectory.t, where);
  Matrix q = trajectory.q;
  unwrap(q, joint_types);
  const Derivatives derivatives = smooth(q, dt, options, where);
  Trajectory result = trim(trajectory, derivatives.trimmed);
  result.q = derivatives.value;
  result.qd = derivatives.first;
  result.qdd = derivatives.second;
  if (options.filter_tau && trajectory.tau.size() > 0) result.tau = smooth(trajectory.tau, dt, options, where).value;
  return result;
}

Trajectory differentiate_speed(const Trajectory& trajectory, const DerivativeOptions& options) {
  const std::string where = concat("trajectory ", trajectory.name);
  const Derivatives derivatives = smooth(trajectory.qd, uniform_step(trajectory.t, where), options, where);
  Trajectory result = trim(trajectory, derivatives.trimmed);
  result.qdd = derivatives.first;
  return result;
}

std::vector<Index> unwrap(Matrix& q, const std::vector<JointType>& joint_types) {
  constexpr double turn = 2.0 * std::numbers::pi;
  std::vector<Index> jumps(static_cast<std::size_t>(q.cols()), 0);
  for (Index i = 0; i < q.cols(); ++i) {
    const auto joint = static_cast<std::size_t>(i);
    if (joint < joint_types.size() && joint_types[joint] == JointType::prismatic) continue;
    double turns = 0;
    double before = q.rows() > 0 ? q(0, i) : 0.0;
    for (Index k = 1; k < q.rows(); ++k) {
      const double step = q(k, i) - before;
      before = q(k, i);
      if (std::abs(step) > 0.75 * turn) {
        turns -= std::round(step / turn);
        ++jumps[joint];
      }
      q(k, i) += turns * turn;
    }
  }
  return jumps;
}

}  // namespace dlnn
