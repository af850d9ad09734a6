// `dlnn data` as a control engineer uses it on one CSV of a robot.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/run_dlnn.hpp"
#include "config/scratch_folder.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/data/load.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;

class Data : public ::testing::Test {
 protected:
  /// Eight seconds of two joints in degrees, speeds not recorded.
  void SetUp() override {
    std::string text = "time,pos_1 [deg],pos_2 [deg],current_1,current_2\n";
    for (int k = 0; k < 800; ++k) {
      const double t = 0.01 * k;
      text += concat(t, ",", 57.3 * std::sin(2 * t), ",", 40 * std::cos(3 * t), ",", std::sin(2 * t + 1), ",",
                     std::cos(3 * t), "\n");
    }
    folder_.write("log.csv", text);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::string import_log() const {
    return concat("data import ", path("log.csv"), " -o ", path("robot.h5"), " --torque-scale 2,3");
  }
  ScratchFolder folder_;
};

TEST_F(Data, OneCsvBecomesADatasetThatIsInspectedSplitAndDifferentiated) {
  const Outcome imported = run_dlnn(import_log());
  ASSERT_EQ(imported.code, 0) << imported.output;
  EXPECT_THAT(imported.output, HasSubstr("q = pos_1 pos_2"));
  EXPECT_THAT(imported.output, HasSubstr("cut into blocks"));

  const Outcome inspected = run_dlnn(concat("data inspect --json - ", path("robot.h5")));
  ASSERT_EQ(inspected.code, 0) << inspected.output;
  const auto report = nlohmann::json::parse(inspected.output);
  EXPECT_NEAR(report["joints"][0]["q"]["max"].get<double>(), 1.0, 1e-3);  // rad
  EXPECT_NEAR(report["joints"][1]["tau"]["max"].get<double>(), 3.0, 1e-3);
  EXPECT_GT(report["splits"]["test"]["trajectories"].get<int>(), 0);

  const Outcome split =
      run_dlnn(concat("data split ", path("robot.h5"), " -o ", path("split.h5"), " --test 'log block 3'"));
  ASSERT_EQ(split.code, 0) << split.output;
  const TrajectoryDataset loaded = load_dataset({.file = path("split.h5")});
  ASSERT_EQ(loaded.of_split(Split::test).size(), 1U);
  EXPECT_EQ(loaded.of_split(Split::test)[0]->name, "log block 3");

  const Outcome smooth =
      run_dlnn(concat("data differentiate ", path("robot.h5"), " -o ", path("smooth.h5"), " --window 7"));
  ASSERT_EQ(smooth.code, 0) << smooth.output;
  EXPECT_EQ(load_dataset({.file = path("smooth.h5")}).info.attributes.at("derivatives"),
            "Savitzky-Golay, window 7 samples, order 3, edges of 3 samples trimmed");
}

TEST_F(Data, MistakesAreOneLineWithTheDocumentedCodeAndLeaveNoFile) {
  folder_.write("bad.csv", "t,q1\n0,1\n1,x\n");
  const std::string out = " -o " + path("out.h5");
  const struct {
    std::string arguments;
    int code;
    std::string message;
  } mistakes[] = {
      {"data inspect " + path("none.h5"), 6, "no such file"},
      {"data inspect " + path("log.csv"), 3, "not an HDF5 file"},
      {"data import " + path("none.csv") + out, 6, "No such file"},
      {"data import " + path("bad.csv") + out, 3, "line 3, column 1 (q1)"},
      {"data import " + path("log.csv") + out + " --columns q=9", 2, "columns 0 to 4"},
      {"data import " + path("log.csv") + out + " --split 1,1,1", 2, "sum 1"},
      {"data import " + path("log.csv") + " -o /proc/none/out.h5", 6, "cannot create the folder"},
      {"data differentiate " + path("log.csv") + out + " --window 4", 2, "window must be odd"},
  };
  for (const auto& mistake : mistakes) {
    const Outcome outcome = run_dlnn(mistake.arguments);
    EXPECT_EQ(outcome.code, mistake.code) << mistake.arguments << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(mistake.message));
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(path("out.h5")));
  }
}

TEST_F(Data, NoInputIsOverwritten) {
  const std::string csv = read_file(path("log.csv"));
  const Outcome import = run_dlnn(concat("data import ", path("log.csv"), " -o ", path("log.csv")));
  EXPECT_EQ(import.code, 2);
  EXPECT_THAT(import.output, HasSubstr("is read and cannot be written to"));
  EXPECT_EQ(read_file(path("log.csv")), csv);
}

TEST_F(Data, ADeviceIsWrittenToAndALinkFollowed) {
  const std::string log = path("log.csv");
  EXPECT_EQ(run_dlnn(concat("data import ", log, " -o /dev/full")).code, 6);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  std::filesystem::create_symlink("there.h5", path("link.h5"));
  folder_.write("there.h5", "");
  EXPECT_EQ(run_dlnn(concat("data import ", log, " -o ", path("link.h5"))).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.h5")));
  EXPECT_GT(std::filesystem::file_size(path("there.h5")), 1000U);
}

TEST_F(Data, AFullDiskIsAnErrorAndLeavesNothing) {
  EXPECT_EQ(run_dlnn("list >/dev/full").code, 6);
  const Outcome outcome = run_dlnn(import_log(), "trap '' XFSZ; ulimit -f 16; ");  // of 512 bytes
  EXPECT_EQ(outcome.code, 6) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("cannot write"));
  EXPECT_FALSE(std::filesystem::exists(path("robot.h5")));
}

TEST_F(Data, EveryCommandTeachesByExamples) {
  for (const char* command : {"inspect", "import", "split", "differentiate"})
    EXPECT_THAT(run_dlnn(concat("data ", command, " --help")).output, HasSubstr("Examples"));
}

}  // namespace
}  // namespace dlnn
