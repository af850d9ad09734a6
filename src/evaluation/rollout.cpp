#include "dlnn/evaluation/rollout.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/statistics.hpp"
#include "dlnn/integrators/integrate.hpp"
#include "learned_system.hpp"

namespace dlnn {
namespace {

/// Values [T, n] at times t [T], at `count` times start, start + dt, … by linear interpolation.
Matrix resample(const Vector& t, const Matrix& values, double start, double dt, Index count) {
  Matrix result(count, values.cols());
  Index i = 0;
  for (Index k = 0; k < count; ++k) {
    const double time = start + static_cast<double>(k) * dt;
    while (i + 2 < t.size() && t[i + 1] <= time) ++i;
    const double share = std::clamp((time - t[i]) / (t[i + 1] - t[i]), 0.0, 1.0);
    result.row(k) = (1 - share) * values.row(i) + share * values.row(i + 1);
  }
  return result;
}

/// The torque of all windows, [steps + 1, B, n]; a window that is shorter keeps its last one.
Tensor torque_table(const std::vector<Rollout>& windows, Index steps) {
  std::vector<Tensor> table;
  for (const auto& window : windows) {
    Matrix tau(steps + 1, window.tau.cols());
    for (Index k = 0; k <= steps; ++k) tau.row(k) = window.tau.row(std::min(k, window.tau.rows() - 1));
    table.push_back(to_tensor(tau));
  }
  return torch::stack(table, 1);
}

Tensor first_rows(const std::vector<Rollout>& windows, Matrix Rollout::*member) {
  std::vector<Tensor> rows;
  for (const auto& window : windows) rows.push_back(to_tensor((window.*member).topRows(1)));
  return torch::cat(rows);
}

/// Takes over one output of the simulation, NaN for windows that have diverged.
void record(std::vector<Rollout>& windows, Index k, double time, const PhaseState<Tensor>& state, const Tensor& alive) {
  const Matrix q = to_matrix(state.q), qd = to_matrix(state.qd), lives = to_matrix(alive);
  for (std::size_t b = 0; b < windows.size(); ++b) {
    auto& window = windows[b];
    if (k >= window.tau.rows()) continue;
    const auto row = static_cast<Index>(b);
    const bool ends = lives(row, 0) == 0 || !q.row(row).allFinite() || !qd.row(row).allFinite();
    if (ends && !window.diverged) window.diverged = time;
    if (window.diverged) {
      window.q.row(k).setConstant(std::numeric_limits<double>::quiet_NaN());
      window.qd.row(k).setConstant(std::numeric_limits<double>::quiet_NaN());
    } else {
      window.q.row(k) = q.row(row);
      window.qd.row(k) = qd.row(row);
    }
  }
}

void check(const RolloutOptions& options) {
  if (!(options.horizon > 0)) throw ConfigError(concat("the horizon must be positive, not ", options.horizon, " s"));
  if (!(options.dt >= 0)) throw ConfigError(concat("the time step must be positive, not ", options.dt, " s"));
  if (options.starts < 0)
    throw ConfigError(concat("the number of starts must not be negative, as ", options.starts, " is"));
}

}  // namespace

WindowPlan plan_windows(double duration, const RolloutOptions& options) {
  WindowPlan plan{{}, std::min(options.horizon, duration)};
  const double room = duration - plan.length;
  const double spacing = options.starts > 1 ? room / (options.starts - 1) : plan.length / 2;
  const auto count = options.starts > 0 ? options.starts : 1 + static_cast<int>(room / spacing + 0.02);
  for (int i = 0; i < count; ++i) plan.starts.push_back(std::min(i * spacing, room));
  return plan;
}

Rollouts measured_windows(const std::vector<const Trajectory*>& motions, double data_dt,
                          const RolloutOptions& options) {
  check(options);
  Rollouts rollouts;
  rollouts.dt = options.dt > 0 ? options.dt : data_dt;
  for (const auto* motion : motions) {
    if (motion->samples() < 2) continue;
    const auto plan = plan_windows(motion->t[motion->samples() - 1] - motion->t[0], options);
    const auto steps = static_cast<Index>(plan.length / rollouts.dt + 1e-6);
    if (steps < 1) continue;
    for (const double start : plan.starts) {
      Rollout window;
      window.trajectory = motion->name;
      window.t0 = motion->t[0] + start;
      const auto values = [&](const Matrix& of) { return resample(motion->t, of, window.t0, rollouts.dt, steps + 1); };
      window.measured_q = values(motion->q);
      window.measured_qd = values(motion->qd);
      window.tau = options.zero_torque ? Matrix::Zero(steps + 1, motion->q.cols()) : values(motion->tau);
      rollouts.windows.push_back(std::move(window));
    }
  }
  return rollouts;
}

double sampling_time(const std::vector<const Trajectory*>& motions) {
  std::vector<double> steps;
  for (const auto* motion : motions)
    for (Index i = 1; i < motion->samples(); ++i) steps.push_back(motion->t[i] - motion->t[i - 1]);
  if (steps.empty()) throw DataError("a motion of a single sample cannot be simulated; give longer ones");
  const double step = quantile(steps, 0.5);
  return step > 1e-6 ? std::round(step * 1e9) / 1e9 : step;  // without the dust of differences of large times
}

Rollouts free_start(const Vector& q, const Vector& qd, double dt, double horizon) {
  check({.dt = dt, .horizon = horizon});
  const auto steps = std::max<Index>(1, static_cast<Index>(horizon / dt + 1e-6));
  Rollout window;
  window.tau = Matrix::Zero(steps + 1, q.size());
  window.q = q.transpose();
  window.qd = qd.transpose();
  return {dt, "", {std::move(window)}};
}

std::string resolve_integrator(const std::string& name, DynamicsModel& model) {
  if (name != "auto") return name;
  auto* structured = dynamic_cast<StructuredLagrangianModel*>(&model);
  if (structured == nullptr) return "rk4";
  const torch::NoGradGuard no_grad;
  const Tensor one = torch::ones({1, model.dof()}, model.tensor_options());
  return structured->damping_matrix(one, one).abs().max().item<double>() > 0 ? "strang" : "rk4";
}

void simulate(DynamicsModel& model, Rollouts& rollouts, const RolloutOptions& options,
              const std::function<void(std::int64_t, std::int64_t)>& on_step) {
  if (!model.provides_forward())
    throw ModelError(
        concat("this ", model.type(), " has no forward dynamics: train it with loss.type forward or both"));
  if (rollouts.windows.empty()) return;
  const torch::NoGradGuard no_grad;
  Index steps = 0;
  for (auto& window : rollouts.windows) {
    steps = std::max(steps, window.tau.rows() - 1);
    for (auto [simulated, measured] :
         {std::pair{&window.q, &window.measured_q}, std::pair{&window.qd, &window.measured_qd}}) {
      simulated->conservativeResize(window.tau.rows(), window.tau.cols());
      if (measured->rows() > 0) simulated->row(0) = measured->row(0);
    }
  }
  const auto substeps = std::max<std::int64_t>(1, std::llround(std::ceil(rollouts.dt / options.largest_step - 1e-9)));
  const PhaseState<Tensor> start{first_rows(rollouts.windows, &Rollout::q), first_rows(rollouts.windows, &Rollout::qd)};
  rollouts.integrator = resolve_integrator(options.integrator, model);
  const auto run = [&](auto&& system) {
    integrate(rollouts.integrator, system, 0, start, rollouts.dt / static_cast<double>(substeps), steps * substeps,
              [&](std::int64_t k, double time, const PhaseState<Tensor>& state) {
                if (interrupted()) throw Interrupted("roll-out stopped by the user; nothing was written");
                if (k % substeps == 0) record(rollouts.windows, k / substeps, time, state, system.alive());
                on_step(k, steps * substeps);
              });
  };
  const Tensor torque = torque_table(rollouts.windows, steps);
  if (auto* structured = dynamic_cast<StructuredLagrangianModel*>(&model)) {
    run(StructuredLearnedSystem(*structured, torque, rollouts.dt));
  } else {
    run(LearnedSystem(model, torque, rollouts.dt));
  }
}

}  // namespace dlnn
