#include <Eigen/QR>

#include "dlnn/core/error.hpp"
#include "dlnn/data/differentiate.hpp"

namespace dlnn {
namespace {

/// Rows 0, 1, 2: the weights that give value, slope and curvature of the fitted polynomial in the middle of the window.
/// The abscissa is scaled to [−1, 1], so that the least-squares problem stays well conditioned.
Matrix fit_weights(Index half, Index order, double dt) {
  Matrix powers(2 * half + 1, order + 1);
  for (Index k = -half; k <= half; ++k)
    for (Index p = 0; p <= order; ++p)
      powers(k + half, p) = std::pow(static_cast<double>(k) / static_cast<double>(half), static_cast<double>(p));
  const Matrix identity = Matrix::Identity(powers.rows(), powers.rows());
  const Matrix coefficients = powers.householderQr().solve(identity);
  const double scale = static_cast<double>(half) * dt;
  Matrix weights = coefficients.topRows(3);
  weights.row(1) /= scale;
  weights.row(2) *= 2.0 / (scale * scale);
  return weights;
}

}  // namespace

Derivatives savitzky_golay(const Matrix& x, double dt, Index window, Index order, const std::string& where) {
  if (window < 3 || window % 2 == 0 || order < 2 || order >= window)
    throw ConfigError(concat("Savitzky-Golay window ", window, " and order ", order,
                             ": the window must be odd and larger than the order, the order 2 or more"));
  if (x.rows() < window)
    throw DataError(concat(where, ": ", x.rows(), " samples are too few for a Savitzky-Golay window of ", window,
                           "; use a smaller window"));
  const Index half = window / 2;
  const Matrix weights = fit_weights(half, order, dt);
  const Index rows = x.rows() - 2 * half;
  Derivatives result{Matrix(rows, x.cols()), Matrix(rows, x.cols()), Matrix(rows, x.cols()), half};
  for (Index k = 0; k < rows; ++k) {
    const Matrix fitted = weights * x.middleRows(k, window);
    result.value.row(k) = fitted.row(0);
    result.first.row(k) = fitted.row(1);
    result.second.row(k) = fitted.row(2);
  }
  return result;
}

}  // namespace dlnn
