#include "dlnn/nn/activation.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

TEST(Activation, DerivativesEqualAutogradOfThePreviousOne) {
  for (const Activation activation : {Activation::tanh, Activation::softplus, Activation::silu, Activation::sine}) {
    const torch::Tensor a = torch::linspace(-6, 6, 101, torch::kFloat64).requires_grad_();
    const auto derivatives = activation_derivatives(activation, a, 3);
    torch::Tensor value = activate(activation, a);
    EXPECT_LT((value - derivatives[0]).abs().max().item<double>(), 1e-15);
    for (std::size_t order = 1; order <= 3; ++order) {
      value = torch::autograd::grad({value.sum()}, {a}, {}, true, true)[0];
      EXPECT_LT((value - derivatives[order]).abs().max().item<double>(), 1e-12)
          << to_string(activation) << " order " << order;
    }
  }
}

TEST(Activation, NamesRoundTripAndOthersAreRefused) {
  for (const char* name : {"tanh", "softplus", "silu", "sine", "relu", "elu"})
    EXPECT_STREQ(to_string(activation_from_string(name)), name);
  EXPECT_THROW((void)activation_from_string("gelu"), ConfigError);
  EXPECT_THROW((void)activation_derivatives(Activation::relu, torch::ones({1}), 2), ConfigError);
}

}  // namespace
}  // namespace dlnn
