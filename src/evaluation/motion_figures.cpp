#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "curves.hpp"
#include "dlnn/evaluation/figures.hpp"
#include "dlnn/evaluation/statistics.hpp"
#include "dlnn/evaluation/units.hpp"

namespace dlnn {
namespace {

constexpr double shown_time = 10;  // s of a motion in a picture

/// The first motion and how many of its samples are shown.
std::pair<const Trajectory*, Index> shown_motion(const ReportData& data) {
  const auto* motion = data.dataset.of_split(data.split).front();
  Index count = 0;
  while (count < motion->samples() && motion->t[count] <= motion->t[0] + shown_time) ++count;
  return {motion, count};
}

/// What a figure of a predicted quantity shows.
struct Quantity {
  const char* figure;
  const char* name;
  std::string_view (*unit)(JointType);
  Matrix Trajectory::*measured;
  Matrix Predictions::*predicted;
};

/// Values beyond the measured range by more than its width would squeeze everything else: they are left out.
Vector near(const Vector& values, const Vector& measured, double least_margin = 0) {
  const double low = measured.minCoeff(), high = measured.maxCoeff(), margin = std::max(high - low, least_margin);
  return values.unaryExpr(
      [&](double x) { return x >= low - margin && x <= high + margin ? x : std::numeric_limits<double>::quiet_NaN(); });
}

Figure prediction_figure(const std::vector<EvaluatedModel>& models, const ReportData& data, const Quantity& quantity) {
  const auto [motion, count] = shown_motion(data);
  Figure figure{quantity.figure,
                std::string("Measured and predicted ") + quantity.name + " over time, motion " + motion->name +
                    "; what is further from the measured range than its width is cut.",
                {},
                1};
  const bool any = std::any_of(models.begin(), models.end(),
                               [&](const auto& model) { return (model.predictions.*quantity.predicted).rows() > 0; });
  if (!any) return figure;
  const Matrix& measured = motion->*quantity.measured;
  for (Index j = 0; j < measured.cols(); ++j) {
    const auto unit = quantity.unit(data.dataset.info.joint_types[static_cast<std::size_t>(j)]);
    Axes axes{"", "time (s)", joint_label(quantity.name, j, unit), false, false, {}};
    axes.curves.push_back(make_curve(motion->t.head(count), measured.col(j).head(count), "measured", black));
    for (const auto& model : models) {
      const Matrix& predicted = model.predictions.*quantity.predicted;
      if (predicted.rows() > 0)
        axes.curves.push_back(make_curve(motion->t.head(count),
                                         near(predicted.col(j).head(count), measured.col(j).head(count)), model.label,
                                         model.colour, Curve::Style::dashed));
    }
    figure.panels.push_back(std::move(axes));
  }
  figure.columns = panel_columns(measured.cols());
  return figure;
}

/// The window whose prediction time at 0.2 rad is the median one.
std::size_t median_window(const std::vector<Vector>& errors, double dt) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t w = 0; w < errors.size(); ++w) order.emplace_back(valid_prediction_time(errors[w], dt, 0.2).time, w);
  std::sort(order.begin(), order.end());
  return order[order.size() / 2].second;
}

/// Quantiles over the windows that reach each time.
Curve error_quantiles(const std::vector<Vector>& errors, double dt, const std::string& label, bool band) {
  Index longest = 0;
  for (const auto& error : errors) longest = std::max(longest, error.size());
  Curve curve;
  curve.label = label;
  const Index stride = std::max<Index>(1, longest / 600);
  for (Index k = stride; k < longest; k += stride) {
    std::vector<double> values;
    for (const auto& error : errors)
      if (k < error.size()) values.push_back(error[k] < std::numbers::pi ? error[k] : std::numbers::pi);
    curve.x.push_back(static_cast<double>(k) * dt);
    curve.y.push_back(quantile(values, 0.5));
    if (!band) continue;
    curve.low.push_back(quantile(values, 0.1));
    curve.high.push_back(quantile(values, 0.9));
  }
  return curve;
}

std::vector<const EvaluatedModel*> with_rollouts(const std::vector<EvaluatedModel>& models) {
  std::vector<const EvaluatedModel*> result;
  for (const auto& model : models)
    if (!model.predictions.rollouts.windows.empty()) result.push_back(&model);
  return result;
}

}  // namespace

Figure torque_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  return prediction_figure(models, data, {"torque", "torque", torque_unit, &Trajectory::tau, &Predictions::tau});
}

Figure acceleration_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  return prediction_figure(models, data,
                           {"acceleration", "acceleration", acceleration_unit, &Trajectory::qdd, &Predictions::qdd});
}

Figure rollout_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  Figure figure{"rollout", "", {}, 1};
  const auto shown = with_rollouts(models);
  if (shown.empty()) return figure;
  const auto& reference = shown.front()->predictions.rollouts;
  const auto w = median_window(rollout_errors(reference, data.distance), reference.dt);
  const auto& window = reference.windows[w];
  const Vector time = Vector::LinSpaced(window.q.rows(), 0, static_cast<double>(window.q.rows() - 1) * reference.dt);
  for (Index j = 0; j < window.q.cols(); ++j) {
    const auto unit = position_unit(data.dataset.info.joint_types[static_cast<std::size_t>(j)]);
    Axes axes{"", "time after the start (s)", joint_label("position", j, unit), false, false, {}};
    axes.curves.push_back(make_curve(time, window.measured_q.col(j), "measured", black));
    for (const auto* model : shown) {
      const Matrix& q = model->predictions.rollouts.windows[w].q;
      axes.curves.push_back(make_curve(time, near(q.col(j), window.measured_q.col(j), 0.5), model->label, model->colour,
                                       Curve::Style::dashed));
    }
    figure.panels.push_back(std::move(axes));
  }
  figure.columns = panel_columns(window.q.cols());
  figure.caption = "Simulated from a measured state of motion " + window.trajectory + " at " +
                   format_number(window.t0) + " s: the start with the median prediction time" +
                   (shown.size() > 1 ? " of " + shown.front()->label : "") +
                   ". Curves far outside the measured range are cut.";
  return figure;
}

Figure error_growth_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  Figure figure{"error_growth", "", {}, 1};
  const auto shown = with_rollouts(models);
  if (shown.empty()) return figure;
  Axes axes{"", "time after the start (s)", "RMS position error (rad)", false, true, {}};
  for (const auto* model : shown) {
    const auto& rollouts = model->predictions.rollouts;
    axes.curves.push_back(error_quantiles(rollout_errors(rollouts, data.distance), rollouts.dt,
                                          shown.size() > 1 ? model->label : "median of all starts, band p10 to p90",
                                          shown.size() == 1));
    axes.curves.back().colour = model->colour;
  }
  const double end = axes.curves.front().x.back();
  axes.curves.push_back(
      {{axes.curves.front().x.front(), end}, {0.2, 0.2}, "0.2 rad", {}, {}, Curve::Style::dashed, black});
  figure.panels.push_back(std::move(axes));
  figure.caption = "Error of roll-outs from " + std::to_string(shown.front()->predictions.rollouts.windows.size()) +
                   " measured states" + (shown.size() > 1 ? ", median over the starts" : "") +
                   "; angles wrapped, at most π. Crossing 0.2 rad ends the valid prediction time.";
  return figure;
}

}  // namespace dlnn
