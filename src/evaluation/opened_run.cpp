#include "dlnn/evaluation/opened_run.hpp"

#include <utility>

#include "dlnn/core/digest.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/load.hpp"

namespace dlnn {
namespace {

std::string describe(const std::vector<JointType>& joint_types) {
  std::vector<std::string> words;
  for (const JointType type : joint_types) words.emplace_back(to_string(type));
  return concat(joint_types.size(), joint_types.size() == 1 ? " joint (" : " joints (", join(words), ")");
}

}  // namespace

void check_joints(const ModelSpec& spec, const std::filesystem::path& checkpoint, const TrajectoryDataset& dataset) {
  if (spec.joint_types == dataset.info.joint_types) return;
  throw ModelError(concat("the model in ", checkpoint.string(), " has ", describe(spec.joint_types),
                          " but the data in ", dataset.file.string(), " have ", describe(dataset.info.joint_types),
                          "; give data of the same system with --data"));
}

OpenedRun open_run(const std::filesystem::path& run, const std::filesystem::path& data, const std::string& device) {
  OpenedRun opened{load_trained_model(run, device), {}, {}, {}};
  DataConfig config = opened.trained.config.data;
  if (!data.empty()) config.file = data.string();
  opened.dataset = load_dataset(config);
  check_joints(opened.trained.spec, opened.trained.checkpoint, opened.dataset);
  opened.dataset_sha256 = sha256_file(config.file);
  const std::string trained_on = opened.trained.metadata.at("dataset").value("sha256", "");
  if (trained_on != opened.dataset_sha256)
    opened.notes.push_back(concat(config.file, " is not the file that the model was trained on (SHA-256 ",
                                  opened.dataset_sha256.substr(0, 12), "…, trained on ", trained_on.substr(0, 12),
                                  "…)"));
  return opened;
}

}  // namespace dlnn
