#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include "config/scratch_folder.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/training/checkpoint.hpp"
#include "dlnn/training/model_state.hpp"
#include "dlnn/training/run_description.hpp"
#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;

RunDescription description_of(const std::string& type) {
  RunDescription description;
  description.config.dtype = "float64";
  description.config.model.type = type;
  description.config.model.network.hidden = 12;
  description.config.loss.type = "both";
  description.config.optimizer.learning_rate = 0.1 + 0.2;
  description.spec = testing::random_spec(type, 2);
  description.spec.config = description.config.model;
  description.dataset_sha256 = "abc";
  return description;
}

Checkpoint checkpoint_of(const RunDescription& description, const DynamicsModel& model) {
  Checkpoint checkpoint{.metadata = to_json(description), .tensors = {}};
  save_state(model, "model.", checkpoint.tensors);
  return checkpoint;
}

/// A run folder of a model with weights drawn from `seed`.
std::shared_ptr<DynamicsModel> make_run(const ScratchFolder& folder, const std::string& run, const std::string& type,
                                        std::uint64_t seed, bool finished = true) {
  const RunDescription description = description_of(type);
  auto model = testing::random_model(description.spec, seed);
  folder.write(run + "/config.yaml", to_yaml(description.config));
  folder.write(run + "/summary.json", finished ? R"({"finished": true})" : R"({"finished": false})");
  save_checkpoint(folder / (run + "/checkpoints/best.pt"), checkpoint_of(description, *model));
  return model;
}

void expect_same_predictions(DynamicsModel& a, DynamicsModel& b) {
  const auto states = testing::random_states(5, 2);
  EXPECT_TRUE(torch::equal(a.inverse_dynamics(states.q, states.qd, states.qdd),
                           b.inverse_dynamics(states.q, states.qd, states.qdd)));
  EXPECT_TRUE(torch::equal(a.forward_dynamics(states.q, states.qd, states.tau),
                           b.forward_dynamics(states.q, states.qd, states.tau)));
}

std::string refusal(const std::filesystem::path& path) {
  try {
    (void)load_trained_model(path);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TrainedModel, PredictsWithTheSameBitsAfterLoading) {
  for (const char* type : {"mlp", "lnn", "delan", "dlnn"}) {
    const ScratchFolder folder;
    const auto model = make_run(folder, "a/version_0", type, 3);
    const TrainedModel loaded = load_trained_model(folder / "a/version_0");
    expect_same_predictions(*model, *loaded.model);
    EXPECT_EQ(loaded.label, "a/version_0");
    EXPECT_EQ(loaded.config.optimizer.learning_rate, 0.1 + 0.2);
    EXPECT_EQ(loaded.spec.scales.qd_rms, description_of(type).spec.scales.qd_rms);
    const TrainedModel alone = load_trained_model(loaded.checkpoint);
    EXPECT_EQ(alone.run, loaded.run);
    expect_same_predictions(*model, *alone.model);
  }
}

TEST(TrainedModel, AFolderOfVersionsMeansTheNewestFinishedOne) {
  const ScratchFolder folder;
  (void)make_run(folder, "a/version_2", "dlnn", 2);
  const auto newest = make_run(folder, "a/version_10", "dlnn", 10);
  (void)make_run(folder, "a/version_11", "dlnn", 11, false);
  const TrainedModel loaded = load_trained_model(folder / "a");
  EXPECT_EQ(loaded.label, "a/version_10");
  expect_same_predictions(*newest, *loaded.model);
  EXPECT_EQ(load_trained_model(folder / "a/version_11").label, "a/version_11")
      << "by its own name an unfinished one too";
}

TEST(TrainedModel, TheAverageIsTheModelWhenThereIsOne) {
  const ScratchFolder folder;
  const RunDescription description = description_of("dlnn");
  const auto weights = testing::random_model(description.spec, 1);
  const auto average = testing::random_model(description.spec, 2);
  Checkpoint checkpoint = checkpoint_of(description, *weights);
  save_state(*average, "ema.", checkpoint.tensors);
  save_checkpoint(folder / "lone.pt", checkpoint);
  const TrainedModel loaded = load_trained_model(folder / "lone.pt");
  expect_same_predictions(*average, *loaded.model);
  EXPECT_EQ(loaded.label, "lone");
  EXPECT_TRUE(loaded.run.empty());
}

TEST(TrainedModel, SaysWhatIsWrong) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal(folder / "absent"), HasSubstr("does not exist"));
  folder.write("empty/note", "");
  EXPECT_THAT(refusal(folder / "empty"), HasSubstr("neither a run folder nor a folder of runs"));
  (void)make_run(folder, "a/version_0", "dlnn", 0, false);
  EXPECT_THAT(refusal(folder / "a"), HasSubstr("no run in"));
  folder.write("b/version_0/config.yaml", "");
  EXPECT_THAT(refusal(folder / "b/version_0"), HasSubstr("holds no checkpoint yet"));
}

TEST(TrainedModel, RefusesTensorsOrMetadataThatDoNotFit) {
  const ScratchFolder folder;
  const auto saved = [&](const Checkpoint& checkpoint) {
    save_checkpoint(folder / "a.pt", checkpoint);
    return refusal(folder / "a.pt");
  };
  const RunDescription description = description_of("dlnn");
  const Checkpoint good = checkpoint_of(description, *testing::random_model(description.spec));
  EXPECT_EQ(saved(good), "no error");
  Checkpoint other = checkpoint_of(description, *testing::random_model(description_of("lnn").spec));
  EXPECT_THAT(saved(other), HasSubstr("belongs to another model"));
  other = good;
  other.metadata.erase("scales");
  EXPECT_THAT(saved(other), HasSubstr("damaged metadata"));
  other = good;
  other.metadata["scales"]["q_std"] = {1.0};
  EXPECT_THAT(saved(other), HasSubstr("q_std has 1 values for 2 joints"));
  other = good;
  other.metadata["joint_types"][0] = "helical";
  EXPECT_THAT(saved(other), HasSubstr("helical"));
  other = good;
  other.metadata["config"] = "future_option: 1\n";
  EXPECT_THAT(saved(other), HasSubstr("future_option"));
}

}  // namespace
}  // namespace dlnn
