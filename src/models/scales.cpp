#include <cmath>

#include "dlnn/models/model_spec.hpp"

namespace dlnn {
namespace {

std::vector<double> to_vector(const Vector& values) {
  return {values.begin(), values.end()};
}

std::vector<double> mean(const Matrix& x) {
  return to_vector(x.colwise().mean());
}

std::vector<double> root_mean_square(const Matrix& x) {
  return to_vector(x.array().square().colwise().mean().sqrt().matrix());
}

std::vector<double> standard_deviation(const Matrix& x) {
  return root_mean_square(x.rowwise() - x.colwise().mean());
}

}  // namespace

Scales measure_scales(const Samples& training) {
  return {.q_mean = mean(training.q),
          .q_std = standard_deviation(training.q),
          .qd_rms = root_mean_square(training.qd),
          .qdd_rms = root_mean_square(training.qdd),
          .tau_rms = root_mean_square(training.tau),
          .qdd_std = standard_deviation(training.qdd),
          .tau_std = standard_deviation(training.tau)};
}

}  // namespace dlnn
