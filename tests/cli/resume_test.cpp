// Training killed at any instant and resumed ends with the same bytes as training left alone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/run_dlnn.hpp"
#include "cli/training_process.hpp"
#include "config/scratch_folder.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/random.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* run_name = "runs/killed/version_0";

class Resume : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(dataset_)) GTEST_SKIP() << dataset_ << " is absent";
    fs::copy_file(dataset_, folder_ / "arm2.h5");
    folder_.write("config.yaml", R"(name: killed
data: {file: arm2.h5, stride: 10}
model: {type: dlnn, network: {hidden: 8}, dissipation: {preset: stribeck}}
optimizer: {type: adamw, weight_decay: 1.0e-4, clip: 1}
schedule: {type: plateau, plateau_patience: 2}
training: {steps: 400, batch_size: 64, validate_every: 7, checkpoint_every: 20, ema_decay: 0.9}
)");
  }

  std::unique_ptr<TrainingProcess> launch(const std::string& name, std::vector<std::string> arguments) {
    fs::create_directories(folder_ / name);
    arguments.insert(arguments.begin(), "train");
    arguments.insert(arguments.end(), {"--device", "cpu"});
    return std::make_unique<TrainingProcess>(folder_ / name, arguments);
  }
  std::unique_ptr<TrainingProcess> start(const std::string& name) { return launch(name, {"../config.yaml"}); }
  std::unique_ptr<TrainingProcess> resume(const std::string& name) { return launch(name, {"--resume", run_name}); }

  [[nodiscard]] fs::path run(const std::string& name) const { return folder_ / name / run_name; }

  /// Rows of metrics.csv, the header included.
  [[nodiscard]] std::ptrdiff_t rows(const std::string& name) const {
    const fs::path file = run(name) / "metrics.csv";
    if (!fs::exists(file)) return 0;
    const std::string text = read_file(file);
    return std::count(text.begin(), text.end(), '\n');
  }

  void expect_same_run(const std::string& a, const std::string& b) const {
    for (const char* file : {"config.yaml", "metrics.csv", "checkpoints/last.pt", "checkpoints/best.pt"}) {
      EXPECT_TRUE(read_file(run(a) / file) == read_file(run(b) / file)) << file << " differs";
    }
    for (const auto& entry : fs::directory_iterator(run(b) / "checkpoints")) {
      EXPECT_THAT(entry.path().extension(), ".pt") << "left behind: " << entry.path();
    }
  }

  const fs::path dataset_ = DLNN_SOURCE_DIR "/data/arm2.h5";
  const ScratchFolder folder_;
};

TEST_F(Resume, AfterKillsAtManyInstantsTheBytesAreThoseOfAnUninterruptedRun) {
  ASSERT_EQ(start("whole")->wait(), 0);
  Random random(std::chrono::steady_clock::now().time_since_epoch().count());  // other instants each time, on purpose
  auto process = start("broken");
  ASSERT_TRUE(process->wait_until([&] { return fs::exists(run("broken")); })) << "the run appears";
  int kills = 0;
  for (const std::ptrdiff_t target : {0, 2, 9, 10, 25, 40, 55}) {
    const bool alive = process->wait_until([&] { return rows("broken") >= target; });
    std::this_thread::sleep_for(std::chrono::microseconds(random.below(20000)));
    if (alive && process->stop(SIGKILL) == 128 + SIGKILL) ++kills;
    process = resume("broken");
  }
  EXPECT_EQ(process->wait(), 0);
  EXPECT_GE(kills, 4);
  expect_same_run("whole", "broken");
}

TEST_F(Resume, BeforeTheFolderExistsAKillLeavesNoRun) {
  auto process = start("early");
  (void)process->wait_until([&] { return fs::exists(folder_ / "early/runs"); });
  (void)process->stop(SIGKILL);
  if (!fs::exists(run("early"))) {  // it may have been quicker than this test
    EXPECT_EQ(start("early")->wait(), 0);
  }
  EXPECT_TRUE(fs::exists(run("early") / "checkpoints/last.pt"));
}

TEST_F(Resume, CtrlCSavesAndExits130AndGoesOnWithTheSameBytes) {
  ASSERT_EQ(start("whole")->wait(), 0);
  auto process = start("stopped");
  ASSERT_TRUE(process->wait_until([&] { return rows("stopped") >= 12; }));
  ASSERT_EQ(process->stop(SIGINT), 130);
  EXPECT_THAT(read_file(run("stopped") / "summary.json"), HasSubstr("\"outcome\": \"interrupted\""));
  EXPECT_EQ(resume("stopped")->wait(), 0);
  expect_same_run("whole", "stopped");

  const std::string before = read_file(run("stopped") / "summary.json");
  const Outcome again = run_dlnn(concat("train --device cpu --resume ", run("stopped").string()));
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.output, HasSubstr("is finished: there is nothing to resume"));
  EXPECT_EQ(read_file(run("stopped") / "summary.json"), before);
}

TEST_F(Resume, AChangedDatasetIsRefusedAndAMovedOneAccepted) {
  auto process = start("moved");
  ASSERT_TRUE(process->wait_until([&] { return rows("moved") >= 5; }));
  ASSERT_EQ(process->stop(SIGINT), 130);
  fs::rename(folder_ / "arm2.h5", folder_ / "elsewhere.h5");
  Outcome outcome = run_dlnn(concat("train --device cpu --resume ", run("moved").string()));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, HasSubstr("--data FILE"));
  fs::copy_file(DLNN_SOURCE_DIR "/data/double_pendulum.h5", folder_ / "arm2.h5");
  outcome = run_dlnn(concat("train --device cpu --resume ", run("moved").string()));
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.output, HasSubstr("has changed since the run began"));
  outcome = run_dlnn(concat("train -q --device cpu --resume ", run("moved").string(), " --data ",
                            (folder_ / "elsewhere.h5").string()));
  EXPECT_EQ(outcome.code, 0) << outcome.output;
}

}  // namespace
}  // namespace dlnn
