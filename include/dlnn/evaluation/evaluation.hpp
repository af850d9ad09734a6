#pragma once
// Every metric of one model on one split, as numbers (Evaluation), as JSON and as tables.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dlnn/core/text.hpp"
#include "dlnn/data/trajectory.hpp"
#include "dlnn/evaluation/component_errors.hpp"
#include "dlnn/evaluation/cost.hpp"
#include "dlnn/evaluation/error_metrics.hpp"
#include "dlnn/evaluation/passivity.hpp"
#include "dlnn/evaluation/prediction_time.hpp"
#include "dlnn/evaluation/rollout.hpp"
#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/models/model_spec.hpp"

namespace dlnn {

/// Errors of one predicted quantity over the whole split.
struct PredictionErrors {
  JointErrors joints;
  std::optional<Interval> nmse_interval;  ///< 95 %, of joints.nmse_mean; blocks of about a second
};

/// What roll-outs from measured states tell.
struct RolloutErrors {
  std::string integrator;
  double horizon = 0;  ///< s, length of the longest window
  std::int64_t starts = 0;
  std::int64_t diverged = 0;                            ///< starts whose motion left the finite numbers
  std::vector<PredictionTimeSummary> prediction_times;  ///< for 0.1, 0.2 and 0.5 rad
  std::optional<Interval> median_interval;              ///< 95 %, of the median at 0.2 rad, over starts
  struct AtTime {
    double time = 0, rmse = 0;  ///< s, rad
  };
  std::vector<AtTime>
      rmse;  ///< at 0.1, 0.5, 1 and 3 s, over the windows that are long enough; a diverged start counts with π
  std::optional<double> energy_error;       ///< median over starts; absent for a black box
  std::optional<double> lyapunov_exponent;  ///< 1/s, largest, of the model along the measured starts
};

struct Evaluation {
  std::string label;  ///< name of the run
  std::string model;  ///< type
  std::string data;
  std::string split;
  std::int64_t seed = 0;
  std::int64_t parameters = 0;
  std::int64_t samples = 0;
  std::optional<PredictionErrors> torque;        ///< absent for free swing and for models without inverse dynamics
  std::optional<PredictionErrors> acceleration;  ///< absent for models without forward dynamics
  std::optional<ComponentErrors> components;     ///< absent unless the data come from a known system
  std::optional<RolloutErrors> rollout;
  std::optional<double> energy_balance;
  std::optional<Passivity> passivity;
  Absorption absorption;
  std::optional<Cost> cost;
  std::vector<std::string> notes;  ///< what the reader must know, one line each
};

/// The predictions behind the numbers, for pictures and files.
struct Predictions {
  Matrix tau, qdd;  ///< [N, n] of all samples of the split; empty where there are none
  Rollouts rollouts;
};

struct EvaluationOptions {
  RolloutOptions rollout;
  std::int64_t probe_states = 1 << 17;  ///< Sobol states of the passivity check
  std::uint64_t seed = 0;               ///< of the bootstrap
  bool measure_cost = true;
  bool quiet = false;
};

/// Evaluates the model on a split. The arithmetic is float64 whatever the model's dtype (only the cost is measured in
/// its own): `model` is converted in place. Everything but the cost is deterministic. Throws DataError for an empty
/// split, Interrupted after Ctrl-C.
[[nodiscard]] Evaluation evaluate_model(DynamicsModel& model, const ModelSpec& spec, const TrajectoryDataset& dataset,
                                        Split split, const EvaluationOptions& options, Predictions& predictions);

/// RMS configuration error of every window over time.
[[nodiscard]] std::vector<Vector> rollout_errors(const Rollouts& rollouts, const ConfigurationDistance& distance);
/// Prediction times and errors of simulated windows that have a measurement.
[[nodiscard]] RolloutErrors summarise_rollouts(const Rollouts& rollouts, const ConfigurationDistance& distance,
                                               std::uint64_t seed);

/// Keys as in the design note on evaluation; what does not apply is absent.
[[nodiscard]] nlohmann::json to_json(const Evaluation& evaluation);
[[nodiscard]] nlohmann::json to_json(const RolloutErrors& errors);

/// Errors per joint with their raw unit, those of the parts of a known system, and everything that is one number.
[[nodiscard]] TextTable joint_table(const Evaluation& evaluation, const std::vector<JointType>& joint_types);
[[nodiscard]] TextTable summary_table(const Evaluation& evaluation);

}  // namespace dlnn
