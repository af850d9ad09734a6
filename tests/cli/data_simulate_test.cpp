#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "cli/run_dlnn.hpp"
#include "config/scratch_folder.hpp"
#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/data/load.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;

const std::string arm = DLNN_SOURCE_DIR "/configs/simulate/arm2.yaml";

TEST(DataSimulate, WritesALoadableDatasetAndSaysWhatIsInIt) {
  const ScratchFolder folder;
  const std::string file = (folder / "arm.h5").string();
  const Outcome outcome = run_dlnn(concat("data simulate ", arm, " -o ", file, " --set recording.duration=0.4"));
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("planar_arm"));
  const TrajectoryDataset dataset = load_dataset({.file = file});
  EXPECT_EQ(dataset.samples(Split::test), 3 * 21);
  EXPECT_THAT(dataset.warnings, ::testing::IsEmpty());
  // The file carries the configuration that made it.
  const auto config = from_yaml_text<SimulateConfig>(dataset.info.attributes.at("configuration"), file);
  EXPECT_EQ(config.recording.duration, 0.4);
  EXPECT_EQ(config.system.bars.size(), 2U);
}

TEST(DataSimulate, MistakesAreOneLineAndLeaveNoFile) {
  const ScratchFolder folder;
  const std::string file = (folder / "out.h5").string();
  const std::pair<std::string, std::string> mistakes[] = {
      {"", "nothing to simulate"},
      {arm, "nowhere to record"},
      {arm + " -o " + file + " --set system.type=tripod", "system.type must be one of pendulum"},
      {arm + " -o " + file + " --set system.type=pendulum", "system.bars: 2 bars given, pendulum has 1"},
      {arm + " -o " + file + " --set actuation.amplitude=[1,2,3]", "actuation.amplitude: 3 numbers for 2 coordinates"},
      {arm + " -o " + file + " --set recording.dt=0", "recording.dt must be"},
  };
  for (const auto& [arguments, message] : mistakes) {
    const Outcome outcome = run_dlnn("data simulate --quiet " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

TEST(DataSimulate, PrintedDefaultsAreAConfiguration) {
  const Outcome outcome = run_dlnn("data simulate --print-config");
  ASSERT_EQ(outcome.code, 0) << outcome.output;
  EXPECT_EQ(to_yaml(from_yaml_text<SimulateConfig>(outcome.output, "printed")), to_yaml(SimulateConfig{}));
}

}  // namespace
}  // namespace dlnn
