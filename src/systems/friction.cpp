#include "dlnn/systems/friction.hpp"

#include <cmath>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

/// tanh(z)/z, finite at 0.
double tanh_ratio(double z) {
  const double square = z * z;
  return std::abs(z) < 1e-2 ? 1 - square / 3 + 2 * square * square / 15 : std::tanh(z) / z;
}

Matrix matrix_from_rows(const std::vector<std::vector<double>>& rows, Index dof) {
  Matrix matrix(static_cast<Index>(rows.size()), dof);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (static_cast<Index>(rows[i].size()) != dof) {
      throw ConfigError(concat("friction.slip_matrix: row ", i, " has ", rows[i].size(), " numbers, the system has ",
                               dof, " coordinates"));
    }
    matrix.row(static_cast<Index>(i)) = Eigen::Map<const Eigen::RowVectorXd>(rows[i].data(), dof);
  }
  return matrix;
}

Matrix make_slip_matrix(Index dof, const FrictionConfig& config) {
  if (config.slip == "matrix") return matrix_from_rows(config.slip_matrix, dof);
  Matrix matrix = Matrix::Identity(dof, dof);
  if (config.slip == "differences") matrix.diagonal(-1).setConstant(-1);
  return matrix;
}

}  // namespace

double friction_coefficient(const FrictionLawConfig& law, double s) {
  const double dry = law.coulomb + law.stribeck * std::exp(-std::pow(s / law.stribeck_speed, 2));
  return law.viscous + law.quadratic * std::abs(s) + dry * tanh_ratio(s / law.smoothing) / law.smoothing;
}

Friction::Friction(Index dof, const FrictionConfig& config)
    : slip_matrix_(make_slip_matrix(dof, config)), laws_(config.laws) {
  const auto slips = static_cast<std::size_t>(slip_matrix_.rows());
  if (laws_.empty()) slip_matrix_.resize(0, dof);
  if (laws_.size() == 1) laws_.resize(slips, laws_.front());
  if (!laws_.empty() && laws_.size() != slips) {
    throw ConfigError(concat("friction.laws: ", laws_.size(), " laws for ", slips,
                             " slip velocities; give one for each, or one for all"));
  }
}

Vector Friction::coefficients(const Vector& qd) const {
  Vector slip = slip_matrix_ * qd;
  for (Index k = 0; k < slip.size(); ++k) slip[k] = friction_coefficient(laws_[static_cast<std::size_t>(k)], slip[k]);
  return slip;
}

Vector Friction::force(const Vector& qd) const {
  return -slip_matrix_.transpose() * coefficients(qd).cwiseProduct(slip_matrix_ * qd);
}

Matrix Friction::damping_matrix(const Vector& qd) const {
  return slip_matrix_.transpose() * coefficients(qd).asDiagonal() * slip_matrix_;
}

}  // namespace dlnn
