#include "dlnn/evaluation/evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dlnn/core/error.hpp"
#include "evaluation/pendulum_motion.hpp"

namespace dlnn {
namespace {

TrajectoryDataset dataset(bool free_swing = false) {
  TrajectoryDataset result;
  result.file = "swing.h5";
  result.info.dof = 2;
  result.info.joint_types = {JointType::revolute, JointType::revolute};
  result.info.free_swing = free_swing;
  result.trajectories = {pendulum_motion(0.3, 5)};
  return result;
}

ModelSpec spec() {
  ModelSpec result;
  result.joint_types = {JointType::revolute, JointType::revolute};
  result.scales.q_std = result.scales.qd_rms = {1, 1};
  return result;
}

EvaluationOptions quick() {
  EvaluationOptions options;
  options.probe_states = 1 << 10;
  options.quiet = true;
  return options;
}

Evaluation evaluate(DynamicsModel& model, const TrajectoryDataset& data) {
  Predictions predictions;
  return evaluate_model(model, spec(), data, Split::test, quick(), predictions);
}

void expect_no_null(const nlohmann::json& json, const std::string& path) {
  EXPECT_FALSE(json.is_null()) << path;
  if (json.is_number_float()) {
    EXPECT_TRUE(std::isfinite(json.get<double>())) << path;
  }
  if (!json.is_structured()) return;
  for (const auto& [key, value] : json.items()) expect_no_null(value, concat(path, "/", key));
}

TEST(Evaluate, TheTrueModelIsPerfect) {
  PendulumModel model(2, 0.3);
  const auto result = evaluate(model, dataset());
  EXPECT_LT(*result.torque->joints.nmse_mean, 1e-20);
  EXPECT_LT(*result.acceleration->joints.nmse_mean, 1e-20);
  ASSERT_TRUE(result.rollout);
  EXPECT_EQ(result.rollout->starts, 2);
  EXPECT_EQ(result.rollout->prediction_times[0].never, 1);
  EXPECT_TRUE(result.notes.empty());
}

TEST(Evaluate, JsonHasTheDocumentedKeys) {
  PendulumModel model(2, 0.3);
  const auto json = to_json(evaluate(model, dataset()));
  for (const char* key : {"model", "data", "split", "seed", "parameters", "tau_nmse", "tau_nmse_mean", "tau_rmse",
                          "qdd_nmse", "qdd_nmse_mean", "vpt", "energy_error", "passivity", "absorption", "cost"})
    EXPECT_TRUE(json.contains(key)) << key;
  for (const char* threshold : {"0.1", "0.2", "0.5"})
    for (const char* key : {"median", "p10", "p90", "never"})
      EXPECT_TRUE(json["vpt"][threshold].contains(key)) << threshold << key;
  for (const char* key : {"max_power", "share_positive"}) EXPECT_TRUE(json["passivity"].contains(key)) << key;
  for (const char* key : {"dissipation_even", "conservative_odd"}) EXPECT_TRUE(json["absorption"].contains(key)) << key;
  for (const char* time : {"0.1", "0.5", "1", "3"}) EXPECT_TRUE(json["rollout_rmse"].contains(time)) << time;
  EXPECT_EQ(json["tau_nmse"].size(), 2u);
  expect_no_null(json, "");
}

TEST(Evaluate, WhatDoesNotApplyIsAbsent) {
  BlackBox box(std::make_shared<PendulumModel>(2, 0.3));
  const auto json = to_json(evaluate(box, dataset(true)));
  for (const char* key : {"tau_nmse", "tau_rmse", "energy_error", "energy_balance", "absorption"})
    EXPECT_FALSE(json.contains(key)) << key;
  EXPECT_TRUE(json.contains("qdd_nmse"));
  EXPECT_TRUE(json.contains("passivity"));
  expect_no_null(json, "");
}

TEST(Evaluate, ADivergingModelYieldsNumbers) {
  PendulumModel model(2, -50);
  const auto json = to_json(evaluate(model, dataset()));
  EXPECT_EQ(json["vpt"]["0.2"]["never"], 0);
  EXPECT_EQ(json["passivity"]["share_positive"], 1);
  expect_no_null(json, "");
}

TEST(Evaluate, EverythingButTheCostIsReproducible) {
  PendulumModel model(2, 0.2);
  auto first = to_json(evaluate(model, dataset())), second = to_json(evaluate(model, dataset()));
  first.erase("cost");
  second.erase("cost");
  EXPECT_EQ(first.dump(), second.dump());
}

TEST(Evaluate, TablesNameUnits) {
  PendulumModel model(2, 0.3);
  const auto result = evaluate(model, dataset());
  const auto joints = joint_table(result, spec().joint_types);
  ASSERT_EQ(joints.rows().size(), 6u);  // two quantities, two joints and their mean
  EXPECT_EQ(joints.rows()[0].back(), "N m");
  EXPECT_EQ(joints.rows()[3].back(), "rad/s²");
  EXPECT_NE(summary_table(result).str().find("valid prediction time at 0.2 rad"), std::string::npos);
}

}  // namespace
}  // namespace dlnn
