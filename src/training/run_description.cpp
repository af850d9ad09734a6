#include "dlnn/training/run_description.hpp"

#include <utility>

#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/version.hpp"

namespace dlnn {
namespace {

/// The members of Scales with their names, for reading and writing alike.
template <class ScalesType, class Visitor>
void visit_scales(ScalesType& scales, Visitor visitor) {
  visitor("q_mean", scales.q_mean);
  visitor("q_std", scales.q_std);
  visitor("qd_rms", scales.qd_rms);
  visitor("qdd_rms", scales.qdd_rms);
  visitor("tau_rms", scales.tau_rms);
  visitor("qdd_std", scales.qdd_std);
  visitor("tau_std", scales.tau_std);
}

Scales scales_from_json(const nlohmann::json& json, std::size_t dof) {
  Scales scales;
  visit_scales(scales, [&](const char* name, std::vector<double>& values) {
    json.at(name).get_to(values);
    if (values.size() != dof)
      throw ModelError(concat("scales.", name, " has ", values.size(), " values for ", dof, " joints"));
  });
  return scales;
}

JointType joint_type(const std::string& word) {
  for (const JointType type : {JointType::revolute, JointType::prismatic}) {
    if (word == to_string(type)) return type;
  }
  throw ModelError(concat("joint type ", word, " is unknown"));
}

}  // namespace

torch::Dtype dtype_of(const TrainConfig& config) {
  return config.dtype == "float64" ? torch::kFloat64 : torch::kFloat32;
}

nlohmann::json to_json(const RunDescription& description) {
  nlohmann::json json{{"dlnn", version()}, {"git_revision", git_revision()}, {"config", to_yaml(description.config)}};
  json["dataset"] = {{"file", description.config.data.file},
                     {"sha256", description.dataset_sha256},
                     {"dof", description.spec.dof()},
                     {"free_swing", description.free_swing}};
  for (const JointType type : description.spec.joint_types) json["joint_types"].push_back(to_string(type));
  visit_scales(description.spec.scales,
               [&](const char* name, const std::vector<double>& values) { json["scales"][name] = values; });
  return json;
}

RunDescription run_description(const nlohmann::json& metadata, const std::filesystem::path& origin) {
  try {
    RunDescription description;
    description.config = from_yaml_text<TrainConfig>(metadata.at("config").get<std::string>(), "its configuration");
    description.spec.config = description.config.model;
    description.spec.loss = description.config.loss.type;
    for (const auto& word : metadata.at("joint_types")) description.spec.joint_types.push_back(joint_type(word));
    description.spec.scales = scales_from_json(metadata.at("scales"), description.spec.joint_types.size());
    metadata.at("dataset").at("sha256").get_to(description.dataset_sha256);
    metadata.at("dataset").at("free_swing").get_to(description.free_swing);
    return description;
  } catch (const nlohmann::json::exception& error) {
    const std::string what = error.what();  // "[json.exception.out_of_range.403] key 'config' not found"
    throw ModelError(concat(origin, " has damaged metadata: ", what.substr(what.find("] ") + 2),
                            "; use another checkpoint of the run"));
  } catch (const Error& error) {
    throw ModelError(
        concat(origin, " does not fit this dlnn: ", error.what(), "; use the dlnn that wrote it or train again"));
  }
}

}  // namespace dlnn
