// A program outside the project: it makes a model of a two-joint arm and asks it for torques.
#include <torch/types.h>

#include <cstdio>

#include "dlnn/core/version.hpp"
#include "dlnn/models/model_spec.hpp"

int main() {
  dlnn::ModelSpec spec;
  spec.joint_types = {dlnn::JointType::revolute, dlnn::JointType::revolute};
  const std::vector<double> zeros(2, 0.0), ones(2, 1.0);
  spec.scales = {zeros, ones, ones, ones, ones, ones, ones};
  const auto model = dlnn::make_model(spec, torch::kFloat64, 1);
  const auto rest = torch::zeros({3, 2}, torch::kFloat64);
  const auto torque = model->inverse_dynamics(rest, rest, rest);
  std::printf("dlnn %s: %s, %lld torques\n", dlnn::version(), model->type().c_str(),
              static_cast<long long>(torque.numel()));
  return torque.isfinite().all().item<bool>() && torque.numel() == 6 ? 0 : 1;
}
