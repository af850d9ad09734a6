#include <torch/torch.h>

#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/progress.hpp"
#include "dlnn/data/write.hpp"
#include "dlnn/evaluation/evaluation.hpp"
#include "dlnn/evaluation/opened_run.hpp"
#include "dlnn/evaluation/units.hpp"
#include "json_output.hpp"

namespace dlnn::commands {
namespace {

constexpr double most_steps = 1e7;
constexpr double free_step = 0.01;  // s, of a free start without --dt: no data are read for it

RolloutOptions options_of(const RolloutRequest& request) {
  RolloutOptions options;
  options.integrator = request.integrator;
  options.dt = request.dt;
  options.horizon = request.horizon;
  options.starts = request.starts;
  options.zero_torque = request.torque == "zero";
  if (request.dt > 0) options.largest_step = request.dt;  // the step asked for, not a finer one
  return options;
}

Vector initial_value(const std::vector<double>& values, const ModelSpec& spec, const char* option) {
  if (static_cast<std::int64_t>(values.size()) != spec.dof())
    throw ConfigError(concat(option, " has ", values.size(), " values for ", spec.dof(), " joints"));
  for (const double value : values)
    if (!std::isfinite(value)) throw ConfigError(concat(option, " has the value ", value, "; give finite numbers"));
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// The simulated windows as a dataset, each up to its divergence, with the measurement in channels q_measured and
/// qd_measured.
TrajectoryDataset as_dataset(const Rollouts& rollouts, const TrainedModel& trained, const std::string& source) {
  TrajectoryDataset result;
  result.info.system = trained.config.name;
  result.info.dof = static_cast<Index>(trained.spec.dof());
  result.info.dt = rollouts.dt;
  result.info.joint_types = trained.spec.joint_types;
  result.info.description = concat("roll-outs of ", trained.label, " with integrator ", rollouts.integrator);
  result.info.source = source;
  for (const auto& window : rollouts.windows) {
    Index rows = 0;
    while (rows < window.q.rows() && window.q.row(rows).allFinite() && window.qd.row(rows).allFinite()) ++rows;
    if (rows < 2) continue;
    Trajectory motion;
    motion.name = concat("rollout of ", window.trajectory.empty() ? "a free start" : window.trajectory, " from ",
                         format_number(window.t0), " s");
    motion.split = Split::test;
    motion.t = Vector::LinSpaced(rows, window.t0, window.t0 + rollouts.dt * static_cast<double>(rows - 1));
    motion.q = window.q.topRows(rows);
    motion.qd = window.qd.topRows(rows);
    motion.tau = window.tau.topRows(rows);
    if (window.measured_q.rows() > 0) {
      motion.channels["q_measured"] = window.measured_q.topRows(rows);
      motion.channels["qd_measured"] = window.measured_qd.topRows(rows);
    }
    result.trajectories.push_back(std::move(motion));
  }
  if (result.trajectories.empty())
    throw NumericalError("every roll-out diverged in its first step: nothing to write; choose a smaller --dt");
  return result;
}

TextTable error_table(const RolloutErrors& errors) {
  TextTable table({"threshold (rad)", "VPT median (s)", "p10 (s)", "p90 (s)", "never fails"});
  for (const auto& time : errors.prediction_times)
    table.add_row({format_number(time.threshold), format_number(time.median), format_number(time.p10),
                   format_number(time.p90), format_number(100 * time.never, 3) + " %"});
  return table;
}

void print_measured(const RolloutErrors& errors) {
  std::cout << errors.starts << " starts, windows of up to " << format_number(errors.horizon) << " s, integrator "
            << errors.integrator << "\n\n"
            << error_table(errors).str() << "\n";
  for (const auto& [time, rmse] : errors.rmse)
    std::cout << "RMSE at " << format_number(time) << " s: " << format_number(rmse) << " rad\n";
  if (errors.diverged > 0) std::cout << errors.diverged << " starts diverged\n";
}

std::vector<double> last_row(const Matrix& values) {
  return {values.row(values.rows() - 1).begin(), values.row(values.rows() - 1).end()};
}

/// What became of a free start, as JSON and for people.
nlohmann::json describe_free(const Rollouts& rollouts, const std::vector<JointType>& types, bool print) {
  const auto& window = rollouts.windows.front();
  nlohmann::json json{{"integrator", rollouts.integrator},
                      {"dt", rollouts.dt},
                      {"duration", static_cast<double>(window.q.rows() - 1) * rollouts.dt}};
  if (window.diverged) {
    json["diverged"] = *window.diverged;
    if (print) std::cout << "diverged after " << format_number(*window.diverged) << " s\n";
    return json;
  }
  json["final_q"] = last_row(window.q);
  json["final_qd"] = last_row(window.qd);
  if (!print) return json;
  TextTable table({"joint", "q", "q̇", "unit of q"});
  for (Index j = 0; j < window.q.cols(); ++j)
    table.add_row({std::to_string(j + 1), format_number(window.q(window.q.rows() - 1, j)),
                   format_number(window.qd(window.q.rows() - 1, j)),
                   std::string(position_unit(types[static_cast<std::size_t>(j)]))});
  std::cout << "state after " << format_number(json["duration"].get<double>()) << " s:\n" << table.str();
  return json;
}

void run(DynamicsModel& model, Rollouts& rollouts, const RolloutOptions& options, bool quiet) {
  model.to(torch::kFloat64);
  std::optional<Progress> progress;
  simulate(model, rollouts, options, [&](std::int64_t done, std::int64_t total) {
    if (!progress) progress.emplace("roll-out steps", total, !quiet);
    progress->update(done);
  });
}

}  // namespace

void rollout(const RolloutRequest& request) {
  const Split split = split_from_string(request.split);
  for (const auto& output : {request.output, request.json}) refuse_overwriting(output, {request.data, request.run});
  if (request.dt > 0 && request.horizon / request.dt > most_steps)
    throw ConfigError(concat("--horizon ", request.horizon, " in steps of --dt ", request.dt, " s are more than ",
                             most_steps, " steps; take a longer step or a shorter horizon"));
  const RolloutOptions options = options_of(request);
  const bool print = request.json != "-";
  nlohmann::json json;
  Rollouts rollouts;
  TrainedModel trained;
  std::string source = "free start";
  if (request.initial_q.empty()) {
    auto opened = open_run(request.run, request.data, request.device);
    trained = std::move(opened.trained);
    source = opened.dataset.file.string();
    refuse_overwriting(request.output, {opened.dataset.file});
    for (const auto& note : opened.notes) log::warn(note);
    (void)gather(opened.dataset, split);  // refuses an empty split
    const auto motions = opened.dataset.of_split(split);
    rollouts = measured_windows(motions, sampling_time(motions), options);
    if (rollouts.windows.empty())
      throw DataError(
          concat(source, ": no motion of split ", request.split, " is long enough for one step of the roll-out"));
    run(*trained.model, rollouts, options, request.quiet);
    const auto errors =
        summarise_rollouts(rollouts, ConfigurationDistance(trained.spec.joint_types, trained.spec.scales.q_std), 0);
    if (print) print_measured(errors);
    json = to_json(errors);
    json["data"] = source;
    json["split"] = request.split;
  } else {
    trained = load_trained_model(request.run, request.device);
    rollouts = free_start(initial_value(request.initial_q, trained.spec, "--q"),
                          initial_value(request.initial_qd, trained.spec, "--qd"),
                          request.dt > 0 ? request.dt : free_step, request.horizon);
    run(*trained.model, rollouts, options, request.quiet);
    json = describe_free(rollouts, trained.spec.joint_types, print);
  }
  for (const auto& report : trained.model->take_reports()) log::warn(report);
  json["run"] = trained.label;
  json["model"] = trained.model->type();
  json["torque"] = request.initial_q.empty() ? request.torque : "zero";
  if (!request.output.empty()) write_dataset(request.output, as_dataset(rollouts, trained, source));
  if (!request.json.empty()) write_json(request.json, json);
}

}  // namespace dlnn::commands
