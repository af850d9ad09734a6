#include <iostream>

#include "commands.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/evaluation/evaluation.hpp"
#include "dlnn/evaluation/opened_run.hpp"
#include "dlnn/evaluation/predictions_csv.hpp"
#include "dlnn/evaluation/report.hpp"
#include "json_output.hpp"

namespace dlnn::commands {
namespace {

void print_tables(const EvaluatedModel& model, const TrajectoryDataset& dataset) {
  const auto& evaluation = model.evaluation;
  std::cout << evaluation.label << ": " << evaluation.model << ", " << evaluation.parameters << " parameters, "
            << evaluation.samples << " samples of split " << evaluation.split << " of " << evaluation.data << "\n\n";
  const auto joints = joint_table(evaluation, dataset.info.joint_types);
  if (!joints.rows().empty()) std::cout << joints.str() << "\n";
  std::cout << summary_table(evaluation).str();
  for (const auto& note : evaluation.notes) std::cout << "note: " << note << "\n";
}

}  // namespace

void evaluate(const EvaluateRequest& request) {
  const Split split = split_from_string(request.split);
  auto opened = open_run(request.run, request.data, request.device);
  for (const auto& output : {request.predictions, request.json})
    refuse_overwriting(output, {opened.dataset.file, request.run});
  for (const auto& warning : opened.dataset.warnings) log::warn(warning);

  EvaluationOptions options;
  options.quiet = request.quiet;
  EvaluatedModel model{opened.trained.label, opened.trained.run, opened.trained.model, {}, {}, 0};
  model.evaluation =
      evaluate_model(*model.model, opened.trained.spec, opened.dataset, split, options, model.predictions);
  model.evaluation.label = model.label;
  model.evaluation.seed = opened.trained.config.seed;
  model.evaluation.notes.insert(model.evaluation.notes.begin(), opened.notes.begin(), opened.notes.end());

  if (!request.predictions.empty())
    write_predictions_csv(request.predictions, opened.dataset, split, model.predictions);
  if (request.json != "-") print_tables(model, opened.dataset);
  if (!request.json.empty()) write_json(request.json, to_json(model.evaluation));
  if (request.no_report || model.run.empty()) return;
  const ReportData data{opened.dataset, split,
                        ConfigurationDistance(opened.trained.spec.joint_types, opened.trained.spec.scales.q_std)};
  const auto report = write_run_report(model, data);
  if (!request.quiet) log::info(concat("report: ", report.string()));
}

}  // namespace dlnn::commands
