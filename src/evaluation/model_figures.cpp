#include <torch/torch.h>

#include <algorithm>
#include <numeric>

#include "curves.hpp"
#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/energy.hpp"
#include "dlnn/evaluation/figures.hpp"
#include "dlnn/evaluation/known_system.hpp"
#include "dlnn/evaluation/units.hpp"

namespace dlnn {
namespace {

constexpr Index sweep_points = 301;
constexpr std::size_t most_entries = 7;  // of a mass matrix in one panel: as many as there are colours

/// The middle of the data and its extent, per joint.
struct DataBox {
  Eigen::RowVectorXd low, high, middle, fastest;
  explicit DataBox(const ReportData& data) {
    const auto samples = gather(data.dataset, data.split);
    low = samples.q.colwise().minCoeff();
    high = samples.q.colwise().maxCoeff();
    middle = (low + high) / 2;
    fastest = samples.qd.cwiseAbs().colwise().maxCoeff();
  }
};

Matrix repeated(const Eigen::RowVectorXd& row) {
  return row.replicate(sweep_points, 1);
}

/// [sweep_points, n²] row by row, q̇ = 0.
Matrix mass_entries(LagrangianModel& model, const Matrix& q) {
  return to_matrix(apply_in_batches(model, {to_tensor(q), torch::zeros({q.rows(), q.cols()}, torch::kFloat64)},
                                    [&](const auto& x) { return model.mass_matrix(x[0], x[1]).flatten(1); }));
}

/// Upper-triangle entries, those that vary most first.
std::vector<std::pair<Index, Index>> varying_entries(const Matrix& entries, Index n) {
  std::vector<std::pair<Index, Index>> order;
  for (Index i = 0; i < n; ++i)
    for (Index j = i; j < n; ++j) order.emplace_back(i, j);
  const auto range = [&](const auto& entry) {
    const auto column = entries.col(entry.first * n + entry.second);
    return column.maxCoeff() - column.minCoeff();
  };
  std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return range(a) > range(b); });
  if (order.size() > most_entries) order.resize(most_entries);
  std::sort(order.begin(), order.end());
  return order;
}

std::string entry_name(Index i, Index j) {
  return "M" + std::to_string(i + 1) + std::to_string(j + 1);
}

/// Unit of M_ij: kg m² between angles, kg m between angle and length, kg between lengths.
std::string mass_unit(const std::vector<JointType>& types, Index i, Index j) {
  const int angles = (types[static_cast<std::size_t>(i)] == JointType::revolute ? 1 : 0) +
                     (types[static_cast<std::size_t>(j)] == JointType::revolute ? 1 : 0);
  return angles == 2 ? "kg m²" : angles == 1 ? "kg m" : "kg";
}

/// A large arm's first entries would dwarf the others: what changes is shown then.
bool only_changes(Index n) {
  return n > 3;
}

/// Every entry of one model, a panel for each joint that sweeps.
void add_entry_panels(Figure& figure, LagrangianModel& model, const DataBox& box, const std::vector<JointType>& types) {
  const Index n = box.low.size();
  for (Index swept = 0; swept < n; ++swept) {
    Matrix q = repeated(box.middle);
    q.col(swept) = Vector::LinSpaced(sweep_points, box.low[swept], box.high[swept]);
    Matrix entries = mass_entries(model, q);
    if (only_changes(n)) entries.rowwise() -= entries.row(sweep_points / 2).eval();
    const bool uniform = std::all_of(types.begin(), types.end(), [&](JointType type) { return type == types[0]; });
    Axes axes{"",
              joint_label("position", swept, position_unit(types[static_cast<std::size_t>(swept)])),
              (only_changes(n) ? "change of M (" : "mass matrix (") + (uniform ? mass_unit(types, 0, 0) : "SI") + ")",
              false,
              false,
              {}};
    for (const auto& [i, j] : varying_entries(entries, n))
      axes.curves.push_back(make_curve(q.col(swept), entries.col(i * n + j), entry_name(i, j)));
    figure.panels.push_back(std::move(axes));
  }
}

/// The diagonal of several models while joint 2 (or the only one) sweeps.
void add_diagonal_panels(Figure& figure, const std::vector<const EvaluatedModel*>& models, const DataBox& box,
                         const std::vector<JointType>& types, const System* system) {
  const Index n = box.low.size(), swept = std::min<Index>(1, n - 1);
  Matrix q = repeated(box.middle);
  q.col(swept) = Vector::LinSpaced(sweep_points, box.low[swept], box.high[swept]);
  for (Index i = 0; i < n; ++i)
    figure.panels.push_back({"",
                             joint_label("position", swept, position_unit(types[static_cast<std::size_t>(swept)])),
                             entry_name(i, i) + " (" + mass_unit(types, i, i) + ")",
                             false,
                             false,
                             {}});
  for (const auto* model : models) {
    const Matrix entries = mass_entries(dynamic_cast<LagrangianModel&>(*model->model), q);
    for (Index i = 0; i < n; ++i)
      figure.panels[static_cast<std::size_t>(i)].curves.push_back(
          make_curve(q.col(swept), entries.col(i * n + i), model->label, model->colour));
  }
  if (system == nullptr) return;
  Matrix diagonals(sweep_points, n);
  for (Index k = 0; k < sweep_points; ++k) diagonals.row(k) = system->mass_matrix(q.row(k)).diagonal();
  for (Index i = 0; i < n; ++i)
    figure.panels[static_cast<std::size_t>(i)].curves.push_back(
        make_curve(q.col(swept), diagonals.col(i), "true", black, Curve::Style::dashed));
}

