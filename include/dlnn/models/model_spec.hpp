#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dlnn/config/train_config.hpp"
#include "dlnn/data/trajectory.hpp"
#include "dlnn/models/dynamics_model.hpp"

namespace dlnn {

/// Statistics of the training split from which a model takes its internal units. All vectors have n entries.
struct Scales {
  std::vector<double> q_mean, q_std;
  std::vector<double> qd_rms, qdd_rms;   ///< root mean square
  std::vector<double> tau_rms;           ///< zeros for free swing
  std::vector<double> qdd_std, tau_std;  ///< standard deviations, for the losses
};
[[nodiscard]] Scales measure_scales(const Samples& training);

/// Everything that decides the shape and the internal units of a model: with the parameters it is the model.
struct ModelSpec {
  ModelConfig config;
  std::string loss = "inverse";  ///< decides which nets an mlp has
  std::vector<JointType> joint_types;
  Scales scales;
  [[nodiscard]] std::int64_t dof() const noexcept { return static_cast<std::int64_t>(joint_types.size()); }
};

/// Builds the model of `spec.config.type` with random initial weights drawn from `seed`, on the CPU. Throws ConfigError
/// for combinations that make no sense (ReLU in a Lagrangian model, a slip matrix of the wrong width).
[[nodiscard]] std::shared_ptr<DynamicsModel> make_model(const ModelSpec& spec, torch::Dtype dtype, std::uint64_t seed);

}  // namespace dlnn
