#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "commands.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/evaluation/comparison.hpp"
#include "dlnn/evaluation/opened_run.hpp"
#include "dlnn/evaluation/report.hpp"
#include "dlnn/training/run_folder.hpp"
#include "json_output.hpp"

namespace dlnn::commands {
namespace {

/// Whether two runs see the same samples of a file.
bool same_preparation(const DataConfig& a, const DataConfig& b) {
  return a.stride == b.stride && a.derivatives == b.derivatives && a.window == b.window && a.order == b.order &&
         a.cutoff == b.cutoff;
}

/// Of `compare runs/*` the folder that an earlier comparison wrote is none of the runs.
bool is_comparison(const std::filesystem::path& path) {
  return std::filesystem::exists(path / "compare.json");
}

/// Says which version is taken where only the folder of several is named.
void tell_version(const std::filesystem::path& path, const OpenedRun& run) {
  const auto versions = run_versions(path).size();
  if (versions > 1)
    log::info(concat(run.trained.label, " is the newest of ", versions, " versions; ", (path / "version_*").string(),
                     " pools their seeds"));
}

/// Opens all runs on the same data, prepared in the same way.
std::vector<OpenedRun> open_all(const CompareRequest& request) {
  std::vector<OpenedRun> runs;
  for (const auto& path : request.runs) {
    if (request.runs.size() > 1 && is_comparison(path)) continue;
    runs.push_back(open_run(path, request.data, request.device));
    if (!request.quiet) tell_version(path, runs.back());
    const auto &first = runs.front(), &last = runs.back();
    if (first.dataset_sha256 != last.dataset_sha256)
      throw DataError(concat(first.trained.label, " was trained on ", first.dataset.file.string(), " and ",
                             last.trained.label, " on ", last.dataset.file.string(),
                             ", which differ; name the data to compare them on with --data"));
    if (!same_preparation(first.trained.config.data, last.trained.config.data))
      throw DataError(concat(
          first.trained.label, " and ", last.trained.label,
          " prepare the data differently (stride or derivatives of section data); compare runs that agree in that"));
  }
  if (runs.empty()) throw ConfigError("none of the folders is a run: they hold reports of dlnn compare");
  return runs;
}

/// The group of each run; a second run of the same configuration and seed tells nothing new and is left out.
std::vector<std::string> group_and_drop_repeated(std::vector<OpenedRun>& runs) {
  std::vector<TrainConfig> configs;
  std::vector<std::string> labels;
  for (const auto& run : runs) {
    configs.push_back(run.trained.config);
    labels.push_back(run.trained.label);
  }
  std::vector<OpenedRun> kept;
  std::vector<std::string> kept_names;
  std::map<std::pair<std::string, std::int64_t>, std::string> seen;
  const auto names = group_names(configs, labels);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [first, fresh] = seen.emplace(std::pair(names[i], configs[i].seed), labels[i]);
    if (fresh) {
      kept.push_back(std::move(runs[i]));
      kept_names.push_back(names[i]);
    } else {
      log::warn(concat(labels[i], " repeats ", first->second, " (same configuration and seed) and is left out"));
    }
  }
  runs = std::move(kept);
  return kept_names;
}

EvaluatedModel evaluate_run(const OpenedRun& run, Split split, bool quiet) {
  EvaluationOptions options;
  options.quiet = quiet;
  EvaluatedModel model{run.trained.label, run.trained.run, run.trained.model, {}, {}, 0};
  model.evaluation = evaluate_model(*model.model, run.trained.spec, run.dataset, split, options, model.predictions);
  model.evaluation.label = model.label;
  model.evaluation.seed = run.trained.config.seed;
  model.evaluation.notes.insert(model.evaluation.notes.begin(), run.notes.begin(), run.notes.end());
  return model;
}

/// One run of each group (the first), so that pictures stay legible; named after the group when each has only one.
std::vector<EvaluatedModel> pictured(const std::vector<EvaluatedModel>& models, const std::vector<std::string>& names) {
  std::vector<EvaluatedModel> result;
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (!seen.emplace(names[i], models[i].evaluation.model).second) continue;
    result.push_back(models[i]);
    result.back().label = names[i];
    result.back().colour = static_cast<int>((result.size() - 1) % 6);
  }
  return result;
}

}  // namespace

void compare(const CompareRequest& request) {
  const Split split = split_from_string(request.split);
  auto runs = open_all(request);
  refuse_overwriting(request.json, {runs.front().dataset.file});
  const auto names = group_and_drop_repeated(runs);
  std::vector<EvaluatedModel> models;
  std::vector<Evaluation> evaluations;
  for (const auto& run : runs) {
    if (!request.quiet) log::info(concat("evaluate ", run.trained.label));
    models.push_back(evaluate_run(run, split, request.quiet));
    evaluations.push_back(models.back().evaluation);
  }
  const Comparison comparison = compare_evaluations(evaluations, names);
  nlohmann::json json{
      {"data", runs.front().dataset.file.string()}, {"split", request.split}, {"groups", to_json(comparison)}};
  for (const auto& evaluation : evaluations) json["evaluations"].push_back(to_json(evaluation));

  if (request.json != "-") std::cout << comparison_table(comparison).str() << "best values marked with *\n";
  if (!request.json.empty()) write_json(request.json, json);
  const std::filesystem::path folder = request.output.empty() ? "runs/compare" : request.output;
  write_file(folder / "compare.json", json.dump(2) + "\n");
  write_file(folder / "compare.csv", to_csv(comparison));
  const auto& spec = runs.front().trained.spec;
  const ReportData data{runs.front().dataset, split, ConfigurationDistance(spec.joint_types, spec.scales.q_std)};
  const auto report = write_comparison_report(pictured(models, names), comparison, data, folder);
  if (!request.quiet) log::info(concat("report: ", report.string()));
}

}  // namespace dlnn::commands
