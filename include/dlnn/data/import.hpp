#pragma once
// From recordings of any origin to our layout.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dlnn/data/differentiate.hpp"
#include "dlnn/data/recording.hpp"
#include "dlnn/data/splits.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

struct ImportOptions {
  std::string columns{};                           ///< "t=0,q=1:3,…"; empty: found by their names
  double dt = 0;                                   ///< s; for files that hold no time
  std::string time_unit{};                         ///< s, ms, us or ns; empty: what the header says, else s
  bool degrees = false;                            ///< q, qd and qdd of revolute joints are in degrees
  std::vector<double> position_scale{};            ///< one factor, or one a joint, for q, qd and qdd
  std::vector<double> torque_scale{};              ///< one factor, or one a joint, for tau
  std::vector<JointType> joint_types{};            ///< one for all joints, or one a joint; empty: revolute
  bool repair_time = false;                        ///< leave out samples whose time does not increase
  bool keep_wrapped = false;                       ///< leave jumps of 2π in q
  double max_gap = 0;                              ///< s; longer pauses cut a recording in two; 0: never
  double resample = 0;                             ///< s; new uniform sampling time; 0: as recorded
  std::optional<DerivativeOptions> derivatives{};  ///< make qd and qdd anew
  std::optional<double> block{};  ///< s; cut into such blocks. Absent: when there are fewer than 3 recordings; 0: never
  std::optional<SplitShares> shares{};  ///< absent: as the files say, else 70/15/15
  std::optional<std::uint64_t> seed{};  ///< shuffles the trajectories over the splits
  DatasetInfo info{};                   ///< system, units, description, source, license, angle_convention
};

/// Recordings to trajectories: columns found, units made SI, checked, cut, resampled, differentiated, split. What was
/// decided is told in `warnings`. HDF5 files of any known layout may be among them. Throws IoError, DataError,
/// ConfigError.
[[nodiscard]] TrajectoryDataset import_files(const std::vector<std::filesystem::path>& files,
                                             const ImportOptions& options);

/// The first steps for one recording: columns, units, checks, repaired time, gaps. One trajectory or several. `notes`
/// gets a line for each decision.
[[nodiscard]] std::vector<Trajectory> trajectories_of(const Recording& recording, const std::string& file,
                                                      const ImportOptions& options, std::vector<std::string>& notes);

/// The sampling time that all trajectories share within 1 %, if they do.
[[nodiscard]] std::optional<double> common_step(const std::vector<Trajectory>& trajectories);

/// The types of `dof` joints from none (all revolute), one for all, or one a joint. Throws ConfigError.
[[nodiscard]] std::vector<JointType> expand_joint_types(const std::vector<JointType>& types, Index dof);

}  // namespace dlnn
