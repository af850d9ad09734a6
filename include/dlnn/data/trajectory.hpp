#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn {

enum class Split { train, valid, test };
enum class JointType { revolute, prismatic };

[[nodiscard]] std::string_view to_string(Split split);
[[nodiscard]] std::string_view to_string(JointType type);
/// Throws ConfigError for any other word than train, valid, test.
[[nodiscard]] Split split_from_string(std::string_view word);

/// One recorded motion. T samples, n generalised coordinates, all float64.
struct Trajectory {
  std::string name;
  Split split = Split::train;
  Vector t;                                       ///< [T] s, strictly increasing
  Matrix q;                                       ///< [T, n] rad or m
  Matrix qd;                                      ///< [T, n] per s
  Matrix qdd;                                     ///< [T, n] per s²
  Matrix tau;                                     ///< [T, n] N m or N; zeros when the file has none
  std::map<std::string, Matrix> channels;         ///< further [T, k] channels of the file, ignored by training
  std::map<std::string, std::string> attributes;  ///< every further attribute of the trajectory, as text

  [[nodiscard]] Index samples() const noexcept { return q.rows(); }
};

/// Rows first, first + stride, … (`count` of them) of every quantity and channel; name, split and attributes as they
/// are.
[[nodiscard]] Trajectory select_rows(const Trajectory& trajectory, Index first, Index count, Index stride = 1);

/// One trajectory out of consecutive parts with the same quantities; name, split and attributes of the first. At least
/// one part.
[[nodiscard]] Trajectory concatenate(const std::vector<Trajectory>& parts);

/// What a file says of the system as a whole.
struct DatasetInfo {
  std::string system;
  Index dof = 0;
  std::optional<double> dt;            ///< s; absent when the sampling is not uniform
  std::vector<JointType> joint_types;  ///< n entries
  std::string angle_convention;        ///< free text
  std::string units;
  std::string description;
  std::string source;
  std::string license;
  std::map<std::string, std::string> attributes;  ///< every other root attribute, as text
  std::string layout = "dlnn";                    ///< dlnn, robomimic or d4rl
  bool free_swing = false;                        ///< the file holds no tau, or only zeros
};

/// A set of trajectories of one system.
struct TrajectoryDataset {
  std::filesystem::path file;
  DatasetInfo info;
  std::vector<Trajectory> trajectories;
  std::vector<std::string> warnings;  ///< what an engineer should know, one line each

  [[nodiscard]] Index samples(Split split) const;
  [[nodiscard]] std::vector<const Trajectory*> of_split(Split split) const;
};

/// All samples of a split stacked: [N, n] each, in the order of the trajectories.
struct Samples {
  Matrix q, qd, qdd, tau;
};
/// Throws DataError when the split has no sample.
[[nodiscard]] Samples gather(const TrajectoryDataset& dataset, Split split);

}  // namespace dlnn
