#pragma once

#include <optional>

#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/models/model_spec.hpp"

namespace dlnn {

/// Free swing leaves the energy scale open: α(M, V, D) moves like (M, V, D). This fixes it by convention (physics
/// §4.2): scales M, V and D so that the mean over `q` [N, n] of tr M̂, with M = ΣM̂Σ and Σ from the model's internal
/// units, is n. Returns the factor, or nothing for a model that has no such scale (a black box, a generic Lagrangian).
std::optional<double> fix_energy_scale(DynamicsModel& model, const ModelSpec& spec, const Tensor& q);

}  // namespace dlnn
