#include "dlnn/evaluation/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dlnn {
namespace {

Evaluation evaluation(const std::string& model, double nmse, std::optional<double> prediction_time) {
  Evaluation result;
  result.label = model + "/version_0";
  result.model = model;
  PredictionErrors errors;
  errors.joints.nmse_mean = nmse;
  result.torque = errors;
  if (prediction_time) {
    result.rollout.emplace();
    result.rollout->prediction_times = {{0.2, *prediction_time, 0, 0, 0}};
  }
  return result;
}

std::size_t metric(const std::string& key) {
  for (std::size_t m = 0; m < compared_metrics().size(); ++m)
    if (compared_metrics()[m].key == key) return m;
  throw std::out_of_range(key);
}

TEST(Comparison, RanksEachMetricInItsDirection) {
  const auto comparison = compare_evaluations(
      {evaluation("mlp", 0.3, 0.5), evaluation("dlnn", 0.1, 2), evaluation("delan", 0.2, 2)}, {"a", "b", "c"});
  ASSERT_EQ(comparison.groups.size(), 3u);
  const auto &best = comparison.groups[0], &second = comparison.groups[1], &last = comparison.groups[2];
  EXPECT_EQ(best.model, "dlnn");
  EXPECT_EQ(best.cells[metric("tau_nmse_mean")]->rank, 1);   // smaller is better
  EXPECT_EQ(best.cells[metric("vpt_0.2_median")]->rank, 1);  // longer is better
  EXPECT_EQ(*best.mean_rank, 1);
  EXPECT_EQ(second.model, "delan");
  EXPECT_EQ(second.cells[metric("vpt_0.2_median")]->rank, 1);  // equal values share the rank
  EXPECT_EQ(*second.mean_rank, 1.5);
  EXPECT_EQ(last.cells[metric("vpt_0.2_median")]->rank, 3);
  EXPECT_FALSE(best.cells[metric("qdd_nmse_mean")]);
}

TEST(Comparison, OnlyTheSeedMayDifferWithinAGroup) {
  TrainConfig first, seed, loss;
  first.name = seed.name = loss.name = "arm";
  seed.seed = 1;
  seed.output = "elsewhere";
  loss.loss.type = "both";
  const std::vector<std::string> labels{"arm/version_0", "arm/version_1", "arm/version_2"};
  EXPECT_THAT(group_names({first, seed}, labels), testing::ElementsAre("arm", "arm"));
  EXPECT_THAT(group_names({first, seed, loss}, labels),
              testing::ElementsAre("arm/version_0", "arm/version_0", "arm/version_2"));
}

TEST(Comparison, PoolsSeedsOfOneModelOnly) {
  const auto comparison = compare_evaluations(
      {evaluation("dlnn", 1, {}), evaluation("dlnn", 3, {}), evaluation("mlp", 5, {})}, {"x", "x", "x"});
  ASSERT_EQ(comparison.groups.size(), 2u);
  const auto& cell = *comparison.groups[0].cells[metric("tau_nmse_mean")];
  EXPECT_EQ(comparison.groups[0].runs.size(), 2u);
  EXPECT_DOUBLE_EQ(cell.mean, 2);
  EXPECT_DOUBLE_EQ(cell.deviation, std::sqrt(2.0));
  ASSERT_TRUE(cell.interval);
  EXPECT_GE(cell.interval->low, 1);
  EXPECT_LE(cell.interval->high, 3);
  EXPECT_FALSE(comparison.groups[1].cells[metric("tau_nmse_mean")]->interval);  // a single seed
}

TEST(Comparison, TableMarksTheBestAndLeavesOutWhatNobodyHas) {
  const auto comparison = compare_evaluations({evaluation("mlp", 0.3, {}), evaluation("dlnn", 0.1, {})}, {"a", "b"});
  const auto table = comparison_table(comparison);
  EXPECT_EQ(table.header(), (std::vector<std::string>{"run", "model", "seeds", "parameters", "τ nMSE", "mean rank"}));
  EXPECT_EQ(table.rows()[0][4], "0.1*");
  EXPECT_EQ(table.rows()[1][4], "0.3 ");
}

TEST(Comparison, CsvAndJsonHoldTheSameValues) {
  const auto comparison =
      compare_evaluations({evaluation("mlp", 0.3, {}), evaluation("dlnn", 0.125, {})}, {"a", "say \"b\""});
  const auto json = to_json(comparison);
  EXPECT_EQ(json[0]["metrics"]["tau_nmse_mean"]["mean"], 0.125);
  EXPECT_FALSE(json[0]["metrics"].contains("vpt_0.2_median"));
  const std::string csv = to_csv(comparison);
  EXPECT_NE(csv.find("\"say \"\"b\"\"\",dlnn,1,0,1,0.125,"), std::string::npos) << csv;
  const auto commas = [](const std::string& line) { return std::count(line.begin(), line.end(), ','); };
  EXPECT_EQ(commas(csv.substr(0, csv.find('\n'))),
            commas(csv.substr(csv.find('\n') + 1, csv.find('\n', csv.find('\n') + 1) - csv.find('\n') - 1)));
}

}  // namespace
}  // namespace dlnn
