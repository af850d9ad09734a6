#include "dlnn/training/model_state.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

#include "dlnn/core/error.hpp"
#include "linear_model.hpp"

namespace dlnn {
namespace {

std::string refusal(LinearModel& model, const TensorMap& tensors) {
  try {
    load_state(model, "model.", tensors, "run.pt");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ModelState, ComesBackAndIsACopy) {
  LinearModel original(2, torch::kFloat64, 1);
  TensorMap saved;
  save_state(original, "model.", saved);
  LinearModel other(2, torch::kFloat64, 2);
  load_state(other, "model.", saved, "run.pt");
  EXPECT_TRUE(torch::equal(other.weight(), original.weight()));
  original.weight().data().zero_();
  EXPECT_FALSE(torch::equal(other.weight(), original.weight()));
}

TEST(ModelState, NamesWhatDoesNotFitAndThenChangesNothing) {
  LinearModel model(2);
  const auto before = model.weight().detach().clone();
  EXPECT_THAT(refusal(model, {}), testing::HasSubstr("no tensor model.weight"));
  EXPECT_THAT(refusal(model, {{"model.weight", torch::zeros({2, 9, 3}, torch::kFloat64)}}),
              testing::HasSubstr("[2, 9, 3]"));
  EXPECT_THAT(refusal(model, {{"model.weight", torch::zeros({2, 6, 2}, torch::kFloat32)}}),
              testing::HasSubstr("float"));
  EXPECT_THAT(refusal(model, {{"model.weight", torch::full({2, 6, 2}, std::nan(""), torch::kFloat64)}}),
              testing::HasSubstr("tensor model.weight holds NaN"));
  EXPECT_THAT(
      refusal(model, {{"model.weight", torch::zeros({2, 6, 2}, torch::kFloat64)}, {"model.z", torch::zeros({1})}}),
      testing::HasSubstr("has no tensor model.z"));
  EXPECT_TRUE(torch::equal(model.weight(), before));
}

TEST(ModelState, GuardRestoresTheLastBit) {
  LinearModel model(3);
  const auto before = model.weight().detach().clone();
  {
    const StateGuard guard(model);
    model.weight().data().mul_(1.1);
  }
  EXPECT_TRUE(torch::equal(model.weight(), before));
}

}  // namespace
}  // namespace dlnn
