#include "dlnn/training/objective.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/core/error.hpp"
#include "linear_model.hpp"

namespace dlnn {
namespace {

LossConfig loss_of(const std::string& type, double forward_weight = 1, std::vector<double> joint_weights = {}) {
  return {.type = type, .forward_weight = forward_weight, .joint_weights = std::move(joint_weights)};
}

/// Predicts zero, and charges for it.
class ZeroModel : public LinearModel {
 public:
  explicit ZeroModel(std::int64_t dof) : LinearModel(dof) { weight().data().zero_(); }
  Tensor penalty(const Tensor& /*q*/, const Tensor& /*qd*/) override { return torch::tensor(7.0, torch::kFloat64); }
};

Samples centred(Index count, Index dof) {
  Samples samples = linear_samples(count, dof, 5);
  samples.tau = samples.tau.rowwise() - samples.tau.colwise().mean();
  samples.qdd = samples.qdd.rowwise() - samples.qdd.colwise().mean();
  return samples;
}

double error_of(const LossConfig& config, const Samples& samples) {
  ZeroModel model(samples.q.cols());
  const Objective objective(config, measure_scales(samples), false, torch::kFloat64);
  return objective.mean_error(model, stack_samples(samples, torch::kFloat64));
}

TEST(Objective, PredictingTheMeanCostsOneForEachJointInTheTrainingSplit) {
  const Samples samples = centred(9001, 3);  // more than one chunk, the last one partial
  EXPECT_NEAR(error_of(loss_of("inverse"), samples), 3.0, 1e-12);
  EXPECT_NEAR(error_of(loss_of("forward"), samples), 3.0, 1e-12);
  EXPECT_NEAR(error_of(loss_of("both", 0.5), samples), 4.5, 1e-12);
  EXPECT_NEAR(error_of(loss_of("inverse", 1, {1, 0, 4}), samples), 5.0, 1e-12);
}

TEST(Objective, UnitsOfOneJointDoNotMatter) {
  Samples samples = linear_samples(200, 2, 6);
  const double before = error_of(loss_of("both"), samples);
  samples.tau.col(0) *= 1000;
  samples.qdd.col(1) *= 1e-3;
  EXPECT_NEAR(error_of(loss_of("both"), samples), before, 1e-9);
}

TEST(Objective, APassiveJointIsJudgedOnTheScaleOfTheOthers) {
  Samples samples = centred(500, 3);
  samples.tau.col(1).setZero();
  ZeroModel model(3);
  const Scales scales = measure_scales(samples);
  const Objective objective(loss_of("inverse"), scales, false, torch::kFloat64);
  EXPECT_NEAR(objective.mean_error(model, stack_samples(samples, torch::kFloat64)), 2.0, 1e-12);
  const double sigma = (scales.tau_std[0] + scales.tau_std[2]) / 2;
  samples.tau.col(1).setConstant(sigma);
  EXPECT_NEAR(objective.mean_error(model, stack_samples(samples, torch::kFloat64)), 3.0, 1e-12);
}

TEST(Objective, TermsNameThemselvesAndOnlyTrainingPaysThePenalty) {
  const Samples samples = centred(10, 2);
  ZeroModel model(2);
  const Objective objective(loss_of("both"), measure_scales(samples), false, torch::kFloat64);
  const Batch batch = slice(stack_samples(samples, torch::kFloat64), 0, 10);
  const auto terms = objective.terms(model, batch);
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].name, "inverse");
  EXPECT_EQ(terms[1].name, "forward");
  EXPECT_EQ(terms[2].name, "penalty");
  EXPECT_EQ(terms[2].value.item<double>(), 7.0);
  EXPECT_EQ(objective.errors(model, batch).size(), 2U);
}

TEST(Objective, RefusesWhatTheDataCannotDetermine) {
  const Scales scales = measure_scales(linear_samples(10, 2, 1));
  for (const char* type : {"inverse", "both"}) {
    try {
      const Objective objective(loss_of(type), scales, true, torch::kFloat64);
      ADD_FAILURE() << type << " was accepted for free swing";
    } catch (const ConfigError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("set loss.type: forward"));
    }
  }
  EXPECT_NO_THROW(Objective(loss_of("forward"), scales, true, torch::kFloat64));
  EXPECT_THROW(Objective(loss_of("inverse", 1, {1}), scales, false, torch::kFloat64), ConfigError);
  EXPECT_THROW(Objective(loss_of("entropy"), scales, false, torch::kFloat64), ConfigError);
}

}  // namespace
}  // namespace dlnn
