#pragma once

#include <Eigen/Core>

namespace dlnn {

/// A dense row-major matrix: T samples × n coordinates for trajectories.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;
using Index = Eigen::Index;

}  // namespace dlnn
