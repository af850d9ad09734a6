#include "dlnn/models/units.hpp"

#include <algorithm>
#include <cmath>

namespace dlnn {
namespace {

double positive(double value) {
  return value > 0 ? value : 1.0;
}

/// RMS torques; joints without one (free swing, passive joints) take the RMS of the others, or 1.
std::vector<double> force_scales(const std::vector<double>& tau_rms) {
  const double largest = *std::max_element(tau_rms.begin(), tau_rms.end());
  double squares = 0;
  int count = 0;
  for (const double tau : tau_rms) {
    if (tau > 1e-6 * largest) {
      squares += tau * tau;
      ++count;
    }
  }
  const double typical = count > 0 ? std::sqrt(squares / count) : 1.0;
  std::vector<double> scales = tau_rms;
  for (double& tau : scales) tau = tau > 1e-6 * largest ? tau : typical;
  return scales;
}

}  // namespace

Units internal_units(const ModelSpec& spec) {
  const Scales& scales = spec.scales;
  Units units;
  units.force = force_scales(scales.tau_rms);
  double energy = 0;
  for (std::size_t i = 0; i < units.force.size(); ++i) {
    units.speed.push_back(positive(scales.qd_rms[i]));
    units.inertia_root.push_back(std::sqrt(units.force[i] / positive(scales.qdd_rms[i])));
    energy += units.force[i] * (spec.joint_types[i] == JointType::revolute ? 1.0 : positive(scales.q_std[i]));
  }
  units.energy = energy / static_cast<double>(units.force.size());
  return units;
}

}  // namespace dlnn
