#include "dlnn/data/write.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/data/reader.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

TEST(WriteDataset, RoundTripsEverything) {
  const ScratchFolder folder;
  TrajectoryDataset dataset = sample_dataset(3, 57, 2);
  dataset.info.joint_types[1] = JointType::prismatic;
  dataset.info.attributes["note"] = "größer";
  dataset.trajectories[1].attributes["operator"] = "A. B.";
  dataset.trajectories[2].channels["q_raw"] = 2.0 * dataset.trajectories[2].q;
  write_dataset(folder / "a.h5", dataset);

  const TrajectoryReader reader(folder / "a.h5");
  EXPECT_EQ(reader.info().joint_types, dataset.info.joint_types);
  EXPECT_EQ(reader.info().attributes, dataset.info.attributes);
  EXPECT_EQ(reader.info().dt, dataset.info.dt);
  EXPECT_EQ(reader.info().system, dataset.info.system);
  ASSERT_EQ(reader.entries().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const Trajectory read = reader.read(i, 1, 0, true);
    EXPECT_EQ(read.t, dataset.trajectories[i].t);
    EXPECT_EQ(read.q, dataset.trajectories[i].q);
    EXPECT_EQ(read.qd, dataset.trajectories[i].qd);
    EXPECT_EQ(read.qdd, dataset.trajectories[i].qdd);
    EXPECT_EQ(read.tau, dataset.trajectories[i].tau);
    EXPECT_EQ(read.channels, dataset.trajectories[i].channels);
    EXPECT_EQ(read.attributes, dataset.trajectories[i].attributes);
    EXPECT_EQ(read.name, dataset.trajectories[i].name);
    EXPECT_EQ(read.split, dataset.trajectories[i].split);
  }
}

TEST(WriteDataset, SameDatasetGivesSameBytes) {
  const ScratchFolder folder;
  const TrajectoryDataset dataset = sample_dataset(3, 20000, 2);  // several chunks
  write_dataset(folder / "a.h5", dataset);
  write_dataset(folder / "b.h5", dataset);
  EXPECT_EQ(read_file(folder / "a.h5"), read_file(folder / "b.h5"));
}

TEST(WriteDataset, LeavesNothingBehindWhenItFails) {
  const ScratchFolder folder;
  TrajectoryDataset dataset = sample_dataset(2, 10, 2);
  dataset.trajectories[1].qd.conservativeResize(9, 2);
  EXPECT_THROW(write_dataset(folder / "a.h5", dataset), DataError);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_THROW(write_dataset("/proc/nowhere/a.h5", sample_dataset(1, 10, 2)), IoError);
}

}  // namespace
}  // namespace dlnn
