#include "dlnn/training/weight_average.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>

#include "linear_model.hpp"

namespace dlnn {
namespace {

TEST(WeightAverage, FollowsItsRecursion) {
  LinearModel model(1);
  WeightAverage average(0.5, model);
  auto expected = model.weight().detach().clone();
  for (int k = 0; k < 20; ++k) {
    model.weight().data().add_(1.0);
    average.update(model, k);
    const double decay = std::min(0.5, (1.0 + k) / (10.0 + k));
    expected = decay * expected + (1 - decay) * model.weight().detach();
  }
  average.apply(model);
  EXPECT_TRUE(torch::allclose(model.weight(), expected, 1e-12));
}

TEST(WeightAverage, SavedStateComesBackAndOffDoesNothing) {
  LinearModel model(1);
  WeightAverage average(0.9, model);
  model.weight().data().add_(1.0);
  average.update(model, 100);
  TensorMap saved;
  average.save_state("ema.", saved);
  LinearModel other(1, torch::kFloat64, 7);
  WeightAverage restored(0.9, other);
  restored.load_state("ema.", saved, "x");
  restored.apply(other);
  average.apply(model);
  EXPECT_TRUE(torch::equal(model.weight(), other.weight()));

  const auto before = model.weight().detach().clone();
  WeightAverage off(0.0, model);
  off.update(model, 0);
  off.apply(model);
  EXPECT_TRUE(torch::equal(model.weight(), before));
}

}  // namespace
}  // namespace dlnn
