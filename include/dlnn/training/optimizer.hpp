#pragma once

#include <torch/nn/module.h>
#include <torch/optim/optimizer.h>

#include <filesystem>
#include <memory>
#include <string>

#include "dlnn/config/train_config.hpp"
#include "dlnn/training/model_state.hpp"

namespace dlnn {

/// Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019) over a module's parameters, with everything that
/// LibTorch's own serialisation loses or ties to the order of the parameters: its state is saved under their names.
class Optimizer {
 public:
  Optimizer(const OptimizerConfig& config, const torch::nn::Module& module);

  void zero_grad();
  /// Norm of the gradient over all parameters. When clipping is on, a longer gradient is shortened to the limit.
  double clip_gradient();
  /// Name of the first parameter whose gradient is not finite; empty when all are.
  [[nodiscard]] std::string first_bad_gradient() const;
  void step(double learning_rate);

  void save_state(const std::string& prefix, TensorMap& tensors) const;
  /// Throws ModelError naming `origin` when the state does not fit the parameters.
  void load_state(const std::string& prefix, const TensorMap& tensors, const std::filesystem::path& origin);

  [[nodiscard]] const torch::optim::Optimizer& implementation() const { return *implementation_; }

 private:
  double clip_;
  std::vector<std::string> names_;
  std::vector<torch::Tensor> parameters_;
  std::unique_ptr<torch::optim::Optimizer> implementation_;
};

}  // namespace dlnn
