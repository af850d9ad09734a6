#include "dlnn/data/trajectory.hpp"

#include <array>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr std::array quantities{&Trajectory::q, &Trajectory::qd, &Trajectory::qdd, &Trajectory::tau};

/// Empty matrices (a quantity that is not there) stay empty.
Matrix take_rows(const Matrix& values, Index first, Index count, Index stride) {
  if (values.size() == 0) return {};
  return values(Eigen::seqN(first, count, stride), Eigen::all);
}

Matrix stack(const std::vector<const Matrix*>& parts) {
  Index rows = 0;
  for (const Matrix* part : parts) rows += part->rows();
  Matrix whole(rows, parts.front()->cols());
  Index row = 0;
  for (const Matrix* part : parts) {
    whole.middleRows(row, part->rows()) = *part;
    row += part->rows();
  }
  return whole;
}

}  // namespace

std::string_view to_string(Split split) {
  switch (split) {
    case Split::train:
      return "train";
    case Split::valid:
      return "valid";
    case Split::test:
      return "test";
  }
  return "";
}

std::string_view to_string(JointType type) {
  return type == JointType::revolute ? "revolute" : "prismatic";
}

Split split_from_string(std::string_view word) {
  for (const Split split : {Split::train, Split::valid, Split::test})
    if (word == to_string(split)) return split;
  throw ConfigError(concat("unknown split \"", word, "\"; use train, valid or test"));
}

Trajectory select_rows(const Trajectory& trajectory, Index first, Index count, Index stride) {
  Trajectory selected;
  selected.name = trajectory.name;
  selected.split = trajectory.split;
  selected.attributes = trajectory.attributes;
  selected.t = trajectory.t(Eigen::seqN(first, count, stride));
  for (const auto quantity : quantities) selected.*quantity = take_rows(trajectory.*quantity, first, count, stride);
  for (const auto& [name, values] : trajectory.channels)
    selected.channels[name] = take_rows(values, first, count, stride);
  return selected;
}

Trajectory concatenate(const std::vector<Trajectory>& parts) {
  if (parts.size() == 1) return parts.front();
  Trajectory whole = select_rows(parts.front(), 0, 0);
  const auto stack_all = [&](auto&& matrix_of) {
    std::vector<const Matrix*> matrices;
    for (const auto& part : parts) matrices.push_back(&matrix_of(part));
    return stack(matrices);
  };
  Index samples = 0;
  for (const auto& part : parts) samples += part.samples();
  whole.t.resize(samples);
  for (Index row = 0; const auto& part : parts) {
    whole.t.segment(row, part.t.size()) = part.t;
    row += part.t.size();
  }
  for (const auto quantity : quantities)
    whole.*quantity = stack_all([&](const Trajectory& part) -> const Matrix& { return part.*quantity; });
  for (auto& channel : whole.channels)
    channel.second =
        stack_all([&](const Trajectory& part) -> const Matrix& { return part.channels.at(channel.first); });
  return whole;
}

Index TrajectoryDataset::samples(Split split) const {
  Index count = 0;
  for (const Trajectory* trajectory : of_split(split)) count += trajectory->samples();
  return count;
}

std::vector<const Trajectory*> TrajectoryDataset::of_split(Split split) const {
  std::vector<const Trajectory*> found;
  for (const auto& trajectory : trajectories)
    if (trajectory.split == split) found.push_back(&trajectory);
  return found;
}

Samples gather(const TrajectoryDataset& dataset, Split split) {
  const Index total = dataset.samples(split);
  if (total == 0)
    throw DataError(concat(dataset.file, ": the ", to_string(split),
                           " split is empty; assign trajectories to it with: dlnn data split"));
  const Index dof = dataset.info.dof;
  Samples samples{Matrix(total, dof), Matrix(total, dof), Matrix(total, dof), Matrix(total, dof)};
  Index row = 0;
  for (const Trajectory* trajectory : dataset.of_split(split)) {
    const Index rows = trajectory->samples();
    samples.q.middleRows(row, rows) = trajectory->q;
    samples.qd.middleRows(row, rows) = trajectory->qd;
    samples.qdd.middleRows(row, rows) = trajectory->qdd;
    samples.tau.middleRows(row, rows) = trajectory->tau;
    row += rows;
  }
  return samples;
}

}  // namespace dlnn
