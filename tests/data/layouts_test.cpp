#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "dlnn/data/reader.hpp"
#include "raw_hdf5.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Matrix ramp(Index rows, Index columns, double start) {
  Matrix values(rows, columns);
  for (Index k = 0; k < rows; ++k)
    for (Index i = 0; i < columns; ++i) values(k, i) = start + static_cast<double>(k) + 0.1 * static_cast<double>(i);
  return values;
}

void write_robomimic(const std::filesystem::path& file, const std::string& arguments) {
  RawHdf5::create(file);
  RawHdf5 raw(file);
  raw.group("/data");
  raw.group("/mask");
  for (const int demo : {0, 1, 2, 10}) {
    const std::string group = concat("/data/demo_", demo);
    raw.group(group);
    raw.group(group + "/obs");
    raw.write(group + "/obs/robot0_joint_pos", ramp(20 + demo, 7, demo));
    raw.write(group + "/obs/robot0_joint_vel", ramp(20 + demo, 7, 100 + demo));
    raw.write(group + "/actions", ramp(20 + demo, 8, 200 + demo));
  }
  raw.strings("/mask/train", {"demo_0", "demo_10"});
  raw.strings("/mask/valid", {"demo_1"});
  raw.strings("/mask/test", {"demo_2"});
  raw.text("/data", "env_args", arguments);
}

TEST(Robomimic, IsMappedToJointsAndSplits) {
  const ScratchFolder folder;
  write_robomimic(
      folder / "a.hdf5",
      R"({"env_name": "Lift", "env_kwargs": {"control_freq": 20, "controller_configs": {"type": "JOINT_TORQUE"}}})");
  const TrajectoryReader reader(folder / "a.hdf5");
  EXPECT_EQ(reader.info().layout, "robomimic");
  EXPECT_EQ(reader.info().system, "Lift");
  EXPECT_EQ(reader.info().dof, 7);
  EXPECT_EQ(reader.info().dt, 0.05);
  ASSERT_EQ(reader.entries().size(), 4U);
  EXPECT_EQ(reader.entries()[3].name, "demo_10");  // by number, not by letter
  EXPECT_EQ(reader.entries()[1].split, Split::valid);
  EXPECT_EQ(reader.entries()[3].split, Split::train);
  const Trajectory demo = reader.read(3);
  EXPECT_EQ(demo.q, ramp(30, 7, 10));
  EXPECT_EQ(demo.qd, ramp(30, 7, 110));
  EXPECT_EQ(demo.tau, ramp(30, 8, 210).leftCols(7));
  EXPECT_DOUBLE_EQ(demo.t(29), 29 * 0.05);
  EXPECT_THAT(reader.notes(), ::testing::Not(Contains(HasSubstr("not joint torques"))));
}

TEST(Robomimic, SaysWhenActionsAreNoTorques) {
  const ScratchFolder folder;
  write_robomimic(folder / "a.hdf5", R"({"env_kwargs": {"controller_configs": {"type": "OSC_POSE"}}})");
  const TrajectoryReader reader(folder / "a.hdf5");
  EXPECT_THAT(reader.notes(), Contains(HasSubstr("\"OSC_POSE\", not joint torques")));
  EXPECT_THAT(message_of<DataError>([&] { (void)reader.read(0); }), HasSubstr("--dt SECONDS"));
}

TEST(Robomimic, RefusesATrajectoryInTwoSplits) {
  const ScratchFolder folder;
  write_robomimic(folder / "a.hdf5", "{}");
  {
    RawHdf5 raw(folder / "a.hdf5");
    raw.remove("/mask/test");
    raw.strings("/mask/test", {"demo_0"});
  }
  EXPECT_THAT(message_of<DataError>([&] { TrajectoryReader reader(folder / "a.hdf5"); }),
              HasSubstr("\"demo_0\" is in both train and test"));
}

void write_d4rl(const std::filesystem::path& file) {
  RawHdf5::create(file);
  RawHdf5 raw(file);
  raw.group("/infos");
  raw.write("/infos/qpos", ramp(100, 3, 0), H5T_IEEE_F32LE);
  raw.write("/infos/qvel", ramp(100, 3, 1000), H5T_IEEE_F32LE);
  raw.write("/actions", ramp(100, 2, 5000), H5T_IEEE_F32LE);
  Matrix terminals = Matrix::Zero(100, 1);
  Matrix timeouts = terminals;
  terminals(29, 0) = 1;
  terminals(31, 0) = 1;  // an episode of two samples
  timeouts(69, 0) = 1;
  raw.write("/terminals", terminals, H5T_STD_I8LE);
  raw.write("/timeouts", timeouts, H5T_STD_I8LE);
}

TEST(D4rl, IsCutAtTerminalsAndTimeouts) {
  const ScratchFolder folder;
  write_d4rl(folder / "a.hdf5");
  const TrajectoryReader reader(folder / "a.hdf5", {.dt = 0.008, .chunk_rows = 7});
  EXPECT_EQ(reader.info().layout, "d4rl");
  ASSERT_EQ(reader.entries().size(), 3U);
  EXPECT_EQ(reader.entries()[0].samples, 30);
  EXPECT_EQ(reader.entries()[1].samples, 38);
  EXPECT_EQ(reader.entries()[2].samples, 30);
  const Trajectory second = reader.read(1);
  EXPECT_LT((second.q - ramp(100, 3, 0).middleRows(32, 38)).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_LT((second.tau.rightCols(2) - ramp(100, 2, 5000).middleRows(32, 38)).cwiseAbs().maxCoeff(), 1e-2);
  EXPECT_TRUE(second.tau.col(0).isZero(0.0));
  EXPECT_DOUBLE_EQ(second.t(37), 37 * 0.008);
  std::set<Split> splits;
  for (const auto& entry : reader.entries()) splits.insert(entry.split.value());
  EXPECT_EQ(splits.size(), 3U);
  EXPECT_THAT(reader.notes(), Contains(HasSubstr("1 episodes with fewer than")));
}

}  // namespace
}  // namespace dlnn
