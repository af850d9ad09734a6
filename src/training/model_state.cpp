#include "dlnn/training/model_state.hpp"

#include <torch/torch.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

TensorMap state_of(const torch::nn::Module& module) {
  TensorMap state;
  for (const auto& item : module.named_parameters()) state[item.key()] = item.value();
  for (const auto& item : module.named_buffers()) state[item.key()] = item.value();
  return state;
}

void check(const std::string& name, const torch::Tensor& wanted, const torch::Tensor& found,
           const std::filesystem::path& origin) {
  if (found.sizes() != wanted.sizes()) {
    throw ModelError(concat(origin, " belongs to another model: tensor ", name, " is ", found.sizes(),
                            ", the configured model has ", wanted.sizes()));
  }
  if (found.scalar_type() != wanted.scalar_type()) {
    throw ModelError(concat(origin, " belongs to another model: tensor ", name, " is ", found.dtype(),
                            ", the configured model has ", wanted.dtype()));
  }
  if (found.is_floating_point() && !found.isfinite().all().item<bool>())
    throw ModelError(
        concat(origin, " is damaged: tensor ", name, " holds NaN or Inf; use another checkpoint of the run"));
}

}  // namespace

void save_state(const torch::nn::Module& module, const std::string& prefix, TensorMap& tensors) {
  for (const auto& [name, tensor] : state_of(module)) tensors[prefix + name] = tensor.detach().clone();
}

void load_state(torch::nn::Module& module, const std::string& prefix, const TensorMap& tensors,
                const std::filesystem::path& origin) {
  const TensorMap state = state_of(module);
  for (const auto& [name, tensor] : state) {
    const auto found = tensors.find(prefix + name);
    if (found == tensors.end())
      throw ModelError(concat(origin, " belongs to another model: it has no tensor ", prefix, name));
    check(found->first, tensor, found->second, origin);
  }
  for (auto item = tensors.lower_bound(prefix); item != tensors.end() && item->first.starts_with(prefix); ++item) {
    if (!state.contains(item->first.substr(prefix.size()))) {
      throw ModelError(concat(origin, " belongs to another model: the configured one has no tensor ", item->first));
    }
  }
  const torch::NoGradGuard no_grad;
  for (const auto& [name, tensor] : state) torch::Tensor(tensor).copy_(tensors.at(prefix + name));
}

}  // namespace dlnn
