#include "dlnn/systems/planar_arm.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dlnn {
namespace {

/// θ from q: running sums.
Vector absolute(const Vector& q) {
  Vector theta = q;
  for (Index i = 1; i < theta.size(); ++i) theta[i] += theta[i - 1];
  return theta;
}

/// Forces for q from forces for θ (the transposed map): sums from the tip.
Vector to_joints(Vector force) {
  for (Index i = force.size() - 2; i >= 0; --i) force[i] += force[i + 1];
  return force;
}

}  // namespace

PlanarArm::PlanarArm(std::string name, const std::vector<BarConfig>& bars, double gravity, Friction friction)
    : System(std::move(friction)), name_(std::move(name)) {
  const auto n = static_cast<Index>(bars.size());
  coupling_ = Matrix::Zero(n, n);
  weight_ = Vector::Zero(n);
  rotor_ = Vector::Zero(n);
  for (Index k = 0; k < n; ++k) {
    const BarConfig& bar = bars[static_cast<std::size_t>(k)];
    Vector reach = Vector::Zero(n);  // the centre of bar k is Σ reach_i (sin θ_i, −cos θ_i)
    for (Index i = 0; i < k; ++i) reach[i] = bars[static_cast<std::size_t>(i)].length;
    reach[k] = bar.center;
    coupling_ += bar.mass * reach * reach.transpose();
    coupling_(k, k) += bar.inertia;
    weight_ += bar.mass * gravity * reach;
    rotor_[k] = bar.rotor_inertia;
  }
}

std::string PlanarArm::angle_convention() const {
  return "relative joint angles, rad; all zero: hanging straight down; positive counter-clockwise";
}

Matrix PlanarArm::mass_matrix(const Vector& q) const {
  const Vector theta = absolute(q);
  const Index n = q.size();
  Matrix mass(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) mass(i, j) = coupling_(i, j) * std::cos(theta[i] - theta[j]);
  }
  for (Index i = n - 2; i >= 0; --i) mass.row(i) += mass.row(i + 1);  // AᵀMA with A the running sums
  for (Index j = n - 2; j >= 0; --j) mass.col(j) += mass.col(j + 1);
  mass.diagonal() += rotor_;
  return mass;
}

Vector PlanarArm::bias_force(const Vector& q, const Vector& qd) const {
  const Vector theta = absolute(q);
  const Vector rate = absolute(qd);
  Vector force = weight_.array() * theta.array().sin();
  for (Index i = 0; i < q.size(); ++i) {
    for (Index j = 0; j < q.size(); ++j)
      force[i] += coupling_(i, j) * std::sin(theta[i] - theta[j]) * rate[j] * rate[j];
  }
  return to_joints(force);
}

Vector PlanarArm::gravity_force(const Vector& q) const {
  return to_joints(weight_.array() * absolute(q).array().sin());
}

double PlanarArm::potential(const Vector& q) const {
  return -weight_.dot(absolute(q).array().cos().matrix());
}

}  // namespace dlnn
