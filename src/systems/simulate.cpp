#include "dlnn/systems/simulate.hpp"

#include <cmath>
#include <memory>

#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/integrators/integrate.hpp"
#include "dlnn/systems/actuation.hpp"
#include "dlnn/systems/driven_system.hpp"
#include "dlnn/systems/registry.hpp"

namespace dlnn {
namespace {

constexpr std::int64_t max_samples = 10'000'000;  // a trajectory; keeps a slip of the pen from filling the memory

/// Rounds to a mantissa of so many bits, which compresses better and hides the last-bit differences between mathematics
/// libraries.
void round_mantissas(Matrix& values, std::int64_t bits) {
  const int shift = static_cast<int>(bits);
  for (double& value : values.reshaped()) {
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    value = std::ldexp(std::nearbyint(std::ldexp(mantissa, shift)), exponent - shift);
  }
}

void add_noise(Trajectory& trajectory, Matrix Trajectory::*quantity, const char* exact, const Vector& deviation,
               Random random) {
  if (deviation.isZero(0)) return;
  Matrix& values = trajectory.*quantity;
  trajectory.channels[exact] = values;
  for (Index k = 0; k < values.rows(); ++k) {
    for (Index i = 0; i < values.cols(); ++i) values(k, i) += deviation[i] * random.normal();
  }
}

Trajectory exact_motion(const System& system, const Drive& drive, const RecordingConfig& config) {
  const auto intervals = static_cast<std::int64_t>(std::llround(config.duration / config.dt));
  if (intervals < 1 || intervals >= max_samples) {
    throw ConfigError(concat("recording: duration / dt = ", config.duration / config.dt,
                             " samples a trajectory; at least 1 and below ", max_samples, " are possible"));
  }
  Trajectory motion;
  motion.t.resize(intervals + 1);
  for (Matrix* values : {&motion.q, &motion.qd, &motion.qdd, &motion.tau}) values->resize(intervals + 1, system.dof());
  DrivenSystem driven(system, drive.torque);
  const double h = config.dt / static_cast<double>(config.substeps);
  const auto record = [&](std::int64_t step, double, const PhaseState<Vector>& state) {
    if (step % config.substeps != 0) return;
    const Index k = step / config.substeps;
    motion.t[k] = static_cast<double>(k) * config.dt;
    if (!state.q.allFinite() || !state.qd.allFinite()) {
      throw NumericalError(concat("simulation: the motion is not finite at t = ", motion.t[k],
                                  " s; raise recording.substeps or friction smoothing"));
    }
    const Vector tau = drive.torque(motion.t[k], state.q, state.qd);
    motion.q.row(k) = state.q;
    motion.qd.row(k) = state.qd;
    motion.qdd.row(k) = system.forward_dynamics(state.q, state.qd, tau);
    motion.tau.row(k) = tau;
  };
  integrate_fixed<DormandPrince>(driven, 0.0, drive.start, h, intervals * config.substeps, record);
  return motion;
}

Trajectory measured_motion(const System& system, const SimulateConfig& config, Random random) {
  const RecordingConfig& recording = config.recording;
  const Drive drive = draw_drive(system, config.initial, config.actuation, random);
  Trajectory motion = exact_motion(system, drive, recording);
  const Index n = system.dof();
  add_noise(motion, &Trajectory::q, "q_exact", per_joint(recording.position_noise, n, 0, "recording.position_noise"),
            random.fork(0));
  add_noise(motion, &Trajectory::tau, "tau_exact", per_joint(recording.torque_noise, n, 0, "recording.torque_noise"),
            random.fork(1));
  if (recording.derivatives == "none") {
    motion.qd.resize(0, 0);
    motion.qdd.resize(0, 0);
  }
  for (Matrix* values : {&motion.q, &motion.qd, &motion.qdd, &motion.tau})
    round_mantissas(*values, recording.mantissa_bits);
  for (auto& [name, values] : motion.channels) round_mantissas(values, recording.mantissa_bits);
  return motion;
}

DatasetInfo describe_dataset(const System& system, const SimulateConfig& config) {
  DatasetInfo info;
  info.system = system.name();
  info.dof = system.dof();
  info.dt = config.recording.dt;
  info.joint_types = system.joint_types();
  info.angle_convention = system.angle_convention();
  info.units = "rad, m, s, N m, N";
  info.description = config.description;
  info.source = "dlnn data simulate";
  info.license = config.license;
  info.attributes["configuration"] = to_yaml(config);
  info.free_swing = config.actuation.type == "none";
  return info;
}

}  // namespace

TrajectoryDataset simulate(const SimulateConfig& config, const SimulationProgress& progress) {
  const std::unique_ptr<System> system = make_system(config.system);
  TrajectoryDataset dataset;
  dataset.info = describe_dataset(*system, config);
  const RecordingConfig& recording = config.recording;
  const std::int64_t total = recording.train + recording.valid + recording.test;
  const Random random(static_cast<std::uint64_t>(config.seed));
  for (std::int64_t i = 0; i < total; ++i) {
    Trajectory motion = measured_motion(*system, config, random.fork(static_cast<std::uint64_t>(i)));
    motion.name = concat("simulated ", i);
    motion.split = i < recording.train                     ? Split::train
                   : i < recording.train + recording.valid ? Split::valid
                                                           : Split::test;
    dataset.trajectories.push_back(std::move(motion));
    if (progress) progress(i + 1, total);
  }
  return dataset;
}

}  // namespace dlnn
