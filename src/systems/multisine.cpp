#include "dlnn/systems/multisine.hpp"

#include <numbers>

namespace dlnn {

Multisine::Multisine(const Vector& amplitude, double lowest, double highest, Index components, Random& random)
    : amplitude_(amplitude.size(), components), pulsation_(amplitude_), phase_(amplitude_) {
  for (Index i = 0; i < amplitude.size(); ++i) {
    for (Index k = 0; k < components; ++k) {
      amplitude_(i, k) = random.uniform(0.5, 1.5);
      pulsation_(i, k) = 2 * std::numbers::pi * random.uniform(lowest, highest);
      phase_(i, k) = 2 * std::numbers::pi * random.uniform();
    }
    amplitude_.row(i) *= amplitude[i] / amplitude_.row(i).sum();
  }
}

Vector Multisine::value(double t) const {
  return (amplitude_.array() * (pulsation_ * t + phase_).array().sin()).rowwise().sum();
}

Vector Multisine::rate(double t) const {
  return (amplitude_.array() * pulsation_.array() * (pulsation_ * t + phase_).array().cos()).rowwise().sum();
}

}  // namespace dlnn
