#include "dlnn/training/weight_average.hpp"

#include <torch/torch.h>

#include <algorithm>

#include "dlnn/core/error.hpp"

namespace dlnn {

WeightAverage::WeightAverage(double decay, const torch::nn::Module& module) : decay_(decay) {
  if (enabled()) dlnn::save_state(module, "", average_);
}

void WeightAverage::update(const torch::nn::Module& module, std::int64_t step) {
  if (!enabled()) return;
  const torch::NoGradGuard no_grad;
  const auto k = static_cast<double>(step);
  const double weight = 1 - std::min(decay_, (1 + k) / (10 + k));
  for (const auto& item : module.named_parameters()) average_.at(item.key()).lerp_(item.value(), weight);
  for (const auto& item : module.named_buffers()) average_.at(item.key()).copy_(item.value());
}

void WeightAverage::apply(torch::nn::Module& module) const {
  if (enabled()) dlnn::load_state(module, "", average_, {});
}

void WeightAverage::save_state(const std::string& prefix, TensorMap& tensors) const {
  for (const auto& [name, tensor] : average_) tensors[prefix + name] = tensor.clone();
}

void WeightAverage::load_state(const std::string& prefix, const TensorMap& tensors,
                               const std::filesystem::path& origin) {
  for (auto& [name, tensor] : average_) {
    const auto entry = tensors.find(prefix + name);
    if (entry == tensors.end() || entry->second.sizes() != tensor.sizes()) {
      throw ModelError(
          concat(origin, " has no averaged weights ", prefix, name, " that fit the model; start a new run"));
    }
    tensor.copy_(entry->second);
  }
}

}  // namespace dlnn
