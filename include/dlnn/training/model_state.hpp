#pragma once

#include <torch/nn/module.h>

#include <filesystem>
#include <map>
#include <string>

namespace dlnn {

using TensorMap = std::map<std::string, torch::Tensor>;

/// Adds copies of all parameters and buffers to `tensors`, named prefix + their name in the module.
void save_state(const torch::nn::Module& module, const std::string& prefix, TensorMap& tensors);

/// Copies the tensors whose names start with `prefix` into the module. Nothing is copied unless every name, shape and
/// dtype fits: throws ModelError naming `origin` and the first that does not.
void load_state(torch::nn::Module& module, const std::string& prefix, const TensorMap& tensors,
                const std::filesystem::path& origin);

/// Puts a module's parameters and buffers back to what they were, to the last bit.
class StateGuard {
 public:
  explicit StateGuard(torch::nn::Module& module) : module_(module) { save_state(module, "", saved_); }
  ~StateGuard() { load_state(module_, "", saved_, {}); }
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  torch::nn::Module& module_;
  TensorMap saved_;
};

}  // namespace dlnn
