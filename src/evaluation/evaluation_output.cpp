#include <array>
#include <cmath>

#include "dlnn/evaluation/evaluation.hpp"
#include "dlnn/evaluation/units.hpp"

namespace dlnn {
namespace {

using nlohmann::json;

json to_json(const Interval& interval) {
  return {interval.low, interval.high};
}

json to_json(const std::vector<std::optional<double>>& values) {
  json array = json::array();
  for (const auto& value : values) array.push_back(value ? json(*value) : json(nullptr));
  return array;
}

/// Adds prefix_nmse, prefix_nmse_mean, … of one predicted quantity.
void add_errors(json& object, const std::string& prefix, const PredictionErrors& errors) {
  const auto& joints = errors.joints;
  object[prefix + "_nmse"] = to_json(joints.nmse);
  object[prefix + "_r2"] = to_json(joints.r2);
  object[prefix + "_rmse"] = joints.rmse;
  if (joints.nmse_mean) object[prefix + "_nmse_mean"] = *joints.nmse_mean;
  if (joints.nrmse_mean) object[prefix + "_nrmse_mean"] = *joints.nrmse_mean;
  if (joints.r2_mean) object[prefix + "_r2_mean"] = *joints.r2_mean;
  if (errors.nmse_interval) object[prefix + "_nmse_interval"] = to_json(*errors.nmse_interval);
}

/// The parts of the torque, with the key of each in JSON and its name in tables.
struct Part {
  const char* key;
  const char* name;
  const JointErrors& errors;
};
std::array<Part, 4> parts(const ComponentErrors& components) {
  return {{{"inertial", "part M q̈", components.inertial},
           {"coriolis", "part c", components.coriolis},
           {"gravity", "part g", components.gravity},
           {"dissipation", "part F_d", components.dissipation}}};
}

std::string with_interval(double value, const std::optional<Interval>& interval) {
  std::string text = format_number(value);
  if (interval) text += " [" + format_number(interval->low, 3) + ", " + format_number(interval->high, 3) + "]";
  return text;
}

void add_rollout_rows(TextTable& table, const RolloutErrors& errors) {
  for (const auto& time : errors.prediction_times) {
    const std::string name = "valid prediction time at " + format_number(time.threshold) + " rad";
    const bool chaotic = errors.lyapunov_exponent.value_or(0) > 0;
    const std::string lyapunov_times =
        chaotic ? " (" + format_number(time.median * *errors.lyapunov_exponent, 3) + " Lyapunov times)" : "";
    table.add_row({name + ", median", format_number(time.median) + lyapunov_times, "s"});
    table.add_row({name + ", p10 … p90", format_number(time.p10) + " … " + format_number(time.p90), "s"});
    table.add_row({name + ", never fails", format_number(100 * time.never, 3), "% of starts"});
  }
  for (const auto& [time, rmse] : errors.rmse)
    table.add_row({"roll-out RMSE at " + format_number(time) + " s", format_number(rmse), "rad"});
  if (errors.diverged > 0) table.add_row({"diverged", std::to_string(errors.diverged), "starts"});
  if (errors.energy_error)
    table.add_row({"energy error of roll-outs", format_number(*errors.energy_error), "of V's range"});
  if (errors.lyapunov_exponent)
    table.add_row({"largest Lyapunov exponent", format_number(*errors.lyapunov_exponent), "1/s"});
}

}  // namespace

json to_json(const RolloutErrors& errors) {
  json object{{"integrator", errors.integrator},
              {"horizon", errors.horizon},
              {"starts", errors.starts},
              {"diverged", errors.diverged}};
  for (const auto& time : errors.prediction_times) {
    json entry{{"median", time.median}, {"p10", time.p10}, {"p90", time.p90}, {"never", time.never}};
    if (errors.lyapunov_exponent && *errors.lyapunov_exponent > 0)
      entry["median_lyapunov_times"] = time.median * *errors.lyapunov_exponent;
    object["vpt"][format_number(time.threshold)] = entry;
  }
  if (errors.median_interval) object["vpt_0.2_median_interval"] = to_json(*errors.median_interval);
  for (const auto& [time, rmse] : errors.rmse) object["rollout_rmse"][format_number(time)] = rmse;
  if (errors.energy_error) object["energy_error"] = *errors.energy_error;
  if (errors.lyapunov_exponent) object["lyapunov_exponent"] = *errors.lyapunov_exponent;
  return object;
}

json to_json(const Evaluation& evaluation) {
  json object{{"run", evaluation.label},       {"model", evaluation.model}, {"data", evaluation.data},
              {"split", evaluation.split},     {"seed", evaluation.seed},   {"parameters", evaluation.parameters},
              {"samples", evaluation.samples}, {"notes", evaluation.notes}};
  if (evaluation.torque) add_errors(object, "tau", *evaluation.torque);
  if (evaluation.acceleration) add_errors(object, "qdd", *evaluation.acceleration);
  if (evaluation.components)
    for (const auto& [key, name, errors] : parts(*evaluation.components)) {
      object["components"][key] = {{"nmse", to_json(errors.nmse)}, {"rmse", errors.rmse}};
      if (errors.nmse_mean) object["components"][key]["nmse_mean"] = *errors.nmse_mean;
    }
  if (evaluation.rollout) object.update(to_json(*evaluation.rollout));
  if (evaluation.energy_balance) object["energy_balance"] = *evaluation.energy_balance;
  if (const auto& passivity = evaluation.passivity) {
    object["passivity"] = {{"states", passivity->states},
                           {"max_power", passivity->max_power},
                           {"share_positive", passivity->share_positive}};
    if (passivity->injected) object["passivity"]["injected_over_dissipated"] = *passivity->injected;
  }
  const auto& absorption = evaluation.absorption;
  if (absorption.dissipation_even) object["absorption"]["dissipation_even"] = *absorption.dissipation_even;
  if (absorption.conservative_odd) object["absorption"]["conservative_odd"] = *absorption.conservative_odd;
  if (evaluation.cost)
    object["cost"] = {{"us_batch_1", evaluation.cost->batch_1},
                      {"us_per_sample_batch_4096", evaluation.cost->batch_4096}};
  return object;
}

TextTable joint_table(const Evaluation& evaluation, const std::vector<JointType>& joint_types) {
  TextTable table({"quantity", "joint", "nMSE", "nRMSE", "R²", "RMSE", "unit"});
  const auto add = [&](const char* name, const JointErrors& joints, const std::optional<Interval>& interval,
                       std::string_view (*unit)(JointType)) {
    for (std::size_t j = 0; j < joints.rmse.size(); ++j) {
      const bool defined = joints.nmse[j].has_value();
      table.add_row({name, std::to_string(j + 1), defined ? format_number(*joints.nmse[j]) : "–",
                     defined ? format_number(std::sqrt(*joints.nmse[j])) : "–",
                     defined ? format_number(*joints.r2[j]) : "–", format_number(joints.rmse[j]),
                     std::string(unit(joint_types[j]))});
    }
    if (joints.nmse_mean)
      table.add_row({name, "mean", with_interval(*joints.nmse_mean, interval), format_number(*joints.nrmse_mean),
                     format_number(*joints.r2_mean), "", ""});
  };
  if (const auto& torque = evaluation.torque) add("torque τ", torque->joints, torque->nmse_interval, torque_unit);
  if (evaluation.components)
    for (const auto& [key, name, errors] : parts(*evaluation.components)) add(name, errors, std::nullopt, torque_unit);
  if (const auto& acceleration = evaluation.acceleration)
    add("acceleration q̈", acceleration->joints, acceleration->nmse_interval, acceleration_unit);
  return table;
}

TextTable summary_table(const Evaluation& evaluation) {
  TextTable table({"metric", "value", "unit"});
  if (evaluation.rollout) add_rollout_rows(table, *evaluation.rollout);
  if (evaluation.energy_balance)
    table.add_row({"energy balance on measured data", format_number(*evaluation.energy_balance), "of the flow"});
  if (const auto& passivity = evaluation.passivity) {
    table.add_row({"friction: largest power", format_number(passivity->max_power), "W"});
    table.add_row({"friction: states at which it drives", format_number(100 * passivity->share_positive), "%"});
    if (passivity->injected)
      table.add_row({"friction: power injected / dissipated", format_number(*passivity->injected), ""});
  }
  const auto& absorption = evaluation.absorption;
  if (absorption.dissipation_even)
    table.add_row({"absorption: even part of F_d", format_number(*absorption.dissipation_even), ""});
  if (absorption.conservative_odd)
    table.add_row({"absorption: odd part of E_L", format_number(*absorption.conservative_odd), ""});
  table.add_row({"parameters", std::to_string(evaluation.parameters), ""});
  if (evaluation.cost) {
    table.add_row({"time of one evaluation (this machine)", format_number(evaluation.cost->batch_1, 3), "µs"});
    table.add_row({"the same in batches of 4096", format_number(evaluation.cost->batch_4096, 3), "µs"});
  }
  return table;
}

}  // namespace dlnn
