// Every command explains itself, and answers misuse in one line with exit code 2.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/run_dlnn.hpp"
#include "config/scratch_folder.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/version.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Usage, EveryCommandHasHelpWithAnExample) {
  EXPECT_EQ(run_dlnn("--version").output, concat(version(), "\n"));
  for (const char* command :
       {"train", "evaluate", "rollout", "compare", "export", "config help", "config show", "config schema"}) {
    const Outcome outcome = run_dlnn(concat(command, " --help"));
    EXPECT_EQ(outcome.code, 0) << command;
    EXPECT_THAT(outcome.output, HasSubstr("Example")) << command;
    EXPECT_THAT(outcome.output, HasSubstr(concat("dlnn ", command, " "))) << command;
  }
}

TEST(Usage, HelpDoesNotLoadLibTorch) {
  const Outcome outcome = run_dlnn("--help ; LD_DEBUG=files " DLNN_EXECUTABLE " train --print-config");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("libdlnn_base.so")) << "the loader's account is there";
  EXPECT_THAT(outcome.output, Not(HasSubstr("libtorch")));
}

TEST(Usage, MisuseIsOneLineAndExitCodeTwo) {
  const ScratchFolder folder;
  folder.write("bad.yaml", "optimizer: {learning_rate: -1}\n");
  const std::string bad = (folder / "bad.yaml").string();
  const std::pair<std::string, std::string> mistakes[] = {
      {"trian x.yaml", "did you mean train?"},
      {"", "A subcommand is required"},
      {"train", "nothing to train"},
      {"train a.yaml --resume b", "excludes"},
      {"train --resume b --set seed=1", "excludes"},
      {"train a.yaml --devce cpu", "--devce"},
      {"train --print-config no-such.yaml", "no-such.yaml: no such file"},
      {"train --print-config " + bad,
       "bad.yaml:1: optimizer.learning_rate must be a number above 0 and at most 10, not -1"},
      {"train --print-config --set seed=1.5", "--set seed=1.5: seed must be a whole number at least 0, not 1.5"},
      {"evaluate", "RUN is required"},
      {"evaluate r --split tset", "tset not in {train,valid,test}"},
      {"rollout r --dt nan", "nan is not a number from 0 to 1000"},
      {"rollout r --horizon -1", "-1 is not a number"},
      {"rollout r --q 1,2", "--q requires --qd"},
      {"rollout r --integrator rk5", "rk5 not in"},
      {"compare", "RUN is required"},
      {"export r", "--output is required"},
      {"export r -o m.pt --format onnx", "onnx not in {torchscript}"},
      {"config", "A subcommand is required"},
      {"config help optimizr.clip", "did you mean optimizer?"},
      {"config help seed.x", "seed has no parts"},
      {"config show", "FILE is required"},
      {"config show " + bad, "learning_rate"},
      {"config schema trian", "trian not in"},
  };
  for (const auto& [arguments, message] : mistakes) {
    const Outcome outcome = run_dlnn(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

TEST(ConfigCommand, ShowPrintsWhatTheFileResolvesTo) {
  const ScratchFolder folder;
  folder.write("base.yaml", "seed: 5\n");
  folder.write("a.yaml", "extends: base.yaml\nname: arm\n");
  const Outcome shown = run_dlnn(concat("config show ", (folder / "a.yaml").string(),
                                        " --set training.steps=7 --set loss.joint_weights=[1,-0.0]"));
  ASSERT_EQ(shown.code, 0) << shown.output;
  const auto config = from_yaml_text<TrainConfig>(shown.output, "shown");
  EXPECT_EQ(config.seed, 5);
  EXPECT_EQ(config.name, "arm");
  EXPECT_EQ(config.training.steps, 7);
  EXPECT_EQ(config.loss.joint_weights, (std::vector<double>{1, 0}));
}

TEST(ConfigCommand, PrintConfigOfDefaultsLoadsToTheDefaults) {
  const Outcome printed = run_dlnn("train --print-config --data /d/x.h5 --output out");
  ASSERT_EQ(printed.code, 0);
  auto config = from_yaml_text<TrainConfig>(printed.output, "printed");
  EXPECT_EQ(config.data.file, "/d/x.h5");
  EXPECT_EQ(config.output, "out");
  config.data.file.clear();
  config.output = TrainConfig().output;
  EXPECT_EQ(to_yaml(config), to_yaml(TrainConfig()));
}

TEST(ConfigCommand, HelpOfOneKeyGivesDefaultAndRange) {
  const Outcome help = run_dlnn("config help optimizer.learning_rate");
  EXPECT_THAT(help.output, HasSubstr("optimizer.learning_rate = 0.003"));
  EXPECT_THAT(help.output, HasSubstr("above 0 and at most 10"));
  EXPECT_THAT(run_dlnn("config help model").output, HasSubstr("model.dissipation.preset = "));
}

TEST(ListCommand, NamesModelsAndEveryPreset) {
  const Outcome list = run_dlnn("list --json");
  ASSERT_EQ(list.code, 0) << list.output;
  const auto json = nlohmann::json::parse(list.output);
  EXPECT_THAT(json.at("models"), ::testing::ElementsAre("mlp", "lnn", "delan", "dlnn"));
  EXPECT_THAT(json.at("integrators"), ::testing::Contains("strang"));
  EXPECT_THAT(json.at("simulated systems"), ::testing::Contains("planar_arm"));
  EXPECT_EQ(json.at("presets").size(), 48U);
  EXPECT_EQ(json.at("bundled data").size(), 3U);
  EXPECT_THAT(run_dlnn("list").output, HasSubstr("arm2/dlnn.yaml"));
}

TEST(InfoCommand, NamesVersionsAsJson) {
  const Outcome info = run_dlnn("info --json");
  ASSERT_EQ(info.code, 0) << info.output;
  const auto json = nlohmann::json::parse(info.output);
  EXPECT_EQ(json.at("version"), version());
  EXPECT_THAT(json.at("libtorch").get<std::string>(), HasSubstr("."));
  EXPECT_TRUE(json.at("cuda").is_boolean());
}

}  // namespace
}  // namespace dlnn
