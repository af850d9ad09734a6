#include "dlnn/training/trainer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

#include "config/scratch_folder.hpp"
#include "dlnn/core/error.hpp"
#include "linear_model.hpp"

namespace dlnn {
namespace {

using testing::HasSubstr;

/// Keeps all that it is told; can act at a step.
struct Recorder : TrainingObserver {
  void on_step(std::int64_t step, double loss, std::int64_t samples) override {
    losses.push_back(loss);
    total_samples += samples;
    if (at_step) at_step(step);
  }
  void on_validation(const MetricsRow& row) override { rows.push_back(row); }
  void on_report(std::int64_t, const std::string& report) override { reports.push_back(report); }

  std::vector<double> losses;
  std::int64_t total_samples = 0;
  std::vector<MetricsRow> rows;
  std::vector<std::string> reports;
  std::function<void(std::int64_t)> at_step;
};

struct Case {
  explicit Case(RunDescription run, std::shared_ptr<LinearModel> the_model = std::make_shared<LinearModel>(2))
      : description(std::move(run)),
        model(std::move(the_model)),
        trainer(description, model, stack_samples(train, torch::kFloat64), stack_samples(valid, torch::kFloat64)) {
    trainer.add_observer(recorder);
  }
  TrainingStatus run() { return trainer.run(folder.path()); }

  static inline const Samples train = linear_samples(100, 2, 1);
  static inline const Samples valid = linear_samples(30, 2, 2);
  ScratchFolder folder;
  RunDescription description;
  std::shared_ptr<LinearModel> model;
  std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
  Trainer trainer;
};

RunDescription run_description_for_tests() {
  return linear_run(Case::train);
}

std::string numerical_failure(Case& that) {
  try {
    (void)that.run();
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Trainer, LearnsALinearLawExactly) {
  RunDescription run = run_description_for_tests();
  run.config.training.steps = 800;
  Case linear(run);
  const TrainingStatus status = linear.run();
  EXPECT_EQ(status.step, 800);
  EXPECT_LT(status.best_loss, 1e-4);
  EXPECT_NEAR(linear.model->weight()[0][4][0].item<double>(), 3.0, 0.02);
  EXPECT_EQ(linear.recorder->total_samples, 800 * 20);
}

TEST(Trainer, RowsTellTheMeanLossAndTheBestSoFar) {
  Case linear(run_description_for_tests());
  (void)linear.run();
  const auto& rows = linear.recorder->rows;
  ASSERT_EQ(rows.size(), 6U);
  double best = INFINITY;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].step, 10 * (static_cast<std::int64_t>(i) + 1));
    double mean = 0;
    for (std::size_t k = 0; k < 10; ++k) mean += linear.recorder->losses[10 * i + k] / 10;
    EXPECT_NEAR(rows[i].train_loss, mean, 1e-12);
    best = std::min(best, rows[i].valid_loss);
    EXPECT_EQ(rows[i].best_valid_loss, best);
  }
  EXPECT_LT(rows.back().valid_loss, rows.front().valid_loss);
}

TEST(Trainer, BestHoldsTheWeightsWhoseValidationLossIsReported) {
  Case linear(run_description_for_tests());
  const TrainingStatus status = linear.run();
  const Checkpoint best = load_checkpoint(linear.folder / "best.pt");
  EXPECT_EQ(best.metadata.at("step").get<std::int64_t>(), status.best_step);
  load_state(*linear.model, "model.", best.tensors, "best.pt");
  const Objective objective(linear.description.config.loss, linear.description.spec.scales, false, torch::kFloat64);
  EXPECT_EQ(objective.mean_error(*linear.model, stack_samples(Case::valid, torch::kFloat64)), status.best_loss);
}

TEST(Trainer, SameSeedSameBitsOtherSeedOtherBits) {
  RunDescription run = run_description_for_tests();
  Case a(run);
  Case b(run);
  run.config.seed = 1;
  Case c(run);
  (void)a.run();
  (void)b.run();
  (void)c.run();
  EXPECT_TRUE(torch::equal(a.model->weight(), b.model->weight()));
  EXPECT_FALSE(torch::equal(a.model->weight(), c.model->weight()));
}

/// Runs to the end; and once more up to a crash after `crash` steps and from the checkpoint of then to the end. Both
/// must end in the same bits.
void expect_same_end(const RunDescription& run, std::int64_t crash) {
  Case whole(run);
  (void)whole.run();
  Case broken(run);
  broken.recorder->at_step = [=](std::int64_t step) {
    if (step == crash) throw std::runtime_error("killed");
  };
  EXPECT_THROW((void)broken.run(), std::runtime_error);
  if (!std::filesystem::exists(broken.folder / "last.pt")) return;  // killed before the first checkpoint
  Case resumed(run, std::make_shared<LinearModel>(2, torch::kFloat64, 99));
  resumed.trainer.restore(load_checkpoint(broken.folder / "last.pt"), "last.pt");
  (void)resumed.run();
  const Checkpoint a = whole.trainer.snapshot();
  const Checkpoint b = resumed.trainer.snapshot();
  EXPECT_EQ(a.metadata, b.metadata) << crash;
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (const auto& [name, tensor] : a.tensors) EXPECT_TRUE(torch::equal(tensor, b.tensors.at(name))) << name << crash;
  for (std::size_t i = 1; i <= resumed.recorder->rows.size(); ++i) {
    const MetricsRow& x = whole.recorder->rows[whole.recorder->rows.size() - i];
    const MetricsRow& y = resumed.recorder->rows[resumed.recorder->rows.size() - i];
    EXPECT_EQ(x.train_loss, y.train_loss);
    EXPECT_EQ(x.valid_loss, y.valid_loss);
    EXPECT_EQ(x.gradient_norm, y.gradient_norm);
  }
}

