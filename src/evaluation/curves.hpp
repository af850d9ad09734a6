#pragma once

#include <string>
#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/plotting/figure.hpp"

namespace dlnn {

template <class Derived>
std::vector<double> to_vector(const Eigen::MatrixBase<Derived>& values) {
  std::vector<double> result(static_cast<std::size_t>(values.size()));
  for (Index i = 0; i < values.size(); ++i) result[static_cast<std::size_t>(i)] = values(i);
  return result;
}

constexpr int black = 6;  // measured values

template <class X, class Y>
Curve make_curve(const Eigen::MatrixBase<X>& x, const Eigen::MatrixBase<Y>& y, std::string label, int colour = -1,
                 Curve::Style style = Curve::Style::line) {
  return {to_vector(x), to_vector(y), std::move(label), {}, {}, style, colour};
}

/// "torque joint 2 (N m)".
inline std::string joint_label(const std::string& quantity, Index joint, std::string_view unit) {
  return quantity + " joint " + std::to_string(joint + 1) + " (" + std::string(unit) + ")";
}

/// Panels beside each other: one for a single one, else two or, from five on, three.
inline int panel_columns(Index panels) {
  return panels == 1 ? 1 : panels <= 4 ? 2 : 3;
}

}  // namespace dlnn
