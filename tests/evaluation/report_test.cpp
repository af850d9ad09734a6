#include "dlnn/evaluation/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/evaluation/opened_run.hpp"
#include "dlnn/evaluation/predictions_csv.hpp"
#include "evaluation/pendulum_motion.hpp"
#include "plotting/xml_check.hpp"

namespace dlnn {
namespace {

using testing::HasSubstr;

class ReportTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / concat("dlnn_report_", ::getpid());
    make_folder(folder_);
    write_file(folder_ / "metrics.csv", "step,epoch,train_loss,valid_loss\n100,1,0.5,0.6\n200,2,0.25,0.3\n300,3,0.1");
    dataset_.file = "swing.h5";
    dataset_.info.dof = 2;
    dataset_.info.joint_types = spec_.joint_types = {JointType::revolute, JointType::prismatic};
    dataset_.trajectories = {pendulum_motion(0.3, 4)};
    spec_.scales.q_std = spec_.scales.qd_rms = {1, 1};
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  EvaluatedModel evaluated(const std::string& label, std::shared_ptr<DynamicsModel> model) {
    EvaluatedModel result{label, folder_, std::move(model), {}, {}, 0};
    EvaluationOptions options;
    options.probe_states = 256;
    options.quiet = true;
    result.evaluation = evaluate_model(*result.model, spec_, dataset_, Split::test, options, result.predictions);
    result.evaluation.label = label;
    return result;
  }
  ReportData data() { return {dataset_, Split::test, ConfigurationDistance(spec_.joint_types, {1, 1})}; }

  std::filesystem::path folder_;
  TrajectoryDataset dataset_;
  ModelSpec spec_;
};

TEST_F(ReportTest, OfARunHoldsAllPicturesInline) {
  const auto model = evaluated("a <run>", std::make_shared<PendulumModel>(2, 0.3));
  const auto file = write_run_report(model, data());
  const std::string html = read_file(file);
  EXPECT_THAT(html, HasSubstr("a &lt;run&gt;"));
  EXPECT_THAT(html, HasSubstr("torque τ"));
  if (!can_draw()) {
    EXPECT_THAT(html, HasSubstr("gnuplot is not installed"));
    return;
  }
  EXPECT_EQ(count_of(html, "<svg"), 8);
  for (const char* name :
       {"learning_curves", "torque", "acceleration", "rollout", "error_growth", "energy", "friction", "mass_matrix"})
    EXPECT_EQ(xml_mistake(read_file(folder_ / "plots" / (std::string(name) + ".svg"))), "") << name;
}

TEST_F(ReportTest, OfSimulatedDataShowsTheTruthBesideWhatWasLearned) {
  const auto config = load_config<SimulateConfig>(DLNN_SOURCE_DIR "/configs/simulate/arm2.yaml");
  dataset_.info.attributes["configuration"] = to_yaml(config);
  const auto friction = friction_figure({evaluated("run", std::make_shared<PendulumModel>(2, 0.3))}, data());
  ASSERT_EQ(friction.panels.size(), 2u);
  const auto& truth = friction.panels[0].curves.back();
  EXPECT_EQ(truth.label, "true");
  const auto& law = config.system.friction.laws[0];
  EXPECT_NEAR(truth.y[0], -law.viscous * truth.x[0] - law.coulomb * std::tanh(truth.x[0] / law.smoothing), 1e-12);
}

TEST_F(ReportTest, EveryAxisHasAUnitAndEveryPictureACaption) {
  const auto model = evaluated("run", std::make_shared<PendulumModel>(2, 0.3));
  std::set<std::string> names;
  for (const auto& figure : report_figures({model}, data())) {
    EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
    EXPECT_FALSE(figure.caption.empty()) << figure.name;
    for (const auto& axes : figure.panels) {
      EXPECT_FALSE(axes.curves.empty()) << figure.name;
      EXPECT_TRUE(axes.x_label == "optimiser step" || axes.x_label.back() == ')') << axes.x_label;
      EXPECT_EQ(axes.y_label.back(), ')') << axes.y_label;
    }
  }
}

TEST_F(ReportTest, OfSeveralModelsOverlaysThem) {
  std::vector<EvaluatedModel> models = {
      evaluated("clean", std::make_shared<PendulumModel>(2, 0.3)),
      evaluated("box", std::make_shared<BlackBox>(std::make_shared<PendulumModel>(2, 0.2)))};
  models[1].colour = 1;
  const auto comparison = compare_evaluations({models[0].evaluation, models[1].evaluation}, {"clean", "box"});
  const std::string html = read_file(write_comparison_report(models, comparison, data(), folder_ / "compare"));
  EXPECT_THAT(html, HasSubstr("Best values marked"));
  for (const auto& figure : report_figures(models, data())) {
    if (figure.name != "torque") continue;
    ASSERT_EQ(figure.panels[0].curves.size(), 3u);
    EXPECT_EQ(figure.panels[0].curves[1].label, "clean");
    EXPECT_EQ(figure.panels[0].curves[2].label, "box");
    EXPECT_EQ(figure.panels[1].y_label, "torque joint 2 (N)");  // a prismatic joint
  }
}

TEST_F(ReportTest, LearningCurvesLeaveOutAnUnfinishedLine) {
  const auto figure = learning_curves({EvaluatedModel{"run", folder_, nullptr, {}, {}, 0}});
  ASSERT_EQ(figure.panels[0].curves.size(), 2u);
  EXPECT_EQ(figure.panels[0].curves[0].y, (std::vector<double>{0.5, 0.25}));
}

TEST_F(ReportTest, PredictionsHaveOneLineASample) {
  const auto model = evaluated("run", std::make_shared<PendulumModel>(2, 0.3));
  write_predictions_csv(folder_ / "predictions.csv", dataset_, Split::test, model.predictions);
  const std::string csv = read_file(folder_ / "predictions.csv");
  EXPECT_EQ(count_of(csv, "\n"), 402);
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "trajectory,t,tau_1,tau_hat_1,tau_2,tau_hat_2,qdd_1,qdd_hat_1,qdd_2,qdd_hat_2");
}

TEST_F(ReportTest, JointsMustMatch) {
  spec_.joint_types = {JointType::revolute};
  try {
    check_joints(spec_, "runs/x/best.pt", dataset_);
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), HasSubstr("runs/x/best.pt has 1 joint (revolute)"));
    EXPECT_THAT(error.what(), HasSubstr("swing.h5 have 2 joints (revolute, prismatic)"));
  }
}

}  // namespace
}  // namespace dlnn
