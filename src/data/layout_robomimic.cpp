// robomimic: /data/demo_i with obs/… and actions, /mask/<split> lists of demo names, /data attribute env_args (JSON).
// https://robomimic.github.io/docs/datasets/overview.html

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/splits.hpp"
#include "layout.hpp"

namespace dlnn {
namespace {

constexpr const char* position = "obs/robot0_joint_pos";
constexpr const char* speed = "obs/robot0_joint_vel";
constexpr const char* torque_names[] = {"obs/robot0_torques", "obs/robot0_joint_torques", "actions"};

/// demo_2 before demo_10.
bool by_number(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// The names listed in /mask/<split>, an array of strings.
std::vector<std::string> mask(const hdf5::File& file, const std::string& split) {
  const std::string object = "mask/" + split;
  return file.has_dataset(object) ? hdf5::Dataset(file, object).read_strings() : std::vector<std::string>{};
}

/// What the simulator's arguments say, or nothing when they are absent or no JSON.
nlohmann::json environment(const hdf5::File& file) {
  return nlohmann::json::parse(file.text("data", "env_args").value_or("{}"), nullptr, false);
}

double control_frequency(const nlohmann::json& arguments) {
  const auto pointer = nlohmann::json::json_pointer("/env_kwargs/control_freq");
  const bool there = arguments.is_object() && arguments.contains(pointer) && arguments[pointer].is_number();
  return there ? arguments[pointer].get<double>() : 0.0;
}

std::string controller(const nlohmann::json& arguments) {
  const auto pointer = nlohmann::json::json_pointer("/env_kwargs/controller_configs/type");
  const bool there = arguments.is_object() && arguments.contains(pointer) && arguments[pointer].is_string();
  return there ? arguments[pointer].get<std::string>() : "";
}

TrajectoryEntry list_demo(const hdf5::File& file, const std::string& name, Contents& contents) {
  const std::string group = concat("data/", name);
  const std::string object = concat(group, "/", position);
  if (!file.has_dataset(object))
    throw DataError(concat(file.where(object),
                           ": absent; joint positions are needed, collect the observations with robot0_joint_pos"));
  const hdf5::Dataset q = open_real(file, object);
  Index& dof = contents.info.dof;
  if (dof == 0) dof = q.columns();
  if (q.columns() != dof || q.rows() < 1)
    throw DataError(concat(q.where(), ": shape is ", q.shape_text(), " but the first demo has ", dof, " joints"));
  TrajectoryEntry entry;
  entry.name = name;
  entry.where = concat("/", group);
  entry.samples = q.rows();
  entry.q = {object};
  const auto matching = [&](const std::string& candidate, Index least_columns) {
    if (!file.has_dataset(candidate)) return false;
    const hdf5::Dataset dataset = open_real(file, candidate);
    if (dataset.rows() != q.rows())
      throw DataError(concat(dataset.where(), ": ", dataset.rows(), " rows but ", position, " has ", q.rows()));
    return dataset.columns() >= least_columns;
  };
  if (matching(concat(group, "/", speed), dof)) entry.qd = RowSource{concat(group, "/", speed)};
  for (const char* torque : torque_names)
    if (!entry.tau && matching(concat(group, "/", torque), dof)) entry.tau = RowSource{concat(group, "/", torque)};
  return entry;
}

void assign(const hdf5::File& file, Contents& contents) {
  if (!file.has_group("mask")) {
    const auto splits = assign_splits(contents.entries.size(), default_shares);
    for (std::size_t i = 0; i < splits.size(); ++i) contents.entries[i].split = splits[i];
    contents.notes.emplace_back("no /mask: trajectories assigned 70/15/15 to train, valid and test");
    return;
  }
  for (const Split split : {Split::train, Split::valid, Split::test})
    for (const auto& name : mask(file, std::string(to_string(split)))) {
      const auto found = std::ranges::find(contents.entries, name, &TrajectoryEntry::name);
      if (found == contents.entries.end())
        throw DataError(
            concat(file.where(concat("mask/", to_string(split))), ": names \"", name, "\", which is not in /data"));
      if (found->split && found->split != split)
        throw DataError(concat(file.where("mask"), ": \"", name, "\" is in both ", to_string(*found->split), " and ",
                               to_string(split), "; a trajectory belongs to one split"));
      found->split = split;
    }
  if (file.has_dataset("mask/test")) return;
  contents.notes.emplace_back("no /mask/test: every second valid demo, from the first on, is taken as test");
  bool take = true;
  for (auto& entry : contents.entries)
    if (entry.split == Split::valid) {
      if (take) entry.split = Split::test;
      take = !take;
    }
}

}  // namespace

Contents list_robomimic(const hdf5::File& file, double dt) {
  Contents contents;
  contents.info.layout = "robomimic";
  auto names = file.members("data");
  std::erase_if(names, [&](const std::string& name) { return !file.has_group("data/" + name); });
  if (names.empty()) throw DataError(concat(file.where("data"), ": no demonstration in it"));
  std::ranges::sort(names, by_number);
  for (const auto& name : names) contents.entries.push_back(list_demo(file, name, contents));
  contents.info.joint_types.assign(static_cast<std::size_t>(contents.info.dof), JointType::revolute);

  const nlohmann::json arguments = environment(file);
  if (dt <= 0 && control_frequency(arguments) > 0) dt = 1.0 / control_frequency(arguments);
  if (dt <= 0) dt = file.number("", "dt").value_or(0.0);
  if (dt > 0) contents.info.dt = dt;
  if (arguments.is_object() && arguments.contains("env_name") && arguments["env_name"].is_string())
    contents.info.system = arguments["env_name"].get<std::string>();

  const TrajectoryEntry& first = contents.entries.front();
  contents.notes.push_back(
      concat("robomimic: q = ", position, ", qd = ", first.qd ? speed : "derived from q",
             ", tau = ", first.tau ? first.tau->dataset.substr(first.where.size()) : "none (free swing)",
             ", dt = ", contents.info.dt ? concat(format_number(*contents.info.dt), " s") : "unknown, give --dt"));
  const std::string control = controller(arguments);
  if (first.tau && first.tau->dataset.ends_with("/actions") && control != "JOINT_TORQUE")
    contents.notes.push_back(
        concat("actions are commands of the controller \"", control.empty() ? "unknown" : control,
               "\", not joint torques: a dynamics model of them is not one of the robot; record robot0_torques"));
  assign(file, contents);
  std::erase_if(contents.entries,
                [](const TrajectoryEntry& entry) { return !entry.split; });  // in no mask: not meant for learning
  return contents;
}

}  // namespace dlnn
