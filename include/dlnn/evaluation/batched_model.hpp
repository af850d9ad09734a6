#pragma once
// Evaluation works on float64 matrices on the CPU; the model on tensors of its own dtype, wherever it is.

#include <torch/types.h>

#include <functional>
#include <vector>

#include "dlnn/core/linalg.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// A copy as a float64 tensor on the CPU.
[[nodiscard]] Tensor to_tensor(const Matrix& matrix);
/// A copy of a [T, n] (or [T], then n = 1) tensor of any dtype and device.
[[nodiscard]] Matrix to_matrix(const Tensor& tensor);

/// A quantity of the model at many states: function(q, q̇, …) → [B, …].
using ModelFunction = std::function<Tensor(const std::vector<Tensor>&)>;

/// Applies `function` to at most 4096 rows at a time without recording gradients, the inputs [N, n] converted to the
/// model's dtype and device; the result is float64 on the CPU. Throws Interrupted after Ctrl-C.
[[nodiscard]] Tensor apply_in_batches(const DynamicsModel& model, const std::vector<Tensor>& inputs,
                                      const ModelFunction& function);

}  // namespace dlnn
