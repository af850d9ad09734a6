// D4RL: flat arrays over all steps, episodes ended by terminals or timeouts. https://github.com/Farama-Foundation/D4RL

#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/splits.hpp"
#include "layout.hpp"

namespace dlnn {
namespace {

constexpr Index fewest_samples = 16;  // shorter episodes cannot be differentiated
constexpr Index chunk_rows = 1 << 20;

/// Adds the last row of each episode that `name` marks with a value other than 0.
void mark_ends(const hdf5::File& file, const std::string& name, std::vector<bool>& ends) {
  if (!file.has_dataset(name)) return;
  const hdf5::Dataset flags(file, name);
  if (flags.kind() == hdf5::Dataset::Kind::other || flags.shape().size() > 2 || flags.columns() != 1)
    throw DataError(
        concat(flags.where(), ": one boolean a step is needed, found ", flags.type_name(), " ", flags.shape_text()));
  if (std::cmp_not_equal(flags.rows(), ends.size()))
    throw DataError(concat(flags.where(), ": ", flags.rows(), " rows but infos/qpos has ", ends.size()));
  for (Index first = 0; first < flags.rows(); first += chunk_rows) {
    const Matrix values = flags.read_rows(first, std::min(chunk_rows, flags.rows() - first));
    for (Index k = 0; k < values.rows(); ++k)
      if (values(k, 0) != 0) ends[static_cast<std::size_t>(first + k)] = true;
  }
}

void list_episodes(const std::vector<bool>& ends, const TrajectoryEntry& all, Contents& contents) {
  std::size_t dropped = 0;
  std::size_t begin = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (!ends[k] && k + 1 < ends.size()) continue;
    const auto samples = static_cast<Index>(k + 1 - begin);
    const auto first = static_cast<Index>(begin);
    begin = k + 1;
    if (samples < fewest_samples) {
      ++dropped;
      continue;
    }
    TrajectoryEntry entry = all;
    entry.samples = samples;
    entry.name = concat("episode ", contents.entries.size());
    entry.where = concat("rows ", first, " to ", k);
    entry.q.first_row = first;
    if (entry.qd) entry.qd->first_row = first;
    if (entry.tau) entry.tau->first_row = first;
    contents.entries.push_back(std::move(entry));
  }
  if (dropped > 0)
    contents.notes.push_back(concat(dropped, " episodes with fewer than ", fewest_samples, " samples left out"));
}

}  // namespace

Contents list_d4rl(const hdf5::File& file, double dt) {
  Contents contents;
  contents.info.layout = "d4rl";
  if (!file.has_dataset("infos/qpos"))
    throw DataError(concat(file.where("infos/qpos"),
                           ": absent; joint positions are needed (D4RL keeps them for MuJoCo tasks of version 2), "
                           "observations alone leave some out"));
  const hdf5::Dataset q = open_real(file, "infos/qpos");
  contents.info.dof = q.columns();
  contents.info.joint_types.assign(static_cast<std::size_t>(q.columns()), JointType::revolute);
  TrajectoryEntry all;
  all.q = {"infos/qpos"};
  const auto columns_of = [&](const char* name) -> Index {
    if (!file.has_dataset(name)) return 0;
    const hdf5::Dataset dataset = open_real(file, name);
    if (dataset.rows() != q.rows())
      throw DataError(concat(dataset.where(), ": ", dataset.rows(), " rows but infos/qpos has ", q.rows()));
    return dataset.columns();
  };
  const Index speeds = columns_of("infos/qvel");
  if (speeds > 0 && speeds != q.columns())
    throw DataError(concat(file.path(), ": infos/qpos has ", q.columns(), " columns and infos/qvel ", speeds,
                           "; free joints with quaternions are not generalised coordinates"));
  if (speeds > 0) all.qd = RowSource{"infos/qvel"};
  const Index actions = columns_of("actions");
  if (actions > 0) all.tau = RowSource{"actions"};

  if (dt <= 0) dt = file.number("", "dt").value_or(0.0);
  if (dt > 0 && std::isfinite(dt)) contents.info.dt = dt;
  contents.notes.push_back(concat("D4RL: q = infos/qpos, qd = ", speeds > 0 ? "infos/qvel" : "derived from q",
                                  ", tau = ", actions > 0 ? "actions" : "none (free swing)", ", dt = ",
                                  contents.info.dt ? concat(format_number(dt), " s") : "unknown, give --dt"));
  if (actions > 0)
    contents.notes.emplace_back("actions are controls of MuJoCo's actuators: multiply by their gear for N m");
  if (actions > 0 && actions < q.columns())
    contents.notes.push_back(concat("underactuated: the ", actions, " actions are taken as the force on the last ",
                                    actions, " of ", q.columns(), " coordinates"));
  std::vector<bool> ends(static_cast<std::size_t>(q.rows()), false);
  mark_ends(file, "terminals", ends);
  mark_ends(file, "timeouts", ends);
  list_episodes(ends, all, contents);
  if (contents.entries.empty())
    throw DataError(concat(file.path(), ": no episode of ", fewest_samples, " or more samples"));
  const auto splits = assign_splits(contents.entries.size(), default_shares);
  for (std::size_t i = 0; i < splits.size(); ++i) contents.entries[i].split = splits[i];
  contents.notes.emplace_back(
      "no splits in the file: episodes assigned 70/15/15 to train, valid and test, evenly spread");
  return contents;
}

}  // namespace dlnn