TEST(Trainer, ResumesBitForBitWithEveryFeatureOn) {
  RunDescription run = run_description_for_tests();
  run.config.training.checkpoint_every = 7;
  run.config.training.ema_decay = 0.9;
  run.config.optimizer = {
      .type = "adamw", .learning_rate = 0.3, .beta1 = 0.8, .beta2 = 0.9, .weight_decay = 0.01, .clip = 1};
  run.config.schedule = {.type = "plateau", .warmup_steps = 3, .plateau_patience = 1};
  for (const std::int64_t crash : {7, 8, 13, 29, 41, 59}) expect_same_end(run, crash);
  run.config.schedule.type = "cosine";
  run.config.optimizer.type = "adam";
  run.config.training.ema_decay = 0;
  for (const std::int64_t crash : {14, 34}) expect_same_end(run, crash);
}

TEST(Trainer, StopsEarlyAndSaysSo) {
  RunDescription run = run_description_for_tests();
  run.config.training.steps = 100000;
  run.config.training.early_stop = 3;
  run.config.optimizer.learning_rate = 5;  // never settles
  run.config.schedule.type = "constant";
  Case restless(run);
  const TrainingStatus status = restless.run();
  EXPECT_TRUE(status.stopped_early);
  EXPECT_EQ(status.step, status.best_step + 3 * run.config.training.validate_every);
  EXPECT_TRUE(load_checkpoint(restless.folder / "last.pt").metadata.at("status").at("stopped_early").get<bool>());
}

TEST(Trainer, ValidatesAndKeepsTheAverageButTrainsOnWithTheWeights) {
  RunDescription run = run_description_for_tests();
  Case plain(run);
  (void)plain.run();
  run.config.training.ema_decay = 0.99;
  Case averaged(run);
  (void)averaged.run();
  EXPECT_TRUE(torch::equal(plain.model->weight(), averaged.model->weight()));
  EXPECT_NE(plain.recorder->rows.back().valid_loss, averaged.recorder->rows.back().valid_loss);
  const Checkpoint last = load_checkpoint(averaged.folder / "last.pt");
  EXPECT_TRUE(torch::equal(load_checkpoint(averaged.folder / "best.pt").tensors.at("model.weight"),
                           last.tensors.at("ema.weight")));
}

/// Its torque, or the gradient of it, turns into NaN at the n-th call.
class FailingModel : public LinearModel {
 public:
  FailingModel(int good_calls, bool gradient_only)
      : LinearModel(2), good_calls_(good_calls), gradient_only_(gradient_only) {}
  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    const Tensor tau = LinearModel::inverse_dynamics(q, qd, qdd);
    if (torch::GradMode::is_enabled() && --good_calls_ < 0) {
      return gradient_only_ ? tau + (weight().sum() - weight().sum()).sqrt()
                            : tau * std::nan("");  // √ has no slope at 0
    }
    return tau;
  }
  std::vector<std::string> take_reports() override { return {"something happened"}; }

 private:
  int good_calls_;
  bool gradient_only_;
};

TEST(Trainer, NanLossStopsWithStepBatchAndTermAndKeepsTheLastGoodCheckpoint) {
  RunDescription run = run_description_for_tests();
  run.config.loss.type = "both";
  Case failing(run, std::make_shared<FailingModel>(28, false));
  EXPECT_THAT(numerical_failure(failing),
              testing::AllOf(HasSubstr("step 29"), HasSubstr("batch 4 of 5 in epoch 6"),
                             HasSubstr("loss term inverse is"), HasSubstr("lower optimizer.learning_rate")));
  const Checkpoint last = load_checkpoint(failing.folder / "last.pt");
  EXPECT_EQ(last.metadata.at("step").get<int>(), 25);
  EXPECT_TRUE(last.tensors.at("model.weight").isfinite().all().item<bool>());
}

TEST(Trainer, ABadGradientIsNamedBeforeItReachesTheWeights) {
  Case failing(run_description_for_tests(), std::make_shared<FailingModel>(3, true));
  EXPECT_THAT(numerical_failure(failing),
              testing::AllOf(HasSubstr("step 4"), HasSubstr("gradient of weight is not finite")));
  EXPECT_TRUE(failing.model->weight().isfinite().all().item<bool>());
}

TEST(Trainer, PassesOnTheReportsOfTheModelAtValidations) {
  Case failing(run_description_for_tests(), std::make_shared<FailingModel>(1000, false));
  (void)failing.run();
  EXPECT_EQ(failing.recorder->reports.size(), failing.recorder->rows.size());
}

TEST(Trainer, RefusesToContinueFromBestOrFromAnotherModel) {
  Case linear(run_description_for_tests());
  (void)linear.run();
  EXPECT_THROW(linear.trainer.restore(load_checkpoint(linear.folder / "best.pt"), "best.pt"), ModelError);
  Checkpoint other = linear.trainer.snapshot();
  other.tensors.erase("model.weight");
  EXPECT_THROW(linear.trainer.restore(other, "other.pt"), ModelError);
}

}  // namespace
}  // namespace dlnn
