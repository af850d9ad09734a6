#include "dlnn/data/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dlnn/data/load.hpp"
#include "dlnn/data/write.hpp"
#include "raw_hdf5.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

TEST(TrajectoryReader, ChunksGiveTheSameAsTheWhole) {
  const ScratchFolder folder;
  write_dataset(folder / "a.h5", sample_dataset(2, 103, 2));
  const Trajectory whole = TrajectoryReader(folder / "a.h5").read(1);
  for (const Index chunk : {1, 7, 50, 103}) {
    const TrajectoryReader reader(folder / "a.h5", {.chunk_rows = chunk});
    for (const Index stride : {1, 3, 10, 200}) {
      const Trajectory strided = reader.read(1, stride);
      const Trajectory wanted = select_rows(whole, 0, (103 + stride - 1) / stride, stride);
      EXPECT_EQ(strided.t, wanted.t) << chunk << " " << stride;
      EXPECT_EQ(strided.q, wanted.q);
      EXPECT_EQ(strided.tau, wanted.tau);
    }
    std::vector<Trajectory> parts;
    reader.for_each_chunk(1, [&](const Trajectory& part) { parts.push_back(part); });
    EXPECT_EQ(static_cast<Index>(parts.size()), (103 + chunk - 1) / chunk);
    EXPECT_EQ(concatenate(parts).qdd, whole.qdd);
  }
}

TEST(TrajectoryReader, FindsTimeThatFallsBackBetweenTwoChunks) {
  const ScratchFolder folder;
  TrajectoryDataset dataset = sample_dataset(1, 20, 1);
  dataset.trajectories[0].t(10) = dataset.trajectories[0].t(9);
  write_dataset(folder / "a.h5", dataset);
  const TrajectoryReader reader(folder / "a.h5", {.chunk_rows = 10});
  EXPECT_THAT(message_of<DataError>([&] { (void)reader.read(0); }), ::testing::HasSubstr("sample 10"));
}

TEST(TrajectoryReader, ReadsSinglePrecision) {
  const ScratchFolder folder;
  const TrajectoryDataset dataset = sample_dataset(1, 20, 2);
  write_dataset(folder / "a.h5", dataset);
  {
    RawHdf5 raw(folder / "a.h5");
    raw.remove("/trajectories/0000/q");
    raw.write("/trajectories/0000/q", dataset.trajectories[0].q, H5T_IEEE_F32LE);
  }
  const Matrix wanted = dataset.trajectories[0].q.cast<float>().cast<double>();
  EXPECT_EQ(TrajectoryReader(folder / "a.h5").read(0).q, wanted);
}

TEST(TrajectoryReader, MakesTimeFromTheSamplingTime) {
  const ScratchFolder folder;
  write_dataset(folder / "a.h5", sample_dataset(1, 20, 1, 0.25));
  RawHdf5(folder / "a.h5").remove("/trajectories/0000/t");
  EXPECT_EQ(TrajectoryReader(folder / "a.h5", {.chunk_rows = 3}).read(0).t, 0.25 * Vector::LinSpaced(20, 0, 19));
}

TEST(LoadDataset, DerivesWhatIsAbsent) {
  const ScratchFolder folder;
  TrajectoryDataset dataset = sample_dataset(3, 200, 2);
  for (auto& trajectory : dataset.trajectories) trajectory.qdd.resize(0, 0);
  write_dataset(folder / "speeds.h5", dataset);
  for (auto& trajectory : dataset.trajectories) trajectory.qd.resize(0, 0);
  write_dataset(folder / "positions.h5", dataset);
  const Trajectory exact = select_rows(sample_dataset(3, 200, 2).trajectories[1], 5, 190);
  for (const char* file : {"speeds.h5", "positions.h5"})
    for (const char* method : {"stored", "savitzky_golay"}) {
      const TrajectoryDataset loaded = load_dataset({.file = (folder / file).string(), .derivatives = method});
      EXPECT_TRUE(loaded.warnings.empty());
      const Trajectory& found = loaded.trajectories[1];
      EXPECT_EQ(found.t, exact.t);
      EXPECT_LT((found.qd - exact.qd).norm(), 1e-3 * exact.qd.norm());
      EXPECT_LT((found.qdd - exact.qdd).norm(), 1e-2 * exact.qdd.norm());
      EXPECT_EQ(found.tau, exact.tau);
    }
}

TEST(LoadDataset, ButterworthAgreesToo) {
  const ScratchFolder folder;
  write_dataset(folder / "a.h5", sample_dataset(3, 400, 2));
  const TrajectoryDataset loaded =
      load_dataset({.file = (folder / "a.h5").string(), .derivatives = "butterworth", .cutoff = 10});
  const Trajectory exact = select_rows(sample_dataset(3, 400, 2).trajectories[0], 10, 380);
  EXPECT_EQ(loaded.trajectories[0].t, exact.t);
  EXPECT_LT((loaded.trajectories[0].qdd - exact.qdd).norm(), 2e-2 * exact.qdd.norm());
}

TEST(LoadDataset, TrainFractionsAreNestedAndTouchTrainingOnly) {
  const ScratchFolder folder;
  write_dataset(folder / "a.h5", sample_dataset(12, 50, 2));
  const auto load = [&](double fraction, const char* derivatives) {
    return load_dataset({.file = (folder / "a.h5").string(), .train_fraction = fraction, .derivatives = derivatives});
  };
  for (const char* derivatives : {"stored", "savitzky_golay"}) {
    const TrajectoryDataset all = load(1.0, derivatives);
    const Matrix q = gather(all, Split::train).q;
    Index before = 0;
    for (const double fraction : {0.01, 0.1, 0.3, 0.6, 1.0}) {
      const TrajectoryDataset part = load(fraction, derivatives);
      const Matrix subset = gather(part, Split::train).q;
      EXPECT_EQ(subset, Matrix(q.topRows(subset.rows()))) << fraction;
      EXPECT_GE(subset.rows(), before);
      before = subset.rows();
      EXPECT_EQ(gather(part, Split::test).q, gather(all, Split::test).q);
      EXPECT_EQ(gather(part, Split::valid).q, gather(all, Split::valid).q);
    }
    if (std::string(derivatives) == "stored") {
      EXPECT_EQ(load(0.3, derivatives).samples(Split::train), 60);
    }
  }
}

TEST(LoadDataset, StrideKeepsEveryNthSample) {
  const ScratchFolder folder;
  write_dataset(folder / "a.h5", sample_dataset(3, 50, 2));
  const TrajectoryDataset loaded = load_dataset({.file = (folder / "a.h5").string(), .stride = 7});
  EXPECT_EQ(loaded.trajectories[2].q, select_rows(sample_dataset(3, 50, 2).trajectories[2], 0, 8, 7).q);
}

TEST(LoadDataset, KnowsFreeSwing) {
  const ScratchFolder folder;
  TrajectoryDataset dataset = sample_dataset(3, 20, 2);
  write_dataset(folder / "driven.h5", dataset);
  dataset.info.free_swing = true;
  write_dataset(folder / "free.h5", dataset);
  EXPECT_FALSE(load_dataset({.file = (folder / "driven.h5").string()}).info.free_swing);
  const TrajectoryDataset free = load_dataset({.file = (folder / "free.h5").string()});
  EXPECT_TRUE(free.info.free_swing);
  EXPECT_TRUE(gather(free, Split::train).tau.isZero(0.0));
}

}  // namespace
}  // namespace dlnn
