#pragma once
// Several models side by side: one row for each group of runs that differ in their seed only.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dlnn/config/train_config.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/evaluation/evaluation.hpp"

namespace dlnn {

/// A number by which models are ranked.
struct ComparedMetric {
  std::string key;    ///< in JSON and CSV
  std::string title;  ///< in tables, with unit
  bool lower_is_better = true;
  std::optional<double> (*value)(const Evaluation&);
};
[[nodiscard]] const std::vector<ComparedMetric>& compared_metrics();

/// One metric of one group.
struct ComparedCell {
  double mean = 0, deviation = 0;    ///< over the runs that have the metric; deviation 0 for a single one
  std::optional<Interval> interval;  ///< 95 % bootstrap interval of the mean, over seeds
  int rank = 0;                      ///< 1 is best; equal values share the smaller rank
};

struct ComparedGroup {
  std::string name;  ///< name of the runs, without version
  std::string model;
  std::vector<std::string> runs;
  std::int64_t parameters = 0;
  std::vector<std::optional<ComparedCell>> cells;  ///< one a metric
  std::optional<double> mean_rank;                 ///< over the metrics it has and in which models differ
};

struct Comparison {
  std::vector<ComparedGroup> groups;  ///< best mean rank first
};

/// The group of each run. Runs whose configurations agree in all but the seed (and where their files are) share one: it
/// has their name, or the label of the first when runs of another configuration have that name too.
[[nodiscard]] std::vector<std::string> group_names(const std::vector<TrainConfig>& configs,
                                                   const std::vector<std::string>& labels);

/// Groups the evaluations by `group_names` (one each) and model type. All must be of the same data and split.
[[nodiscard]] Comparison compare_evaluations(const std::vector<Evaluation>& evaluations,
                                             const std::vector<std::string>& group_names);

/// Best values marked with '*'; "mean ± standard deviation" for several seeds. Metrics that no model has are left out.
[[nodiscard]] TextTable comparison_table(const Comparison& comparison);
[[nodiscard]] nlohmann::json to_json(const Comparison& comparison);
[[nodiscard]] std::string to_csv(const Comparison& comparison);

}  // namespace dlnn
