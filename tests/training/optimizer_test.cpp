#include "dlnn/training/optimizer.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/core/error.hpp"
#include "linear_model.hpp"

namespace dlnn {
namespace {

struct Descent {
  explicit Descent(const OptimizerConfig& config) : model(2), optimizer(config, model) {}
  double step(double rate) {
    optimizer.zero_grad();
    (model.weight() - 1).square().sum().backward();
    const double norm = optimizer.clip_gradient();
    optimizer.step(rate);
    return norm;
  }
  LinearModel model;
  Optimizer optimizer;
};

/// lr, β₁, β₂ and weight decay of the implementation, whichever it is.
template <class Options>
std::vector<double> options_of(const Optimizer& optimizer) {
  const auto& options = static_cast<const Options&>(optimizer.implementation().param_groups().front().options());
  return {options.lr(), std::get<0>(options.betas()), std::get<1>(options.betas()), options.weight_decay()};
}

TEST(Optimizer, OptionsReachTheImplementation) {
  const OptimizerConfig config{.type = "adam", .learning_rate = 0.02, .beta1 = 0.8, .beta2 = 0.95, .weight_decay = 0.3};
  EXPECT_EQ(options_of<torch::optim::AdamOptions>(Descent(config).optimizer),
            (std::vector<double>{0.02, 0.8, 0.95, 0.3}));
  OptimizerConfig decoupled = config;
  decoupled.type = "adamw";
  Descent descent(decoupled);
  (void)descent.step(0.007);
  EXPECT_EQ(options_of<torch::optim::AdamWOptions>(descent.optimizer), (std::vector<double>{0.007, 0.8, 0.95, 0.3}));
}

TEST(Optimizer, TheFirstAdamStepHasTheSizeOfTheRate) {
  Descent descent({.type = "adam"});
  const auto before = descent.model.weight().detach().clone();
  (void)descent.step(0.01);
  EXPECT_TRUE(torch::allclose(descent.model.weight().detach() - before, torch::full_like(before, 0.01), 1e-6));
}

TEST(Optimizer, ClippingShortensTheGradientAndReportsItsLength) {
  Descent descent({.type = "adam", .clip = 0.5});
  const auto gradient = 2 * (descent.model.weight().detach() - 1);
  EXPECT_NEAR(descent.step(0.0), gradient.norm().item<double>(), 1e-12);
  EXPECT_NEAR(descent.model.weight().grad().norm().item<double>(), 0.5, 1e-12);
  EXPECT_TRUE(torch::allclose(descent.model.weight().grad() * (gradient.norm() / 0.5), gradient));
}

TEST(Optimizer, NamesTheParameterWithABadGradient) {
  Descent descent({.type = "adam"});
  EXPECT_EQ(descent.optimizer.first_bad_gradient(), "");
  (descent.model.weight().sum() * std::nan("")).backward();
  EXPECT_EQ(descent.optimizer.first_bad_gradient(), "weight");
}

TEST(Optimizer, SavedStateContinuesBitForBit) {
  for (const char* type : {"adam", "adamw"}) {
    const OptimizerConfig config{.type = type, .weight_decay = 0.1};
    Descent original(config);
    for (int i = 0; i < 5; ++i) (void)original.step(0.1);
    TensorMap saved;
    save_state(original.model, "model.", saved);
    original.optimizer.save_state("optimizer.", saved);
    Descent restored(config);
    load_state(restored.model, "model.", saved, "x");
    restored.optimizer.load_state("optimizer.", saved, "x");
    for (int i = 0; i < 5; ++i) {
      (void)original.step(0.05);
      (void)restored.step(0.05);
      EXPECT_TRUE(torch::equal(original.model.weight(), restored.model.weight())) << type << i;
    }
  }
}

TEST(Optimizer, RefusesStateOfAnotherShape) {
  Descent descent({.type = "adam"});
  (void)descent.step(0.1);
  TensorMap saved;
  descent.optimizer.save_state("", saved);
  saved["weight.exp_avg"] = torch::zeros({3}, torch::kFloat64);
  EXPECT_THROW(descent.optimizer.load_state("", saved, "x"), ModelError);
}

}  // namespace
}  // namespace dlnn
