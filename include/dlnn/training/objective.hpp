#pragma once

#include <string>
#include <vector>

#include "dlnn/config/train_config.hpp"
#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/models/model_spec.hpp"
#include "dlnn/training/batches.hpp"

namespace dlnn {

/// One summand of the loss: its name in messages and its value, a scalar.
struct LossTerm {
  std::string name;
  Tensor value;
};

/// What training minimises (physics §5). With w_i the joint's weight and σ_i the standard deviation over the training
/// split:
///   inverse  mean over samples of Σ_i w_i (τ_i − τ̂_i)² / σ²_τ,i
///   forward  mean over samples of Σ_i w_i (q̈_i − q̈̂_i)² / σ²_q̈,i
///   both     inverse + forward_weight · forward
/// A signal that never varies (the torque of a passive joint) has no σ of its own: it gets the mean of the others.
class Objective {
 public:
  /// Throws ConfigError for an unknown type, joint weights that are not one a joint, or a loss that the data cannot
  /// determine: without torque, M = V = D = 0 explains every torque, so that free swing needs `forward`.
  Objective(const LossConfig& config, const Scales& scales, bool free_swing, const torch::TensorOptions& options);

  /// The terms that measure errors.
  [[nodiscard]] std::vector<LossTerm> errors(DynamicsModel& model, const Batch& batch) const;
  /// The same and the model's own penalty, if it has one.
  [[nodiscard]] std::vector<LossTerm> terms(DynamicsModel& model, const Batch& batch) const;
  /// Mean of Σ errors over all samples of [4, N, n], in chunks, without gradients; in double precision whatever the
  /// model's.
  [[nodiscard]] double mean_error(DynamicsModel& model, const Tensor& stacked) const;

 private:
  using Function = Tensor (*)(DynamicsModel&, const Batch&, const Objective&);
  struct Summand {
    const char* name;
    Function function;
    double weight;
  };
  static Tensor inverse(DynamicsModel& model, const Batch& batch, const Objective& objective);
  static Tensor forward(DynamicsModel& model, const Batch& batch, const Objective& objective);
  static std::vector<Summand> summands(const LossConfig& config);

  std::vector<Summand> summands_;
  Tensor tau_weights_;  ///< [n], w_i / σ²_τ,i
  Tensor qdd_weights_;  ///< [n], w_i / σ²_q̈,i
};

}  // namespace dlnn
