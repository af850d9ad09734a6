#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/splits.hpp"

namespace dlnn {
namespace {

constexpr double longest_gap = 10;  // steps of the new grid

/// Weights of the four samples around an interval, by cubic Lagrange interpolation on uneven nodes: third-order
/// accurate, and exact at the samples themselves.
Eigen::Vector4d cubic_weights(const Eigen::Vector4d& nodes, double t) {
  Eigen::Vector4d weights = Eigen::Vector4d::Ones();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      if (i != j) weights(i) *= (t - nodes(j)) / (nodes(i) - nodes(j));
  return weights;
}

struct Place {
  Index first;  ///< first of the four samples that are used
  Index left;   ///< last sample not after t
  double t;
};

Matrix interpolate(const Vector& t, const Matrix& values, const std::vector<Place>& places, bool linear) {
  if (values.size() == 0) return {};
  Matrix result(static_cast<Index>(places.size()), values.cols());
  for (Index k = 0; k < result.rows(); ++k) {
    const Place& place = places[static_cast<std::size_t>(k)];
    if (linear) {
      const double share = (place.t - t(place.left)) / (t(place.left + 1) - t(place.left));
      result.row(k) = (1 - share) * values.row(place.left) + share * values.row(place.left + 1);
    } else {
      result.row(k) = cubic_weights(t.segment<4>(place.first), place.t).transpose() * values.middleRows<4>(place.first);
    }
  }
  return result;
}

}  // namespace

Trajectory resample(const Trajectory& trajectory, double dt) {
  if (!(dt > 0)) throw ConfigError(concat("sampling time ", dt, " s: seconds above 0 are needed"));
  const Vector& t = trajectory.t;
  const Index samples = t.size();
  if (samples < 4)
    throw DataError(
        concat("trajectory ", trajectory.name, ": ", samples, " samples cannot be resampled; 4 or more are needed"));
  for (Index k = 1; k < samples; ++k)
    if (t(k) - t(k - 1) > longest_gap * dt)
      throw DataError(concat("trajectory ", trajectory.name, ": a gap of ", format_number(t(k) - t(k - 1)),
                             " s before sample ", k, " is too long to bridge at dt = ", format_number(dt),
                             " s; import with --max-gap to cut there"));
  std::vector<Place> places;
  const auto count = static_cast<Index>(std::floor((t(samples - 1) - t(0)) / dt * (1 + 1e-12))) + 1;
  for (Index k = 0, left = 0; k < count; ++k) {
    const double time = std::min(t(0) + static_cast<double>(k) * dt, t(samples - 1));
    while (left + 2 < samples && t(left + 1) <= time) ++left;
    places.push_back({std::clamp<Index>(left - 1, 0, samples - 4), left, time});
  }
  Trajectory result = select_rows(trajectory, 0, 0);
  result.t = Vector::LinSpaced(count, 0, static_cast<double>(count - 1)).array() * dt + t(0);
  result.q = interpolate(t, trajectory.q, places, false);
  result.qd = interpolate(t, trajectory.qd, places, false);
  result.qdd = interpolate(t, trajectory.qdd, places, false);
  result.tau = interpolate(t, trajectory.tau, places, true);
  for (const auto& [name, values] : trajectory.channels) result.channels[name] = interpolate(t, values, places, false);
  return result;
}

}  // namespace dlnn
