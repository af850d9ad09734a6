#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/differentiate.hpp"

namespace dlnn {
namespace {

/// H(z) = b (1 + z⁻¹)² / (1 + a1 z⁻¹ + a2 z⁻²), unit gain at frequency 0.
struct Section {
  double b, a1, a2;
};
using Sections = std::array<Section, butterworth_order / 2>;

/// Analog prototype s² + 2 cos(θ_k) s + 1, θ_k = π (2k + 1)/(2 · order), by the bilinear transform with the cut-off
/// prewarped (Oppenheim and Schafer, Discrete-Time Signal Processing, 7.1).
Sections design(double cutoff, double dt) {
  const double warped = std::tan(std::numbers::pi * cutoff * dt);
  Sections sections{};
  for (std::size_t k = 0; k < sections.size(); ++k) {
    const double damping =
        2.0 * std::cos(std::numbers::pi * (2.0 * static_cast<double>(k) + 1.0) / (2.0 * butterworth_order));
    const double norm = 1.0 + damping * warped + warped * warped;
    sections[k] = {warped * warped / norm, 2.0 * (warped * warped - 1.0) / norm,
                   (1.0 - damping * warped + warped * warped) / norm};
  }
  return sections;
}

/// One pass in place, started in the steady state of the first value (transposed direct form II).
void run(const Sections& sections, Vector& x) {
  for (const Section& s : sections) {
    double z2 = (s.b - s.a2) * x(0);
    double z1 = (2.0 * s.b - s.a1) * x(0) + z2;
    for (double& sample : x) {
      const double out = s.b * sample + z1;
      z1 = 2.0 * s.b * sample - s.a1 * out + z2;
      z2 = s.b * sample - s.a2 * out;
      sample = out;
    }
  }
}

/// x continued at both ends by its point reflection.
Vector extend(const Vector& x, Index edge) {
  Vector longer(x.size() + 2 * edge);
  longer.head(edge) = 2.0 * x(0) - x.segment(1, edge).reverse().array();
  longer.segment(edge, x.size()) = x;
  longer.tail(edge) = 2.0 * x(x.size() - 1) - x.segment(x.size() - 1 - edge, edge).reverse().array();
  return longer;
}

}  // namespace

Matrix butterworth_filtfilt(const Matrix& x, double dt, double cutoff, const std::string& where) {
  if (!(cutoff > 0 && cutoff < 0.5 / dt))
    throw DataError(concat(where, ": cut-off ", format_number(cutoff), " Hz is not below half the sampling rate, ",
                           format_number(0.5 / dt), " Hz; choose a lower one"));
  constexpr Index fewest = 3 * (butterworth_order + 1);
  if (x.rows() <= fewest)
    throw DataError(concat(where, ": ", x.rows(), " samples are too few for the Butterworth filter; ", fewest + 1,
                           " or more are needed"));
  // Long enough for the transient of the first pass to die out before the data begin.
  const Index edge = std::min(x.rows() - 1, std::max(fewest, static_cast<Index>(std::ceil(4.0 / (cutoff * dt)))));
  const Sections sections = design(cutoff, dt);
  Matrix filtered(x.rows(), x.cols());
  for (Index i = 0; i < x.cols(); ++i) {
    Vector column = extend(x.col(i), edge);
    run(sections, column);
    column.reverseInPlace();
    run(sections, column);
    column.reverseInPlace();
    filtered.col(i) = column.segment(edge, x.rows());
  }
  return filtered;
}

Derivatives butterworth(const Matrix& x, double dt, double cutoff, const std::string& where) {
  const Matrix y = butterworth_filtfilt(x, dt, cutoff, where);
  const Index trim = std::max<Index>(2, static_cast<Index>(std::ceil(1.0 / (cutoff * dt))));
  const Index rows = x.rows() - 2 * trim;
  if (rows < 1)
    throw DataError(concat(where, ": ", x.rows(), " samples are too few: ", trim,
                           " are trimmed at each end (1/cut-off); use a higher cut-off or longer recordings"));
  const auto at = [&](Index shift) { return y.middleRows(trim + shift, rows); };
  return {at(0), (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * dt),
          (16.0 * (at(1) + at(-1)) - (at(2) + at(-2)) - 30.0 * at(0)) / (12.0 * dt * dt), trim};
}

}  // namespace dlnn
