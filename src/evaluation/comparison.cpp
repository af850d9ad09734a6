#include "dlnn/evaluation/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "dlnn/config/yaml.hpp"

namespace dlnn {
namespace {

std::optional<double> nmse_mean(const std::optional<PredictionErrors>& errors) {
  return errors ? errors->joints.nmse_mean : std::nullopt;
}

std::optional<double> median_prediction_time(const Evaluation& evaluation) {
  if (!evaluation.rollout) return std::nullopt;
  for (const auto& time : evaluation.rollout->prediction_times)
    if (time.threshold == 0.2) return time.median;
  return std::nullopt;
}

std::optional<double> rmse_after_one_second(const Evaluation& evaluation) {
  if (!evaluation.rollout) return std::nullopt;
  for (const auto& [time, rmse] : evaluation.rollout->rmse)
    if (time == 1.0) return rmse;
  return std::nullopt;
}

ComparedCell summarise(const std::vector<double>& values) {
  return {mean(values), standard_deviation(values), bootstrap_interval(values, 0), 0};
}

/// Ranks the groups in one metric; true when they differ.
bool rank(std::vector<ComparedGroup>& groups, std::size_t metric, bool lower_is_better) {
  std::vector<ComparedCell*> cells;
  for (auto& group : groups)
    if (group.cells[metric]) cells.push_back(&*group.cells[metric]);
  bool differ = false;
  for (auto* cell : cells) {
    const auto better = [&](const ComparedCell* other) {
      return lower_is_better ? other->mean < cell->mean : other->mean > cell->mean;
    };
    cell->rank = 1 + static_cast<int>(std::count_if(cells.begin(), cells.end(), better));
    differ = differ || cell->rank > 1;
  }
  return differ;
}

/// What runs of one group have in common, as text.
std::string without_seed(TrainConfig config) {
  config.seed = 0;
  config.output.clear();
  config.data.file.clear();
  return to_yaml(config);
}

}  // namespace

std::vector<std::string> group_names(const std::vector<TrainConfig>& configs, const std::vector<std::string>& labels) {
  std::vector<std::string> keys;
  std::map<std::string, std::set<std::string>> keys_of_name;
  std::map<std::string, std::string> first_label;
  for (std::size_t i = 0; i < configs.size(); ++i) {
    keys.push_back(without_seed(configs[i]));
    keys_of_name[configs[i].name].insert(keys[i]);
    first_label.emplace(keys[i], labels[i]);
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < configs.size(); ++i)
    names.push_back(keys_of_name[configs[i].name].size() == 1 ? configs[i].name : first_label[keys[i]]);
  return names;
}

const std::vector<ComparedMetric>& compared_metrics() {
  static const std::vector<ComparedMetric> metrics = {
      {"tau_nmse_mean", "τ nMSE", true, [](const Evaluation& e) { return nmse_mean(e.torque); }},
      {"qdd_nmse_mean", "q̈ nMSE", true, [](const Evaluation& e) { return nmse_mean(e.acceleration); }},
      {"vpt_0.2_median", "VPT 0.2 rad (s)", false, median_prediction_time},
      {"rollout_rmse_1", "RMSE at 1 s (rad)", true, rmse_after_one_second},
      {"energy_error", "energy error", true,
       [](const Evaluation& e) { return e.rollout ? e.rollout->energy_error : std::nullopt; }},
      {"share_positive", "driving friction (share)", true,
       [](const Evaluation& e) { return e.passivity ? std::optional(e.passivity->share_positive) : std::nullopt; }},
      {"conservative_odd", "odd part of E_L", true, [](const Evaluation& e) { return e.absorption.conservative_odd; }}};
  return metrics;
}

Comparison compare_evaluations(const std::vector<Evaluation>& evaluations,
                               const std::vector<std::string>& group_names) {
  std::map<std::pair<std::string, std::string>, std::vector<const Evaluation*>> members;
  for (std::size_t i = 0; i < evaluations.size(); ++i)
    members[{group_names[i], evaluations[i].model}].push_back(&evaluations[i]);
  Comparison comparison;
  for (const auto& [key, runs] : members) {
    ComparedGroup group{key.first, key.second, {}, runs.front()->parameters, {}, {}};
    for (const auto* run : runs) group.runs.push_back(run->label);
    for (const auto& metric : compared_metrics()) {
      std::vector<double> values;
      for (const auto* run : runs)
        if (const auto value = metric.value(*run)) values.push_back(*value);
      group.cells.push_back(values.empty() ? std::nullopt : std::optional(summarise(values)));
    }
    comparison.groups.push_back(std::move(group));
  }
  std::vector<std::vector<double>> ranks(comparison.groups.size());
  for (std::size_t m = 0; m < compared_metrics().size(); ++m) {
    if (!rank(comparison.groups, m, compared_metrics()[m].lower_is_better)) continue;
    for (std::size_t g = 0; g < ranks.size(); ++g)
      if (const auto& cell = comparison.groups[g].cells[m]) ranks[g].push_back(cell->rank);
  }
  for (std::size_t g = 0; g < ranks.size(); ++g)
    if (!ranks[g].empty()) comparison.groups[g].mean_rank = mean(ranks[g]);
  std::stable_sort(comparison.groups.begin(), comparison.groups.end(),
                   [](const auto& a, const auto& b) { return a.mean_rank.value_or(1e9) < b.mean_rank.value_or(1e9); });
  return comparison;
}

}  // namespace dlnn
