#pragma once

#include <string>
#include <vector>

#include "dlnn/data/recording.hpp"

namespace dlnn {

/// Which columns of a recording hold what; q, qd, qdd and tau list one column a joint, in the same order of joints.
struct ColumnMap {
  std::vector<Index> t, q, qd, qdd, tau;  ///< t: at most one
  std::vector<Index> trajectory;          ///< at most one: a number that changes where another trajectory begins
};

/// Finds the columns by their names: q1, joint_2_pos, dq_3, "qd[0]", theta_dot, actual_current_1, effort… Words that
/// mean a command (target, desired, ref, cmd, setpoint) count only where no measured column of the same kind exists.
/// Throws DataError when no q is found or the joints of two quantities do not match, listing the columns and the option
/// that mends it.
[[nodiscard]] ColumnMap map_columns_by_name(const Recording& recording, const std::string& file);

/// Takes the columns a user names: "t=0,q=1:3,tau=7:9", "t=time,q=pos_*,tau=current_*", "q=position". Quantities t, q,
/// qd, qdd, tau, trajectory; columns by number from 0 (ranges include both ends), by name, by pattern with *, or
/// several joined by +. Throws ConfigError.
[[nodiscard]] ColumnMap map_columns(const Recording& recording, const std::string& specification,
                                    const std::string& file);

}  // namespace dlnn
