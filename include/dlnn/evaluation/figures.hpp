#pragma once
// The pictures of reports. Each shows one or several models on the same data and returns a figure without panels when
// none of them has what it shows.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/evaluation/evaluation.hpp"
#include "dlnn/plotting/figure.hpp"

namespace dlnn {

/// One model of a report.
struct EvaluatedModel {
  std::string label;          ///< in keys
  std::filesystem::path run;  ///< run folder, for its learning curve; may be empty
  std::shared_ptr<DynamicsModel> model;
  Evaluation evaluation;
  Predictions predictions;
  int colour = 0;  ///< palette entry, 0 … 5, the same in all pictures of a report
};

/// The data that all models of a report were judged on.
struct ReportData {
  const TrajectoryDataset& dataset;
  Split split;
  ConfigurationDistance distance;
};

/// Loss over training steps, from metrics.csv of each run (training and validation for a single run, validation for
/// several).
[[nodiscard]] Figure learning_curves(const std::vector<EvaluatedModel>& models);
/// Measured and predicted torque of the first motion over time, a panel a joint; and the same for the acceleration.
[[nodiscard]] Figure torque_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
[[nodiscard]] Figure acceleration_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
/// Simulated and measured coordinates from the start at which the first model has its median prediction time.
[[nodiscard]] Figure rollout_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
/// Error of the roll-outs over time, median of all starts (with p10 to p90 for a single model).
[[nodiscard]] Figure error_growth_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
/// Energy of the first motion as the model sees it, and its power balance; the energies alone for several models.
[[nodiscard]] Figure energy_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
/// Friction of each joint against its speed, other joints at rest in the middle of the data.
[[nodiscard]] Figure friction_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);
/// Entries of the mass matrix while one joint sweeps the range of the data, the others in the middle.
[[nodiscard]] Figure mass_matrix_figure(const std::vector<EvaluatedModel>& models, const ReportData& data);

/// All of the above that have panels.
[[nodiscard]] std::vector<Figure> report_figures(const std::vector<EvaluatedModel>& models, const ReportData& data);

}  // namespace dlnn