std::vector<const EvaluatedModel*> lagrangian_ones(const std::vector<EvaluatedModel>& models) {
  std::vector<const EvaluatedModel*> result;
  for (const auto& model : models)
    if (dynamic_cast<LagrangianModel*>(model.model.get()) != nullptr) result.push_back(&model);
  return result;
}

/// [sweep_points, n] of a known system at the middle of the data.
Matrix true_friction(const System& system, const DataBox& box, const Matrix& qd) {
  Matrix force(qd.rows(), qd.cols());
  for (Index k = 0; k < qd.rows(); ++k)
    force.row(k) = system.dissipative_force(box.middle.transpose(), qd.row(k).transpose());
  return force;
}

/// ∫ y dt from the first sample on.
Vector running_integral(const Vector& t, const Vector& y) {
  Vector sum = Vector::Zero(t.size());
  for (Index i = 1; i < t.size(); ++i) sum[i] = sum[i - 1] + 0.5 * (t[i] - t[i - 1]) * (y[i] + y[i - 1]);
  return sum;
}

}  // namespace

Figure energy_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  Figure figure{"energy", "", {}, 1};
  const auto shown = lagrangian_ones(models);
  if (shown.empty()) return figure;
  const auto& motion = *data.dataset.of_split(data.split).front();
  Axes energy{"", "time (s)", "energy above the start (J)", false, false, {}};
  Axes power{"", "time (s)", "power (W)", false, false, {}};
  for (const auto* model : shown) {
    const auto course = energy_course(dynamic_cast<LagrangianModel&>(*model->model), motion);
    const Vector gain = course.energy.array() - course.energy[0];
    energy.curves.push_back(make_curve(
        motion.t, gain, shown.size() > 1 ? model->label : "model's energy H of the measured motion", model->colour));
    if (shown.size() > 1) continue;
    energy.curves.push_back(make_curve(motion.t, running_integral(motion.t, course.power_input + course.power_loss),
                                       "energy received, ∫ (input + friction)", black, Curve::Style::dashed));
    power.curves.push_back(make_curve(motion.t, course.power_input, "input, measured torque × speed"));
    power.curves.push_back(make_curve(motion.t, course.power_loss, "friction, learned"));
  }
  figure.panels.push_back(std::move(energy));
  if (!power.curves.empty()) figure.panels.push_back(std::move(power));
  figure.caption = shown.size() > 1
                       ? "Energy that each model assigns to the measured motion " + motion.name + "."
                       : "Energy and power of the measured motion " + motion.name +
                             " as the model sees them: where the energy balance holds, the two upper curves coincide.";
  return figure;
}

Figure friction_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  Figure figure{"friction", "", {}, 1};
  const DataBox box(data);
  const auto& types = data.dataset.info.joint_types;
  const auto system = known_system(data.dataset.info);
  const bool labelled = models.size() > 1 || system != nullptr;
  for (Index j = 0; j < box.middle.size(); ++j) {
    const auto type = types[static_cast<std::size_t>(j)];
    Axes axes{
        "", joint_label("speed", j, speed_unit(type)), joint_label("friction", j, torque_unit(type)), false, false, {}};
    Matrix qd = Matrix::Zero(sweep_points, box.middle.size());
    qd.col(j) = Vector::LinSpaced(sweep_points, -box.fastest[j], box.fastest[j]);
    for (const auto& model : models) {
      const Tensor force = friction_force(*model.model, to_tensor(repeated(box.middle)), to_tensor(qd));
      if (!force.defined()) continue;
      axes.curves.push_back(make_curve(qd.col(j), to_matrix(force).col(j), labelled ? model.label : "", model.colour));
    }
    if (system != nullptr && !axes.curves.empty())
      axes.curves.push_back(
          make_curve(qd.col(j), true_friction(*system, box, qd).col(j), "true", black, Curve::Style::dashed));
    if (!axes.curves.empty()) figure.panels.push_back(std::move(axes));
  }
  figure.columns = panel_columns(box.middle.size());
  figure.caption =
      "Learned friction F_d of each joint against its speed, the other joints at rest, all in the middle of the data. "
      "Of a model without a friction force of its own: what is odd in speed of its torque.";
  if (system != nullptr) figure.caption += " Dashed: that of the simulated system.";
  if (data.dataset.info.free_swing) figure.caption += " Free swing leaves the scale of all torques open.";
  return figure;
}

Figure mass_matrix_figure(const std::vector<EvaluatedModel>& models, const ReportData& data) {
  Figure figure{"mass_matrix", "", {}, 1};
  const auto shown = lagrangian_ones(models);
  if (shown.empty()) return figure;
  const DataBox box(data);
  const auto& types = data.dataset.info.joint_types;
  if (shown.size() == 1) {
    add_entry_panels(figure, dynamic_cast<LagrangianModel&>(*shown.front()->model), box, types);
    figure.caption =
        "Entries of the learned mass matrix while one joint sweeps the range of the data and the others stay in its "
        "middle";
    figure.caption +=
        only_changes(box.low.size()) ? ": the seven that vary most, as their difference to the middle." : ".";
  } else {
    add_diagonal_panels(figure, shown, box, types, known_system(data.dataset.info).get());
    figure.caption =
        "Diagonal of the learned mass matrices while one joint sweeps the range of the data and the others stay in its "
        "middle.";
  }
  if (data.dataset.info.free_swing) figure.caption += " Free swing leaves its scale open.";
  figure.columns = panel_columns(static_cast<Index>(figure.panels.size()));
  return figure;
}

}  // namespace dlnn
