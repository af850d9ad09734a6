#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <string>

#include "dlnn/core/random.hpp"
#include "dlnn/models/dynamics_model.hpp"
#include "dlnn/training/run_description.hpp"

namespace dlnn {

/// The simplest model there is: τ̂ = A (q, q̇, q̈), q̈̂ = B (q, q̇, τ), all coefficients in one parameter.
class LinearModel : public DynamicsModel {
 public:
  explicit LinearModel(std::int64_t dof, torch::Dtype dtype = torch::kFloat64, std::uint64_t seed = 0) : dof_(dof) {
    Random random(seed);
    torch::Tensor weight = torch::empty({2, 3 * dof, dof}, torch::kFloat64);
    for (double* value = weight.data_ptr<double>(); value != weight.data_ptr<double>() + weight.numel(); ++value) {
      *value = 0.1 * random.normal();
    }
    weight_ = register_parameter("weight", weight.to(dtype));
  }

  Tensor inverse_dynamics(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return torch::cat({q, qd, qdd}, 1).mm(weight_[0]);
  }
  Tensor forward_dynamics(const Tensor& q, const Tensor& qd, const Tensor& tau) override {
    return torch::cat({q, qd, tau}, 1).mm(weight_[1]);
  }
  [[nodiscard]] std::string type() const override { return "linear"; }
  [[nodiscard]] std::int64_t dof() const override { return dof_; }

  Tensor& weight() { return weight_; }

 private:
  std::int64_t dof_;
  Tensor weight_;
};

/// Samples of n independent joints with τ = 3 q̈ + 0.5 q̇ + 2 q, seeded.
inline Samples linear_samples(Index count, Index dof, std::uint64_t seed) {
  Random random(seed);
  const auto draw = [&] {
    Matrix matrix(count, dof);
    for (double& value : matrix.reshaped()) value = random.normal();
    return matrix;
  };
  Samples samples{.q = draw(), .qd = draw(), .qdd = draw(), .tau = {}};
  samples.tau = 3 * samples.qdd + 0.5 * samples.qd + 2 * samples.q;
  return samples;
}

/// A run on such samples: 60 steps of 5 batches an epoch, validated every 10.
inline RunDescription linear_run(const Samples& samples) {
  RunDescription description;
  description.config.dtype = "float64";
  description.config.training = {.steps = 60, .batch_size = 20, .validate_every = 10, .checkpoint_every = 25};
  description.config.optimizer.learning_rate = 0.05;
  description.config.schedule.warmup_steps = 5;
  description.spec.joint_types.assign(static_cast<std::size_t>(samples.q.cols()), JointType::revolute);
  description.spec.scales = measure_scales(samples);
  description.dataset_sha256 = "none";
  return description;
}

}  // namespace dlnn
