// One recording → trajectories in SI units.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/column_map.hpp"
#include "dlnn/data/import.hpp"

namespace dlnn {
namespace {

constexpr std::size_t most_listed = 20;  // unused columns in a message
constexpr double radians_per_degree = std::numbers::pi / 180.0;

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array<Unit, 4> time_units{{{"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}};

double seconds_of(const std::string& unit, bool strict) {
  for (const Unit& known : time_units)
    if (known.name == unit) return known.seconds;
  if (strict) throw ConfigError(concat("time unit \"", unit, "\"; use s, ms, us or ns"));
  return 1.0;
}

/// Seconds a unit of time, from the option, the unit in the header, or the end of the name ("time_ms").
double time_scale(const Column& column, const ImportOptions& options) {
  if (!options.time_unit.empty()) return seconds_of(options.time_unit, true);
  if (!column.unit.empty()) return seconds_of(column.unit, false);
  const std::size_t underscore = column.name.rfind('_');
  return underscore == std::string::npos ? 1.0 : seconds_of(column.name.substr(underscore + 1), false);
}

bool in_degrees(const Column& column) {
  return column.unit.starts_with("deg") || column.unit.starts_with("°") ||
         column.name.find("_deg") != std::string::npos;
}

void check_physical(const Recording& recording, const std::vector<Index>& columns, const std::string& file,
                    const char* quantity) {
  for (const Index i : columns) {
    const Column& column = recording.columns[static_cast<std::size_t>(i)];
    if (!column.dtype.empty())
      throw DataError(concat(
          file, ": ", quantity, " (", column.name, ") has dtype ", column.dtype,
          "; float32 or float64 of physical values is needed, not counts: multiply by the resolution before saving"));
  }
}

void check_finite(const Recording& recording, const std::vector<Index>& columns, const std::string& file) {
  for (const Index i : columns) {
    const Column& column = recording.columns[static_cast<std::size_t>(i)];
    for (Index k = 0; k < recording.values.rows(); ++k) {
      if (std::isfinite(recording.values(k, i))) continue;
      const std::string where = concat(file, ": ", recording.row_text(k), ", column ", i, " (", column.name, ")");
      if (column.text && column.text->row == k)
        throw DataError(concat(where, ": \"", column.text->content, "\" is not a number; repair or remove the line"));
      throw DataError(concat(where, " is ", recording.values(k, i), "; cut the recording there or repair the value"));
    }
  }
}

/// Rows whose time increases: all of them, or those that are left when time is repaired.
std::vector<Index> increasing_rows(const Recording& recording, Index column, const std::string& file, bool repair) {
  std::vector<Index> rows;
  for (Index k = 0; k < recording.values.rows(); ++k) {
    if (rows.empty() || recording.values(k, column) > recording.values(rows.back(), column)) {
      rows.push_back(k);
    } else if (!repair) {
      throw DataError(concat(file, ": ", recording.row_text(k), ": time ",
                             format_number(recording.values(k, column), 12), " does not follow ",
                             format_number(recording.values(rows.back(), column), 12),
                             "; cut the file there, name a column that numbers the recordings (trajectory=…), or drop "
                             "such rows with --repair-time"));
    }
  }
  return rows;
}

Vector factors(const std::vector<double>& given, Index dof, const char* option) {
  for (const double factor : given)
    if (factor == 0 || !std::isfinite(factor))
      throw ConfigError(concat(option, " has the factor ", factor, "; give finite ones other than 0"));
  if (given.empty()) return Vector::Ones(dof);
  if (given.size() == 1) return Vector::Constant(dof, given.front());
  if (std::cmp_not_equal(given.size(), dof))
    throw ConfigError(concat(option, " has ", given.size(), " factors for ", dof, " joints; give one, or one a joint"));
  return Eigen::Map<const Vector>(given.data(), dof);
}

Matrix columns_of(const Recording& recording, const std::vector<Index>& columns, const std::vector<Index>& rows) {
  return columns.empty() ? Matrix() : Matrix(recording.values(rows, columns));
}

/// Turns degrees into radians and applies the factors of the user.
void scale(Trajectory& trajectory, const Recording& recording, const ColumnMap& map, const ImportOptions& options) {
  const Index dof = trajectory.q.cols();
  const auto types = expand_joint_types(options.joint_types, dof);
  const auto apply = [&](Matrix& values, const std::vector<Index>& columns) {
    Vector factor = factors(options.position_scale, dof, "--position-scale");
    for (Index i = 0; i < values.cols(); ++i) {
      const auto joint = static_cast<std::size_t>(i);
      const bool degrees = options.degrees || in_degrees(recording.columns[static_cast<std::size_t>(columns[joint])]);
      if (degrees && types[joint] == JointType::revolute) factor(i) *= radians_per_degree;
      values.col(i) *= factor(i);
    }
  };
  apply(trajectory.q, map.q);
  apply(trajectory.qd, map.qd);
  apply(trajectory.qdd, map.qdd);
  if (trajectory.tau.size() > 0) trajectory.tau *= factors(options.torque_scale, dof, "--torque-scale").asDiagonal();
}

struct Mapping {
  std::string text;  ///< "t = time; q = q1 q2; unused: …"
  std::vector<std::string> unused;
};

Mapping describe_mapping(const Recording& recording, const ColumnMap& map) {
  const std::array<std::pair<const char*, const std::vector<Index>*>, 6> all{{{"t", &map.t},
                                                                              {"q", &map.q},
                                                                              {"qd", &map.qd},
                                                                              {"qdd", &map.qdd},
                                                                              {"tau", &map.tau},
                                                                              {"trajectory", &map.trajectory}}};
  std::vector<std::string> words;
  std::vector<bool> used(recording.columns.size(), false);
  for (const auto& [name, columns] : all) {
    std::vector<std::string> names;
    for (const Index i : *columns) {
      names.push_back(recording.columns[static_cast<std::size_t>(i)].name);
      used[static_cast<std::size_t>(i)] = true;
    }
    if (!names.empty()) words.push_back(concat(name, " = ", join(names, " ")));
  }
  Mapping mapping;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (!used[i]) mapping.unused.push_back(recording.columns[i].name);
  if (mapping.unused.size() > most_listed) {
    const std::size_t more = mapping.unused.size() - most_listed;
    mapping.unused.resize(most_listed);
    mapping.unused.push_back(concat("and ", more, " more"));
  }
  if (!mapping.unused.empty()) words.push_back(concat("unused: ", join(mapping.unused)));
  mapping.text = join(words, "; ");
  return mapping;
}

/// Adds a line once.
void note(std::vector<std::string>& notes, std::string line) {
  if (std::ranges::find(notes, line) == notes.end()) notes.push_back(std::move(line));
}

/// Row ranges [first, last) of one trajectory each, by the column that numbers them.
std::vector<std::pair<Index, Index>> ranges_of(const Recording& recording, const ColumnMap& map) {
  std::vector<std::pair<Index, Index>> ranges;
  Index first = 0;
  for (Index k = 1; k <= recording.values.rows(); ++k) {
    const bool end = k == recording.values.rows();
    if (!end && (map.trajectory.empty() ||
                 recording.values(k, map.trajectory[0]) == recording.values(k - 1, map.trajectory[0])))
      continue;
    ranges.emplace_back(first, k);
    first = k;
  }
  return ranges;
}

/// Pieces between pauses longer than `gap`.
std::vector<Trajectory> cut_at_gaps(const Trajectory& trajectory, double gap) {
  std::vector<Trajectory> pieces;
  Index first = 0;
  for (Index k = 1; k <= trajectory.samples(); ++k) {
    if (k < trajectory.samples() && !(gap > 0 && trajectory.t(k) - trajectory.t(k - 1) > gap)) continue;
    pieces.push_back(select_rows(trajectory, first, k - first));
    first = k;
  }
  for (std::size_t i = 0; pieces.size() > 1 && i < pieces.size(); ++i)
    pieces[i].name = concat(trajectory.name, " part ", i);
  return pieces;
}

Recording part_of(const Recording& recording, Index first, Index last) {
  Recording part{.name = recording.name,
                 .columns = recording.columns,
                 .values = recording.values.middleRows(first, last - first),
                 .lines = {}};
  if (!recording.lines.empty()) part.lines.assign(recording.lines.begin() + first, recording.lines.begin() + last);
  return part;
}

Trajectory trajectory_of(const Recording& part, const ColumnMap& map, const std::string& file,
                         const ImportOptions& options, std::vector<std::string>& notes) {
  std::vector<Index> rows(static_cast<std::size_t>(part.values.rows()));
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<Index>(k);
  if (!map.t.empty()) rows = increasing_rows(part, map.t[0], file, options.repair_time);
  if (std::cmp_less(rows.size(), part.values.rows()))
    notes.push_back(concat(file, ": ", part.values.rows() - static_cast<Index>(rows.size()),
                           " samples left out whose time does not increase"));
  Trajectory trajectory;
  trajectory.name = part.name;
  const auto count = static_cast<Index>(rows.size());
  if (map.t.empty()) {
    trajectory.t = Vector::LinSpaced(count, 0, static_cast<double>(count - 1)) * options.dt;
  } else {
    const double t0 = part.values(rows.front(), map.t[0]);
    const double seconds = time_scale(part.columns[static_cast<std::size_t>(map.t[0])], options);
    trajectory.t = (part.values(rows, map.t[0]).array() - t0) * seconds;
    if (t0 != 0) trajectory.attributes["t0"] = format_number(t0 * seconds, 17);
  }
  trajectory.q = columns_of(part, map.q, rows);
  trajectory.qd = columns_of(part, map.qd, rows);
  trajectory.qdd = columns_of(part, map.qdd, rows);
  trajectory.tau = columns_of(part, map.tau, rows);
  scale(trajectory, part, map, options);
  return trajectory;
}

}  // namespace

std::vector<JointType> expand_joint_types(const std::vector<JointType>& types, Index dof) {
  if (types.size() <= 1)
    return std::vector<JointType>(static_cast<std::size_t>(dof), types.empty() ? JointType::revolute : types.front());
  if (std::cmp_not_equal(types.size(), dof))
    throw ConfigError(
        concat("--joint-types has ", types.size(), " entries for ", dof, " joints; give one, or one a joint"));
  return types;
}

std::vector<Trajectory> trajectories_of(const Recording& recording, const std::string& file,
                                        const ImportOptions& options, std::vector<std::string>& notes) {
  const ColumnMap map =
      options.columns.empty() ? map_columns_by_name(recording, file) : map_columns(recording, options.columns, file);
  if (map.t.empty() && options.dt <= 0)
    throw DataError(concat(
        file, ": no column of time; name it with --columns \"t=…\" or give the sampling time with --dt SECONDS"));
  for (const auto& [columns, name] : {std::pair{&map.q, "q"}, {&map.qd, "qd"}, {&map.qdd, "qdd"}, {&map.tau, "tau"}})
    check_physical(recording, *columns, file, name);
  for (const auto* columns : {&map.t, &map.q, &map.qd, &map.qdd, &map.tau, &map.trajectory})
    check_finite(recording, *columns, file);
  const Mapping mapping = describe_mapping(recording, map);
  note(notes, concat(file, ": ", mapping.text));
  if (map.tau.empty()) {
    const std::string mend =
        mapping.unused.empty() ? "" : "; if an unused column is torque or current, name it: --columns \"…,tau=…\"";
    if (!options.torque_scale.empty())
      throw DataError(concat(file, ": --torque-scale is given but no column looks like torque or current", mend));
    note(notes, concat(file, ": no torque: taken as free swing", mend));
  }

  std::vector<Trajectory> trajectories;
  const auto ranges = ranges_of(recording, map);
  for (const auto& [first, last] : ranges) {
    const Trajectory whole = trajectory_of(part_of(recording, first, last), map, file, options, notes);
    for (auto& piece : cut_at_gaps(whole, options.max_gap)) {
      if (ranges.size() > 1) piece.name = concat(recording.name, " ", trajectories.size());
      trajectories.push_back(std::move(piece));
    }
  }
  return trajectories;
}

}  // namespace dlnn
