#include "data_figures.hpp"

#include <algorithm>
#include <string>

#include "dlnn/core/error.hpp"

namespace dlnn::cli {
namespace {

constexpr Index points_a_curve = 1500;

std::vector<double> to_vector(const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& values) {
  return {values.begin(), values.end()};
}

std::string unit_of(const Inspection& inspection, std::size_t joint) {
  return inspection.info.joint_types[joint] == JointType::revolute ? "rad" : "m";
}

/// About points_a_curve samples of a trajectory.
Trajectory thinned(const TrajectoryReader& reader, std::size_t index) {
  return reader.read(index, std::max<Index>(1, reader.entries()[index].samples / points_a_curve));
}

std::optional<std::size_t> longest(const Inspection& inspection, Split split) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < inspection.trajectories.size(); ++i)
    if (inspection.trajectories[i].split == split &&
        (!found || inspection.trajectories[i].samples > inspection.trajectories[*found].samples))
      found = i;
  return found;
}

/// Positions, speeds and torques of one trajectory over time, a curve a joint.
Figure motion(const Inspection& inspection, const TrajectoryReader& reader, std::size_t index, Split split) {
  const Trajectory trajectory = thinned(reader, index);
  Figure figure{.name = concat("motion_", to_string(split)),
                .caption = concat("the longest ", to_string(split), " trajectory, ", trajectory.name, ", over time"),
                .panels = {},
                .columns = 1};
  const std::string unit =
      std::ranges::count(inspection.info.joint_types, JointType::prismatic) > 0 ? "rad or m" : "rad";
  const auto panel = [&](const Matrix& values, const std::string& label) {
    if (values.size() == 0) return;
    Axes axes{.title = "", .x_label = "time (s)", .y_label = label, .curves = {}};
    for (Index i = 0; i < values.cols(); ++i)
      axes.curves.push_back({.x = to_vector(trajectory.t),
                             .y = to_vector(values.col(i)),
                             .label = concat("joint ", i + 1),
                             .low = {},
                             .high = {}});
    figure.panels.push_back(std::move(axes));
  };
  panel(trajectory.q, concat("q (", unit, ")"));
  panel(trajectory.qd, concat("qd (", unit, "/s)"));
  if (!inspection.info.free_swing) panel(trajectory.tau, "tau (N m)");
  return figure;
}

/// Where each joint has been in the plane of position and speed, by split: a test split outside the training cloud asks
/// for extrapolation.
Figure coverage(const Inspection& inspection, const TrajectoryReader& reader) {
  Figure figure{.name = "coverage",
                .caption = "states visited, by split: test points outside the training cloud ask for extrapolation",
                .panels = {},
                .columns = 2};
  std::vector<Trajectory> parts;
  const auto share = static_cast<Index>(inspection.trajectories.size());
  for (std::size_t i = 0; i < inspection.trajectories.size(); ++i)
    parts.push_back(reader.read(i, std::max<Index>(1, reader.entries()[i].samples * share / (3 * points_a_curve))));
  for (std::size_t joint = 0; joint < inspection.joints.size(); ++joint) {
    Axes axes{.title = concat("joint ", joint + 1),
              .x_label = concat("q (", unit_of(inspection, joint), ")"),
              .y_label = concat("qd (", unit_of(inspection, joint), "/s)"),
              .curves = {}};
    for (const Split split : {Split::train, Split::valid, Split::test}) {
      Curve curve{.x = {},
                  .y = {},
                  .label = std::string(to_string(split)),
                  .low = {},
                  .high = {},
                  .style = Curve::Style::points};
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (inspection.trajectories[i].split != split || parts[i].qd.size() == 0) continue;
        const auto column = static_cast<Index>(joint);
        curve.x.insert(curve.x.end(), parts[i].q.col(column).begin(), parts[i].q.col(column).end());
        curve.y.insert(curve.y.end(), parts[i].qd.col(column).begin(), parts[i].qd.col(column).end());
      }
      if (!curve.x.empty()) axes.curves.push_back(std::move(curve));
    }
    figure.panels.push_back(std::move(axes));
  }
  return figure;
}

Figure spectra(const Inspection& inspection) {
  Figure figure{
      .name = "spectrum",
      .caption = "share of the power at each frequency: choose a low-pass above the motion and below the noise floor",
      .panels = {},
      .columns = 1};
  const auto panel = [&](const std::vector<std::vector<double>>& channels, const std::string& title) {
    Axes axes{.title = title,
              .x_label = "frequency (Hz)",
              .y_label = "share of power",
              .log_x = true,
              .log_y = true,
              .curves = {}};
    for (std::size_t i = 0; i < channels.size(); ++i)  // frequency 0 has no place on a logarithmic axis
      axes.curves.push_back({.x = {inspection.spectrum.frequency.begin() + 1, inspection.spectrum.frequency.end()},
                             .y = {channels[i].begin() + 1, channels[i].end()},
                             .label = concat("joint ", i + 1),
                             .low = {},
                             .high = {}});
    figure.panels.push_back(std::move(axes));
  };
  panel(inspection.spectrum.speed, "speed");
  if (!inspection.info.free_swing) panel(inspection.spectrum.torque, "torque");
  return figure;
}

}  // namespace

std::vector<Figure> data_figures(const Inspection& inspection, const TrajectoryReader& reader) {
  std::vector<Figure> figures;
  for (const Split split : {Split::train, Split::test})
    if (const auto index = longest(inspection, split)) figures.push_back(motion(inspection, reader, *index, split));
  if (inspection.has_qd) figures.push_back(coverage(inspection, reader));
  if (!inspection.spectrum.frequency.empty()) figures.push_back(spectra(inspection));
  return figures;
}

}  // namespace dlnn::cli
