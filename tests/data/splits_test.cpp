#include "dlnn/data/splits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "support.hpp"

namespace dlnn {
namespace {

TEST(AssignSplits, GivesEverySplitItsShareAndAtLeastOne) {
  for (std::size_t count = 3; count < 60; ++count) {
    const auto splits = assign_splits(count, default_shares);
    ASSERT_EQ(splits.size(), count);
    for (const Split split : {Split::train, Split::valid, Split::test}) {
      const auto found = static_cast<double>(std::ranges::count(splits, split));
      EXPECT_GE(found, 1);
      EXPECT_NEAR(found, default_shares[static_cast<std::size_t>(split)] * static_cast<double>(count), 1.5) << count;
    }
  }
  EXPECT_EQ(assign_splits(1, default_shares), std::vector{Split::train});
}

TEST(AssignSplits, SpreadsOverTheFile) {
  const auto splits = assign_splits(40, default_shares);
  for (const auto& half : {std::span(splits).first(20), std::span(splits).last(20)})
    EXPECT_EQ(std::ranges::count(half, Split::test), 3);
}

TEST(AssignSplits, ASeedShufflesReproducibly) {
  const auto even = assign_splits(30, default_shares);
  const auto one = assign_splits(30, default_shares, 1);
  EXPECT_EQ(one, assign_splits(30, default_shares, 1));
  EXPECT_NE(one, even);
  EXPECT_NE(one, assign_splits(30, default_shares, 2));
  EXPECT_EQ(std::ranges::count(one, Split::test), std::ranges::count(even, Split::test));
}

TEST(SplitShares, AreThreeNumbersWithSumOne) {
  EXPECT_EQ(split_shares_from_string("0.8,0.1,0.1"), (SplitShares{0.8, 0.1, 0.1}));
  for (const char* bad : {"0.8,0.1", "0.8,0.1,0.2", "a,b,c", "1.5,-0.25,-0.25", ""})
    EXPECT_THROW((void)split_shares_from_string(bad), ConfigError) << bad;
}

TEST(CutBlocks, KeepsEverySampleOnceAndNeverShares) {
  const Trajectory whole = sine_trajectory(1000, 2, 0.01, 0);
  const auto blocks = cut_blocks(whole, 1.5);
  ASSERT_EQ(blocks.size(), 7U);  // six of 1.5 s and one of 1 s
  EXPECT_EQ(concatenate(blocks).q, whole.q);
  EXPECT_EQ(concatenate(blocks).t, whole.t);
  EXPECT_EQ(cut_blocks(whole, 9.0).size(), 1U);  // 1 s is less than half a block
}

TEST(Resample, IsExactForCubicsAndLinearForTorque) {
  Trajectory uneven;
  uneven.t = Vector::LinSpaced(101, 0, 2);
  for (Index k = 1; k < 100; ++k) uneven.t(k) += 0.004 * std::sin(7.0 * static_cast<double>(k));
  uneven.q = uneven.t.array().cube() - uneven.t.array();
  uneven.tau = 2.0 * uneven.t.array() + 1.0;
  const Trajectory even = resample(uneven, 0.01);
  ASSERT_EQ(even.samples(), 201);
  EXPECT_LT((even.q.col(0).array() - (even.t.array().cube() - even.t.array())).abs().maxCoeff(), 1e-12);
  EXPECT_LT((even.tau.col(0).array() - (2.0 * even.t.array() + 1.0)).abs().maxCoeff(), 1e-12);
  EXPECT_DOUBLE_EQ(even.t(200), 2.0);
}

TEST(Resample, RefusesToBridgeGaps) {
  Trajectory trajectory = sine_trajectory(100, 1, 0.01, 0);
  trajectory.t.tail(50).array() += 1.0;
  EXPECT_THAT(message_of<DataError>([&] { (void)resample(trajectory, 0.01); }),
              ::testing::AllOf(::testing::HasSubstr("sample 50"), ::testing::HasSubstr("--max-gap")));
}

}  // namespace
}  // namespace dlnn
