#include "dlnn/training/optimizer.hpp"

#include <torch/torch.h>

#include <utility>
#include <vector>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using torch::optim::Adam;
using torch::optim::AdamW;

std::unique_ptr<torch::optim::Optimizer> make(const OptimizerConfig& config,
                                              const std::vector<torch::Tensor>& parameters) {
  const auto configure = [&](auto options) {
    options.betas({config.beta1, config.beta2}).weight_decay(config.weight_decay);
    return options;
  };
  if (config.type == "adamw") {
    return std::make_unique<AdamW>(parameters, configure(torch::optim::AdamWOptions(config.learning_rate)));
  }
  return std::make_unique<Adam>(parameters, configure(torch::optim::AdamOptions(config.learning_rate)));
}

/// Calls visitor(state) with the Adam or AdamW state of the parameter; the two have the same members and no common
/// base.
template <class Visitor>
void visit_state(torch::optim::OptimizerParamState& state, Visitor visitor) {
  if (auto* adam = dynamic_cast<torch::optim::AdamParamState*>(&state)) visitor(*adam);
  if (auto* adamw = dynamic_cast<torch::optim::AdamWParamState*>(&state)) visitor(*adamw);
}

torch::Tensor find_like(const TensorMap& tensors, const std::string& name, const torch::Tensor& like,
                        const std::filesystem::path& origin) {
  const auto entry = tensors.find(name);
  if (entry == tensors.end() || entry->second.sizes() != like.sizes() ||
      entry->second.scalar_type() != like.scalar_type()) {
    throw ModelError(concat(origin, " has no optimiser state ", name, " that fits the model; start a new run"));
  }
  return entry->second.to(like.device()).clone();
}

}  // namespace

Optimizer::Optimizer(const OptimizerConfig& config, const torch::nn::Module& module) : clip_(config.clip) {
  for (const auto& item : module.named_parameters()) {
    if (!item.value().requires_grad()) continue;
    names_.push_back(item.key());
    parameters_.push_back(item.value());
  }
  implementation_ = make(config, parameters_);
}

void Optimizer::zero_grad() {
  implementation_->zero_grad(/*set_to_none=*/true);
}

double Optimizer::clip_gradient() {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> norms;
  for (const auto& parameter : parameters_) {
    if (parameter.grad().defined()) norms.push_back(parameter.grad().norm());
  }
  if (norms.empty()) return 0;
  const auto norm = (norms.size() == 1 ? norms.front() : torch::stack(norms).norm()).item<double>();
  if (clip_ > 0 && norm > clip_) {
    for (const auto& parameter : parameters_) {
      if (parameter.grad().defined()) parameter.grad().mul_(clip_ / norm);
    }
  }
  return norm;
}

std::string Optimizer::first_bad_gradient() const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& gradient = parameters_[i].grad();
    if (gradient.defined() && !gradient.isfinite().all().item<bool>()) return names_[i];
  }
  return {};
}

void Optimizer::step(double learning_rate) {
  for (auto& group : implementation_->param_groups()) group.options().set_lr(learning_rate);
  implementation_->step();
}

void Optimizer::save_state(const std::string& prefix, TensorMap& tensors) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto entry = implementation_->state().find(parameters_[i].unsafeGetTensorImpl());
    if (entry == implementation_->state().end()) continue;  // no gradient yet
    visit_state(*entry->second, [&](const auto& state) {
      tensors[prefix + names_[i] + ".step"] = torch::tensor({state.step()}, torch::kInt64);
      tensors[prefix + names_[i] + ".exp_avg"] = state.exp_avg().clone();
      tensors[prefix + names_[i] + ".exp_avg_sq"] = state.exp_avg_sq().clone();
    });
  }
}

void Optimizer::load_state(const std::string& prefix, const TensorMap& tensors, const std::filesystem::path& origin) {
  const bool decoupled = dynamic_cast<AdamW*>(implementation_.get()) != nullptr;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const std::string name = prefix + names_[i];
    if (!tensors.contains(name + ".step")) continue;
    std::unique_ptr<torch::optim::OptimizerParamState> fresh;
    if (decoupled) fresh = std::make_unique<torch::optim::AdamWParamState>();
    if (!decoupled) fresh = std::make_unique<torch::optim::AdamParamState>();
    visit_state(*fresh, [&](auto& state) {
      state.step(
          find_like(tensors, name + ".step", torch::zeros({1}, torch::kInt64), origin).template item<std::int64_t>());
      state.exp_avg(find_like(tensors, name + ".exp_avg", parameters_[i], origin));
      state.exp_avg_sq(find_like(tensors, name + ".exp_avg_sq", parameters_[i], origin));
    });
    implementation_->state()[parameters_[i].unsafeGetTensorImpl()] = std::move(fresh);
  }
}

}  // namespace dlnn
