#include <nlohmann/json.hpp>

#include "dlnn/data/inspect.hpp"

namespace dlnn {
namespace {

using nlohmann::json;

json range_json(const Range& range) {
  return {{"min", range.minimum}, {"max", range.maximum}, {"mean", range.mean}, {"rms", range.rms}};
}

json joint_json(const JointReport& joint, const Inspection& inspection, bool whole) {
  json object{{"q", range_json(joint.q)},     {"qd", range_json(joint.qd)},
              {"qdd", range_json(joint.qdd)}, {"reversal_balance", joint.reversal_balance},
              {"wraps", joint.wraps},         {"repeated", joint.repeated}};
  if (inspection.has_qd) object["speed_consistency"] = joint.speed_consistency;
  if (inspection.has_qdd) object["acceleration_consistency"] = joint.acceleration_consistency;
  if (!inspection.info.free_swing) {
    object["tau"] = range_json(joint.tau);
    object["saturated"] = joint.saturated;
  }
  if (!whole) return object;
  object["bandwidth"] = joint.bandwidth;
  if (!inspection.info.free_swing) object["torque_bandwidth"] = joint.torque_bandwidth;
  object["condition"] = joint.condition;
  object["weakest"] = joint.weakest;
  return object;
}

json joints_json(const std::vector<JointReport>& joints, const Inspection& inspection, bool whole) {
  json array = json::array();
  for (const auto& joint : joints) array.push_back(joint_json(joint, inspection, whole));
  return array;
}

}  // namespace

json to_json(const Inspection& inspection) {
  json object{{"file", inspection.file.string()},
              {"layout", inspection.info.layout},
              {"system", inspection.info.system},
              {"dof", inspection.info.dof},
              {"free_swing", inspection.info.free_swing},
              {"channels", inspection.channels},
              {"joints", joints_json(inspection.joints, inspection, true)},
              {"notes", inspection.notes},
              {"warnings", inspection.warnings}};
  if (inspection.info.dt) object["dt"] = *inspection.info.dt;
  for (const JointType type : inspection.info.joint_types) object["joint_types"].push_back(to_string(type));
  for (const Split split : {Split::train, Split::valid, Split::test})
    object["splits"][std::string(to_string(split))] = {{"trajectories", inspection.count(split)},
                                                       {"samples", inspection.samples(split)}};
  for (const auto& trajectory : inspection.trajectories) {
    json one{{"name", trajectory.name},
             {"samples", trajectory.samples},
             {"duration", trajectory.duration},
             {"dt", trajectory.dt},
             {"jitter", trajectory.jitter},
             {"gaps", trajectory.gaps},
             {"joints", joints_json(trajectory.joints, inspection, false)}};
    if (trajectory.split) one["split"] = to_string(*trajectory.split);
    object["trajectories"].push_back(std::move(one));
  }
  return object;
}

}  // namespace dlnn
