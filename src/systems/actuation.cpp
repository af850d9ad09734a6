#include "dlnn/systems/actuation.hpp"

#include "dlnn/core/error.hpp"
#include "dlnn/systems/multisine.hpp"

namespace dlnn {
namespace {

/// Uniform in ± bound for each coordinate.
Vector draw_within(const Vector& bound, Random& random) {
  Vector drawn(bound.size());
  for (Index i = 0; i < drawn.size(); ++i) drawn[i] = random.uniform(-bound[i], bound[i]);
  return drawn;
}

Multisine draw_signal(const ActuationConfig& config, Index dof, Random& random) {
  if (config.highest_frequency < config.lowest_frequency) {
    throw ConfigError(concat("actuation.highest_frequency: ", config.highest_frequency,
                             " Hz is below lowest_frequency, ", config.lowest_frequency, " Hz"));
  }
  const Vector amplitude = per_joint(config.amplitude, dof, 1.0, "actuation.amplitude");
  return {amplitude, config.lowest_frequency, config.highest_frequency, config.components, random};
}

void track(Drive& drive, const System& system, const ActuationConfig& config, const Vector& center, Random& random) {
  const Index n = system.dof();
  const Multisine reference = draw_signal(config, n, random);
  const Vector stiffness = per_joint(config.stiffness, n, 100.0, "actuation.stiffness");
  const Vector damping = per_joint(config.damping, n, 10.0, "actuation.damping");
  drive.start.q += reference.value(0);
  drive.start.qd += reference.rate(0);
  drive.torque = [=, &system](double t, const Vector& q, const Vector& qd) -> Vector {
    const Vector position_error = center + reference.value(t) - q;
    const Vector speed_error = reference.rate(t) - qd;
    return system.gravity_force(q) + stiffness.cwiseProduct(position_error) + damping.cwiseProduct(speed_error);
  };
}

}  // namespace

Vector per_joint(const std::vector<double>& values, Index dof, double fallback, const char* key) {
  if (values.empty()) return Vector::Constant(dof, fallback);
  if (values.size() == 1) return Vector::Constant(dof, values.front());
  if (static_cast<Index>(values.size()) == dof) return Eigen::Map<const Vector>(values.data(), dof);
  throw ConfigError(
      concat(key, ": ", values.size(), " numbers for ", dof, " coordinates; give one for each, or one for all"));
}

Drive draw_drive(const System& system, const InitialConfig& initial, const ActuationConfig& actuation, Random& random) {
  const Index n = system.dof();
  const Vector center = per_joint(initial.center, n, 0.0, "initial.center");
  Drive drive;
  drive.start.q = center + draw_within(per_joint(initial.range, n, 0.0, "initial.range"), random);
  drive.start.qd = draw_within(per_joint(initial.speed, n, 0.0, "initial.speed"), random);
  if (actuation.type == "tracking") {
    track(drive, system, actuation, center, random);
  } else if (actuation.type == "torque") {
    drive.torque = [signal = draw_signal(actuation, n, random)](double t, const Vector&, const Vector&) {
      return signal.value(t);
    };
  } else {
    drive.torque = [n](double, const Vector&, const Vector&) -> Vector { return Vector::Zero(n); };
  }
  return drive;
}

}  // namespace dlnn
