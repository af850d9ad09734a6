#include <algorithm>
#include <array>
#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "layout.hpp"

namespace dlnn {
namespace {

JointType joint_type_from_string(const hdf5::File& file, const std::string& word) {
  for (const JointType type : {JointType::revolute, JointType::prismatic})
    if (word == to_string(type)) return type;
  throw DataError(concat(file.path(), ": attribute joint_types holds \"", word, "\"; use revolute or prismatic"));
}

/// joint_types as n strings, or as one string of n words separated by commas.
std::vector<JointType> joint_types(const hdf5::File& file, Index dof) {
  auto words = file.texts("", "joint_types");
  if (words.empty()) return std::vector<JointType>(static_cast<std::size_t>(dof), JointType::revolute);
  if (words.size() == 1) words = split_words(words.front(), ", ");
  if (std::cmp_not_equal(words.size(), dof))
    throw DataError(concat(file.path(), ": attribute joint_types has ", words.size(), " entries for ", dof,
                           " joints; give one a joint"));
  std::vector<JointType> types;
  types.reserve(words.size());
  for (const auto& word : words) types.push_back(joint_type_from_string(file, word));
  return types;
}

std::optional<double> sampling_time(const hdf5::File& file) {
  const auto dt = file.number("", "dt");
  if (dt && !(std::isfinite(*dt) && *dt > 0))
    throw DataError(concat(file.path(), ": attribute dt is ", *dt, "; seconds above 0 are needed"));
  return dt;
}

DatasetInfo read_info(const hdf5::File& file, Index dof) {
  DatasetInfo info;
  info.attributes = file.attributes("");
  const auto take = [&](const char* key) {
    const auto node = info.attributes.extract(key);
    return node.empty() ? std::string() : node.mapped();
  };
  info.system = take("system");
  info.units = take("units");
  info.description = take("description");
  info.source = take("source");
  info.license = take("license");
  info.angle_convention = take("angle_convention");
  for (const char* key : {"dof", "dt", "joint_types", "schema_version"}) take(key);
  info.dof = dof;
  info.dt = sampling_time(file);
  info.joint_types = joint_types(file, dof);
  return info;
}

std::optional<Split> read_split(const hdf5::File& file, const std::string& group) {
  const auto word = file.text(group, "split");
  if (!word) return std::nullopt;
  try {
    return split_from_string(*word);
  } catch (const ConfigError&) {
    throw DataError(
        concat(file.where(group), ": attribute split is \"", *word, "\"; use train, valid or test (dlnn data split)"));
  }
}

/// The source of an optional quantity, after a check of its type and shape against q.
std::optional<RowSource> find_source(const hdf5::File& file, const std::string& group, const std::string& name,
                                     Index samples, Index columns) {
  const std::string object = concat(group, "/", name);
  if (!file.has(object)) return std::nullopt;
  const hdf5::Dataset dataset = open_real(file, object);
  if (dataset.rows() != samples || dataset.columns() != columns)
    throw DataError(concat(dataset.where(), ": shape is ", dataset.shape_text(), " but q has ", samples, " samples",
                           columns > 1 ? concat(" of ", columns, " joints") : "", "; write both at the same instants"));
  return RowSource{object};
}

TrajectoryEntry list_trajectory(const hdf5::File& file, const std::string& name, std::optional<Index>& dof) {
  static const std::array<std::string, 6> known{"t", "q", "qd", "qdd", "tau", "images"};
  const std::string group = concat("trajectories/", name);
  TrajectoryEntry entry;
  entry.where = concat("/", group);
  entry.attributes = file.attributes(group);
  entry.attributes.erase("split");
  const auto title = entry.attributes.extract("name");
  entry.name = title.empty() ? name : title.mapped();
  entry.split = read_split(file, group);
  entry.t0 = file.number(group, "t0").value_or(0.0);
  const auto members = file.members(group);
  if (std::ranges::find(members, "q") == members.end())
    throw DataError(
        concat(file.where(group), ": no dataset q; joint positions are needed (it holds: ", join(members), ")"));
  const hdf5::Dataset q = open_real(file, group + "/q");
  entry.q = {group + "/q"};
  entry.samples = q.rows();
  if (!dof) dof = q.columns();
  if (q.columns() != *dof || *dof < 1)
    throw DataError(
        concat(q.where(), ": ", q.columns(), " joints but the file's dof is ", *dof, "; one file holds one system"));
  if (entry.samples < 1) throw DataError(concat(q.where(), ": no samples; remove the trajectory"));
  entry.t = find_source(file, group, "t", entry.samples, 1);
  entry.qd = find_source(file, group, "qd", entry.samples, *dof);
  entry.qdd = find_source(file, group, "qdd", entry.samples, *dof);
  entry.tau = find_source(file, group, "tau", entry.samples, *dof);
  for (const auto& member : members) {
    if (std::ranges::find(known, member) != known.end() || !file.has_dataset(concat(group, "/", member))) continue;
    const hdf5::Dataset channel(file, concat(group, "/", member));
    if (channel.kind() == hdf5::Dataset::Kind::real && channel.shape().size() <= 2 && channel.rows() == entry.samples)
      entry.channels[member] = {concat(group, "/", member)};
  }
  return entry;
}

}  // namespace

Contents list_dlnn(const hdf5::File& file, double dt) {
  Contents contents;
  std::optional<Index> dof;
  if (const auto announced = file.number("", "dof")) {
    if (!(*announced >= 1 && *announced <= 1000 && *announced == std::floor(*announced)))
      throw DataError(concat(file.path(), ": attribute dof is ", *announced, "; the number of joints is needed"));
    dof = static_cast<Index>(*announced);
  }
  for (const auto& name : file.members("trajectories")) contents.entries.push_back(list_trajectory(file, name, dof));
  if (contents.entries.empty())
    throw DataError(concat(file.where("trajectories"), ": no trajectory in it; record or import some"));
  contents.info = read_info(file, *dof);
  if (dt > 0) contents.info.dt = dt;
  return contents;
}

}  // namespace dlnn
