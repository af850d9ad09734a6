#include "excitation.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <utility>

#include "dlnn/core/error.hpp"

namespace dlnn {

Excitation::Excitation(std::vector<JointType> joint_types, const Vector& speed_rms)
    : joint_types_(std::move(joint_types)), speed_rms_(speed_rms) {
  const auto numbered = [&](const char* prefix, std::size_t joint) { names_.push_back(concat(prefix, joint + 1)); };
  for (std::size_t j = 0; j < joint_types_.size(); ++j) numbered("qdd", j);
  names_.insert(names_.end(), {"qd", "sign qd"});
  for (std::size_t j = 0; j < joint_types_.size(); ++j) {
    if (joint_types_[j] == JointType::prismatic) {
      numbered("q", j);
    } else {
      numbered("sin q", j);
      numbered("cos q", j);
    }
  }
  names_.emplace_back("1");
  const auto size = static_cast<Index>(names_.size());
  gram_.assign(joint_types_.size(), Matrix::Zero(size, size));
}

Matrix Excitation::regressor(const Trajectory& chunk, Index joint) const {
  const Index dof = chunk.q.cols();
  Matrix columns(chunk.samples(), static_cast<Index>(names_.size()));
  columns.leftCols(dof) = chunk.qdd;
  columns.col(dof) = chunk.qd.col(joint);
  const double smoothing = std::max(0.05 * speed_rms_(joint), std::numeric_limits<double>::min());
  columns.col(dof + 1) = (chunk.qd.col(joint).array() / smoothing).tanh();
  Index next = dof + 2;
  for (Index j = 0; j < dof; ++j) {
    if (joint_types_[static_cast<std::size_t>(j)] == JointType::prismatic) {
      columns.col(next++) = chunk.q.col(j);
    } else {
      columns.col(next++) = chunk.q.col(j).array().sin();
      columns.col(next++) = chunk.q.col(j).array().cos();
    }
  }
  columns.col(next).setOnes();
  return columns;
}

void Excitation::add(const Trajectory& chunk) {
  for (std::size_t joint = 0; joint < gram_.size(); ++joint) {
    const Matrix columns = regressor(chunk, static_cast<Index>(joint));
    gram_[joint].noalias() += columns.transpose() * columns;
  }
}

void Excitation::decompose(Index joint, Vector& values, Matrix& directions, std::vector<std::size_t>& kept) const {
  const Matrix& gram = gram_[static_cast<std::size_t>(joint)];
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (gram(static_cast<Index>(i), static_cast<Index>(i)) > 0) kept.push_back(i);
  Matrix scaled(static_cast<Index>(kept.size()), static_cast<Index>(kept.size()));
  for (std::size_t a = 0; a < kept.size(); ++a)
    for (std::size_t b = 0; b < kept.size(); ++b) {
      const auto i = static_cast<Index>(kept[a]);
      const auto j = static_cast<Index>(kept[b]);
      scaled(static_cast<Index>(a), static_cast<Index>(b)) = gram(i, j) / std::sqrt(gram(i, i) * gram(j, j));
    }
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(scaled);
  values = solver.eigenvalues();
  directions = solver.eigenvectors();
}

double Excitation::condition(Index joint) const {
  Vector values;
  Matrix directions;
  std::vector<std::size_t> kept;
  decompose(joint, values, directions, kept);
  // Eigenvalues of the Gram matrix are squares; below round-off they say no more than "singular".
  const double smallest = std::max(values(0), values(values.size() - 1) * std::numeric_limits<double>::epsilon());
  return std::sqrt(values(values.size() - 1) / smallest);
}

std::string Excitation::weakest(Index joint) const {
  Vector values;
  Matrix directions;
  std::vector<std::size_t> kept;
  decompose(joint, values, directions, kept);
  Vector weight = directions.col(0).cwiseAbs();
  Index first = 0;
  weight.maxCoeff(&first);
  weight(first) = 0;
  Index second = 0;
  weight.maxCoeff(&second);
  return concat(names_[kept[static_cast<std::size_t>(first)]], " and ", names_[kept[static_cast<std::size_t>(second)]]);
}

}  // namespace dlnn
