#include "dlnn/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dlnn {
namespace {

TEST(Random, SameSeedSameNumbersAndStateRestores) {
  Random a(7);
  Random b(7);
  EXPECT_EQ(a.bits(), b.bits());
  const auto state = a.state();
  const double next = a.normal();
  a.set_state(state);
  EXPECT_EQ(a.normal(), next);
  EXPECT_NE(Random(8).bits(), Random(7).bits());
}

TEST(Random, NormalHasUnitVarianceAndZeroMean) {
  Random random(1);
  double sum = 0;
  double squares = 0;
  constexpr int count = 200000;
  for (int i = 0; i < count; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / count, 0.0, 4 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 1.0, 0.02);
}

TEST(Random, PermutationContainsEachIndexOnce) {
  auto order = Random(3).permutation(1000);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (std::int64_t i = 0; i < 1000; ++i) EXPECT_EQ(order[static_cast<std::size_t>(i)], i);
}

TEST(Random, ForksAreIndependentAndLeaveTheParentAlone) {
  Random parent(5);
  const auto state = parent.state();
  EXPECT_NE(parent.fork(0).bits(), parent.fork(1).bits());
  EXPECT_EQ(parent.state(), state);
}

}  // namespace
}  // namespace dlnn
