#include "dlnn/evaluation/report.hpp"

#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/plotting/html_report.hpp"

namespace dlnn {
namespace {

constexpr const char* joint_caption =
    "nMSE = mean squared error / variance of the measured values on this split, nRMSE its square root, R² = 1 − nMSE, "
    "RMSE in the given unit. In "
    "brackets the 95 % bootstrap interval over blocks of one second.";
constexpr const char* summary_caption =
    "Valid prediction time: how long the RMS over the joints of the wrapped angle error stays below the threshold (a "
    "prismatic joint's error "
    "counts in standard deviations), from starts half a window apart; a start that never fails counts with the length "
    "of its window. "
    "Energy error: difference between the model's energy along roll-out and measurement over the range of V, mean over "
    "time, median over starts. "
    "Energy balance: energy gained minus energy received on measured motions over the energy that flowed. Friction: "
    "over Sobol states in three "
    "times the box of the data at speeds over five decades; its power must not be positive. Absorption: share of F_d "
    "that is even and of E_L "
    "that is odd in velocity, 0 when neither takes over the other's part. Lyapunov exponent: of the model, a mean over "
    "the roll-outs.";
constexpr const char* comparison_caption =
    "Best values marked with *. Several seeds: mean ± standard deviation. The mean rank is over the metrics in which "
    "the models differ.";

void add_pictures(HtmlReport& report, const std::vector<EvaluatedModel>& models, const ReportData& data,
                  const std::filesystem::path& folder) {
  if (!can_draw()) {
    report.paragraph(
        "No pictures: gnuplot is not installed. Install it (apt-get install gnuplot-nox) and evaluate again.");
    return;
  }
  for (const auto& figure : report_figures(models, data)) {
    if (interrupted()) throw Interrupted("stopped by the user; no report was written");
    report.picture(draw_svg(figure, folder), figure.caption);
  }
}

void add_notes(HtmlReport& report, const Evaluation& evaluation) {
  for (const auto& note : evaluation.notes) report.paragraph(concat(evaluation.label, ": ", note));
}

void add_tables(HtmlReport& report, const Evaluation& evaluation, const ReportData& data) {
  const auto joints = joint_table(evaluation, data.dataset.info.joint_types);
  if (!joints.rows().empty()) report.table(joints, joint_caption);
  report.table(summary_table(evaluation), summary_caption);
}

std::string describe(const ReportData& data) {
  const auto motions = data.dataset.of_split(data.split);
  return concat("Data: ", data.dataset.file.string(), ", split ", to_string(data.split), ", ", motions.size(),
                motions.size() == 1 ? " motion, " : " motions, ", data.dataset.samples(data.split), " samples.",
                data.dataset.info.free_swing
                    ? " Free swing: no torque was applied, so that only accelerations can be judged."
                    : "");
}

}  // namespace

std::filesystem::path write_run_report(const EvaluatedModel& model, const ReportData& data) {
  const auto& evaluation = model.evaluation;
  HtmlReport report(concat("dlnn: ", model.label));
  report.paragraph(concat("Model ", evaluation.model, ", ", evaluation.parameters, " parameters, seed ",
                          evaluation.seed, ". ", describe(data)));
  report.heading("Errors");
  add_notes(report, evaluation);
  add_tables(report, evaluation, data);
  report.heading("Pictures");
  add_pictures(report, {model}, data, model.run / "plots");
  const auto file = model.run / "report.html";
  report.save(file);
  return file;
}

std::filesystem::path write_comparison_report(const std::vector<EvaluatedModel>& models, const Comparison& comparison,
                                              const ReportData& data, const std::filesystem::path& folder) {
  HtmlReport report("dlnn: comparison");
  report.paragraph(describe(data));
  report.heading("Comparison");
  report.table(comparison_table(comparison), comparison_caption);
  report.heading("Pictures");
  add_pictures(report, models, data, folder / "plots");
  for (const auto& model : models) {
    report.heading(model.label);
    add_notes(report, model.evaluation);
    add_tables(report, model.evaluation, data);
  }
  const auto file = folder / "report.html";
  report.save(file);
  return file;
}

}  // namespace dlnn
