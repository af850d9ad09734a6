#include "dlnn/data/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>

#include "dlnn/data/write.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class Inspect : public ::testing::Test {
 protected:
  [[nodiscard]] Inspection inspected(const TrajectoryDataset& dataset, const ReaderOptions& options = {}) const {
    write_dataset(folder_ / "a.h5", dataset);
    return inspect(folder_ / "a.h5", options);
  }
  /// Two whole periods of sin 2t and sin 3t in every trajectory.
  TrajectoryDataset dataset_ = sample_dataset(3, 629, 2);
  ScratchFolder folder_;
};

TEST_F(Inspect, MeasuresWhatIsKnown) {
  const Inspection found = inspected(dataset_);
  const JointReport& first = found.joints[0];
  EXPECT_NEAR(first.q.rms, 1 / std::sqrt(2.0), 2e-3);
  EXPECT_NEAR(first.qd.largest(), 2.0, 1e-3);
  EXPECT_NEAR(first.qdd.rms, 4 / std::sqrt(2.0), 1e-2);
  // |cos| > 0.05/√2 for all but 2 asin(0.0354)/π of the time.
  EXPECT_NEAR(first.reversal_balance, 1 - 2 * std::asin(0.05 / std::sqrt(2.0)) / std::numbers::pi, 5e-3);
  EXPECT_LT(first.speed_consistency, 1e-4);
  EXPECT_NEAR(first.speed_slope, 1, 1e-4);
  EXPECT_LT(first.bandwidth, 1.0);
  EXPECT_EQ(first.wraps, 0);
  EXPECT_NEAR(found.trajectories[1].duration, 6.28, 1e-9);
  EXPECT_NEAR(found.trajectories[1].dt, 0.01, 1e-12);
  EXPECT_LT(found.trajectories[1].jitter, 1e-9);
}

TEST_F(Inspect, DoesNotDependOnTheChunks) {
  const Inspection whole = inspected(dataset_);
  const Inspection chunked = inspected(dataset_, {.chunk_rows = 100});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(whole.joints[i].qd.rms, chunked.joints[i].qd.rms, 1e-12);
    EXPECT_EQ(whole.joints[i].reversal_balance, chunked.joints[i].reversal_balance);
    EXPECT_NEAR(whole.joints[i].speed_consistency, chunked.joints[i].speed_consistency, 1e-12);
    EXPECT_NEAR(whole.joints[i].condition, chunked.joints[i].condition, 1e-6 * whole.joints[i].condition);
  }
  EXPECT_EQ(whole.trajectories[0].gaps, chunked.trajectories[0].gaps);
}

TEST_F(Inspect, WarnsOfMixedUnits) {
  for (auto& trajectory : dataset_.trajectories) trajectory.qd.col(0) *= 180 / std::numbers::pi;
  EXPECT_THAT(inspected(dataset_).warnings, Contains(HasSubstr("joint 1: qd is not the derivative of q")));
  EXPECT_THAT(inspected(dataset_).warnings, Contains(HasSubstr("qd seems to be in deg/s")));
}

TEST_F(Inspect, WarnsOfPoorMotion) {
  for (auto& trajectory : dataset_.trajectories) {
    trajectory.q.col(0) = trajectory.t;  // always forwards
    trajectory.qd.col(0).setOnes();
    trajectory.qdd.col(0).setZero();
    trajectory.q.col(1) *= 0.01;
    trajectory.qd.col(1) *= 0.01;
    trajectory.qdd.col(1) *= 0.01;
    trajectory.tau.col(1).setConstant(2.0);
  }
  const auto warnings = inspected(dataset_).warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("joint 1: hardly reverses")));
  EXPECT_THAT(warnings, Contains(HasSubstr("joint 2: hardly moves")));
  EXPECT_THAT(warnings, Contains(HasSubstr("joint 2: tau is constant")));
}

TEST_F(Inspect, WarnsOfUnevenTimeGapsAndWraps) {
  Trajectory& trajectory = dataset_.trajectories[0];
  trajectory.t.tail(300).array() += 0.5;
  trajectory.q.col(0).tail(100).array() += 2 * std::numbers::pi;
  const Inspection found = inspected(dataset_);
  EXPECT_EQ(found.trajectories[0].gaps, 1);
  EXPECT_EQ(found.joints[0].wraps, 1);
  EXPECT_THAT(found.warnings, Contains(HasSubstr("uneven sampling in 1 trajectories")));
  EXPECT_THAT(found.warnings, Contains(HasSubstr("1 gaps")));
  EXPECT_THAT(found.warnings, Contains(HasSubstr("angle jumps by 2π 1 times")));
}

TEST_F(Inspect, WarnsOfSaturationAndOfIdleTrajectories) {
  for (auto& trajectory : dataset_.trajectories)
    trajectory.tau.col(0) = trajectory.tau.col(0).cwiseMin(1.0).cwiseMax(-1.0);
  dataset_.trajectories[2].tau.col(1) *= 1e-3;
  const auto warnings = inspected(dataset_).warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("joint 1: tau is at its limit")));
  EXPECT_THAT(warnings, Contains(HasSubstr("joint 2: almost no torque in: run 2")));
}

TEST_F(Inspect, SaysOfFreeSwingWhatCannotBeIdentified) {
  EXPECT_THAT(inspected(dataset_).warnings, Not(Contains(HasSubstr("free swing"))));
  dataset_.info.free_swing = true;
  EXPECT_THAT(inspected(dataset_).warnings, Contains(HasSubstr("free swing")));
}

TEST_F(Inspect, JsonHoldsNoNan) {
  const auto object = to_json(inspected(dataset_));
  EXPECT_EQ(object["dof"], 2);
  EXPECT_EQ(object["splits"]["train"]["trajectories"], 1);
  EXPECT_EQ(object["trajectories"].size(), 3U);
  EXPECT_THAT(object.dump(), Not(HasSubstr("null")));
}

TEST(InspectShared, EverySetIsRead) {
  const std::filesystem::path shared = DLNN_SOURCE_DIR "/../shared/data";
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << "no shared data beside this checkout";
  for (const auto& entry : std::filesystem::directory_iterator(shared)) {
    if (entry.path().extension() != ".h5") continue;
    SCOPED_TRACE(entry.path());
    const Inspection found = inspect(entry.path());
    for (const auto& joint : found.joints) {
      EXPECT_LT(joint.speed_consistency, 0.02);
      EXPECT_GT(joint.bandwidth, 0);
    }
    EXPECT_THAT(to_json(found).dump(), Not(HasSubstr("null")));
  }
}

}  // namespace
}  // namespace dlnn
