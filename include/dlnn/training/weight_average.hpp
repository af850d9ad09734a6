#pragma once

#include <torch/nn/module.h>

#include <filesystem>
#include <string>

#include "dlnn/training/model_state.hpp"

namespace dlnn {

/// Exponential moving average of a module's parameters and buffers: a ← d a + (1 − d) θ after each step, with d =
/// min(decay, (1 + k)/(10 + k)) at step k so that the random start is forgotten soon. Decay 0: off.
class WeightAverage {
 public:
  WeightAverage(double decay, const torch::nn::Module& module);

  [[nodiscard]] bool enabled() const noexcept { return decay_ > 0; }
  /// Takes in the module's weights after step `step` = 0, 1, …
  void update(const torch::nn::Module& module, std::int64_t step);
  /// Puts the average into the module; nothing when off.
  void apply(torch::nn::Module& module) const;

  void save_state(const std::string& prefix, TensorMap& tensors) const;
  void load_state(const std::string& prefix, const TensorMap& tensors, const std::filesystem::path& origin);

 private:
  double decay_;
  TensorMap average_;
};

}  // namespace dlnn
