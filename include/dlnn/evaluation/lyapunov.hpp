#pragma once

#include <optional>

#include "dlnn/evaluation/rollout.hpp"
#include "dlnn/models/model_spec.hpp"

namespace dlnn {

/// Largest Lyapunov exponent (1/s) of the model along simulated windows: a neighbour is followed and drawn back to a
/// fixed small distance every 0.1 s, the exponent is the mean logarithmic growth (Benettin, Galgani and Strelcyn 1976),
/// averaged over all windows after the first quarter, in which the neighbour turns into the fastest growing direction.
/// A mean over finite windows: transients count. Distances in units of the training data's standard deviation (q) and
/// RMS (q̇). Absent when the windows are shorter than 0.8 s.
[[nodiscard]] std::optional<double> lyapunov_exponent(DynamicsModel& model, const Rollouts& rollouts,
                                                      const Scales& scales);

}  // namespace dlnn
