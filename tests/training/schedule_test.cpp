#include "dlnn/training/schedule.hpp"

#include <gtest/gtest.h>

namespace dlnn {
namespace {

TEST(Schedule, WarmUpRisesLinearlyToTheLargestRate) {
  const Schedule schedule({.type = "constant", .warmup_steps = 4}, 0.8, 100);
  EXPECT_DOUBLE_EQ(schedule.rate(0), 0.2);
  EXPECT_DOUBLE_EQ(schedule.rate(1), 0.4);
  EXPECT_DOUBLE_EQ(schedule.rate(3), 0.8);
  EXPECT_DOUBLE_EQ(schedule.rate(99), 0.8);
}

TEST(Schedule, CosineFallsFromTheLargestToTheFinalRateSymmetrically) {
  const Schedule schedule({.type = "cosine", .warmup_steps = 10, .final_fraction = 0.1}, 2.0, 111);
  EXPECT_DOUBLE_EQ(schedule.rate(10), 2.0);
  EXPECT_DOUBLE_EQ(schedule.rate(110), 0.2);
  for (int i = 0; i <= 50; ++i) EXPECT_NEAR(schedule.rate(10 + i) + schedule.rate(110 - i), 2.2, 1e-12);
  for (int step = 11; step < 111; ++step) EXPECT_LT(schedule.rate(step), schedule.rate(step - 1));
}

TEST(Schedule, CosineWithoutWarmUpOrWithOneStepStaysFinite) {
  EXPECT_DOUBLE_EQ(Schedule({.type = "cosine", .warmup_steps = 0}, 1.0, 1).rate(0), 1.0);
  EXPECT_DOUBLE_EQ(Schedule({.type = "cosine", .warmup_steps = 50}, 1.0, 10).rate(9), 0.2);
}

TEST(Schedule, PlateauFallsAfterPatienceAndStopsAtTheFinalRate) {
  const ScheduleConfig config{
      .type = "plateau", .warmup_steps = 0, .final_fraction = 0.2, .plateau_patience = 2, .plateau_factor = 0.5};
  Schedule schedule(config, 1.0, 100);
  schedule.validated(false);
  schedule.validated(true);
  schedule.validated(false);
  EXPECT_DOUBLE_EQ(schedule.rate(50), 1.0);
  schedule.validated(false);
  EXPECT_DOUBLE_EQ(schedule.rate(50), 0.5);
  schedule.validated(false);
  Schedule restored(config, 1.0, 100);
  restored.set_state(nlohmann::json::parse(schedule.state().dump()));
  restored.validated(false);
  EXPECT_DOUBLE_EQ(restored.rate(50), 0.25);
  for (int i = 0; i < 10; ++i) restored.validated(false);
  EXPECT_DOUBLE_EQ(restored.rate(50), 0.2);
}

}  // namespace
}  // namespace dlnn
