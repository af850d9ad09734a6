#include "dlnn/training/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "config/scratch_folder.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/digest.hpp"
#include "dlnn/core/error.hpp"
#include "file_size_limit.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* arm = DLNN_SOURCE_DIR "/data/arm2.h5";
constexpr const char* free_swing = DLNN_SOURCE_DIR "/data/double_pendulum.h5";
const SessionOptions quietly{.device = "cpu", .progress = false};

TrainConfig short_run(const ScratchFolder& folder, const char* data, const std::string& loss) {
  TrainConfig config;
  config.name = "test";
  config.output = (folder / "runs").string();
  config.data.file = data;
  config.data.stride = 20;
  config.model.network.hidden = 8;
  config.loss.type = loss;
  config.training = {.steps = 12, .batch_size = 64, .validate_every = 5, .checkpoint_every = 6};
  return config;
}

nlohmann::json json_of(const fs::path& file) {
  return nlohmann::json::parse(read_file(file));
}

template <class Failure>
std::string failure(const TrainConfig& config) {
  try {
    (void)start_training(config, quietly);
  } catch (const Failure& error) {
    return error.what();
  }
  return "no error";
}

TEST(Session, TheRunFolderTellsTheWholeStory) {
  const ScratchFolder folder;
  const TrainConfig config = short_run(folder, arm, "inverse");
  const SessionResult result = start_training(config, quietly);
  EXPECT_EQ(result.run, folder / "runs/test/version_0");
  const auto again = load_config<TrainConfig>(result.run / "config.yaml");
  EXPECT_EQ(to_yaml(again), to_yaml(load_trained_model(result.run).config));
  EXPECT_EQ(again.training.steps, 12);
  const auto environment = json_of(result.run / "environment.json");
  EXPECT_EQ(environment.at("dataset").at("sha256"), sha256_file(arm));
  EXPECT_EQ(environment.at("device"), "cpu");
  EXPECT_EQ(environment.at("seed"), 0);
  const auto summary = json_of(result.run / "summary.json");
  EXPECT_TRUE(summary.at("finished").get<bool>());
  EXPECT_EQ(summary.at("steps"), 12);
  EXPECT_EQ(summary.at("best_valid_loss").get<double>(), result.status.best_loss);
  EXPECT_THAT(read_file(result.run / "metrics.csv"), HasSubstr("\n12,"));
  EXPECT_THAT(read_file(result.run / "log.txt"), HasSubstr("dlnn, "));
  EXPECT_EQ(start_training(config, quietly).run, folder / "runs/test/version_1");
}

TEST(Session, FreeSwingNeedsTheForwardLossAndGetsAnEnergyScale) {
  const ScratchFolder folder;
  for (const char* loss : {"inverse", "both"}) {
    EXPECT_THAT(failure<ConfigError>(short_run(folder, free_swing, loss)), HasSubstr("set loss.type: forward"));
  }
  EXPECT_FALSE(fs::exists(folder / "runs")) << "nothing is written for a configuration that cannot work";
  const SessionResult result = start_training(short_run(folder, free_swing, "forward"), quietly);
  EXPECT_GT(load_trained_model(result.run).metadata.at("energy_factor").get<double>(), 0.0);
  EXPECT_THAT(read_file(result.run / "log.txt"), HasSubstr("energy scale"));
}

TEST(Session, BadInputLeavesNoRunBehind) {
  const ScratchFolder folder;
  TrainConfig config = short_run(folder, arm, "inverse");
  config.data.file = (folder / "absent.h5").string();
  EXPECT_THROW((void)start_training(config, quietly), Error);
  config = short_run(folder, arm, "inverse");
  config.model.network.activation = "relu";
  EXPECT_THROW((void)start_training(config, quietly), ConfigError);
  config = short_run(folder, arm, "inverse");
  config.loss.joint_weights = {1, 2, 3};
  EXPECT_THAT(failure<ConfigError>(config), HasSubstr("3 values, the data has 2 joints"));
  EXPECT_FALSE(fs::exists(folder / "runs"));
}

TEST(Session, AnOutputThatCannotBeWrittenIsAnInputOutputError) {
  const ScratchFolder folder;
  TrainConfig config = short_run(folder, arm, "inverse");
  config.output = "/proc/dlnn";
  EXPECT_THAT(failure<IoError>(config), HasSubstr("/proc/dlnn"));
  config = short_run(folder, arm, "inverse");
  const FileSizeLimit limit(2000);
  EXPECT_THAT(failure<IoError>(config), HasSubstr("cannot write"));
  EXPECT_TRUE(fs::is_empty(folder / "runs/test"));
}

TEST(Session, AnAbsurdLearningRateEndsWithANumericalErrorAndAGoodCheckpoint) {
  const ScratchFolder folder;
  TrainConfig config = short_run(folder, arm, "inverse");
  config.model.network.depth = 8;
  config.optimizer.learning_rate = 10;
  config.schedule = {.type = "constant", .warmup_steps = 0};
  config.training.steps = 1000;
  EXPECT_THAT(failure<NumericalError>(config),
              ::testing::AllOf(HasSubstr("training failed at step"), HasSubstr("lower optimizer.learning_rate"),
                               HasSubstr("checkpoints")));
  const fs::path run = folder / "runs/test/version_0";
  EXPECT_FALSE(json_of(run / "summary.json").at("finished").get<bool>());
  for (const auto& [name, tensor] : load_checkpoint(run / "checkpoints/last.pt").tensors) {
    EXPECT_TRUE(tensor.isfinite().all().item<bool>()) << name;
  }
}

TEST(Session, ResumingWhatIsNoRunIsRefused) {
  const ScratchFolder folder;
  EXPECT_THROW((void)resume_training(folder / "absent", {}, quietly), ModelError);
  EXPECT_THROW((void)resume_training(folder.path(), {}, quietly), ModelError);
}

}  // namespace
}  // namespace dlnn
