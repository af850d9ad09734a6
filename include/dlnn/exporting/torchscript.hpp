#pragma once

#include <torch/csrc/jit/api/module.h>

#include <filesystem>

#include "dlnn/training/checkpoint.hpp"

namespace dlnn {

/// A TorchScript module that computes what `model` computes, from analytic derivatives written out as tensor
/// operations: no autograd inside, so it also runs under InferenceMode; any batch size; the model's dtype; movable
/// between devices with `.to()`. Methods, tensors [B, n]:
///
///     inverse_dynamics(q, qd, qdd), forward_dynamics(q, qd, tau)                      those that the model provides
///     energy(q, qd) [B], mass_matrix(q, qd) [B, n, n], dissipative_force(q, qd)       Lagrangian models
[[nodiscard]] torch::jit::Module to_torchscript(DynamicsModel& model);

/// to_torchscript, saved with the run's metadata as the extra file "dlnn.json", reloaded and compared with the model at
/// random states.
void export_torchscript(const TrainedModel& trained, const std::filesystem::path& target);

}  // namespace dlnn
