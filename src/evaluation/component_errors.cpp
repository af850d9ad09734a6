#include "dlnn/evaluation/component_errors.hpp"

#include <torch/torch.h>

#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/known_system.hpp"

namespace dlnn {
namespace {

struct Components {
  Matrix inertial, coriolis, gravity, dissipation;  ///< [N, n]
};

Components true_components(const System& system, const Samples& samples) {
  Components parts;
  for (Matrix* part : {&parts.inertial, &parts.coriolis, &parts.gravity, &parts.dissipation})
    part->resize(samples.q.rows(), samples.q.cols());
  for (Index i = 0; i < samples.q.rows(); ++i) {
    const Vector q = samples.q.row(i);
    const Vector qd = samples.qd.row(i);
    const Vector gravity = system.gravity_force(q);
    parts.inertial.row(i) = system.mass_matrix(q) * samples.qdd.row(i).transpose();
    parts.coriolis.row(i) = system.bias_force(q, qd) - gravity;
    parts.gravity.row(i) = gravity;
    parts.dissipation.row(i) = system.dissipative_force(q, qd);
  }
  return parts;
}

/// All from the Euler-Lagrange operator, E_L(q, q̇, q̈) = M q̈ + c + g, so that any Lagrangian is measured alike.
Components learned_components(LagrangianModel& model, const Samples& samples) {
  const Tensor q = to_tensor(samples.q), qd = to_tensor(samples.qd), qdd = to_tensor(samples.qdd);
  const auto conservative = [&](const Tensor& velocity, const Tensor& acceleration) {
    return to_matrix(apply_in_batches(model, {q, velocity, acceleration},
                                      [&](const auto& x) { return model.euler_lagrange(x[0], x[1], x[2]); }));
  };
  const Tensor rest = torch::zeros_like(q);
  const Matrix bias = conservative(qd, rest);
  Components parts;
  parts.inertial = conservative(qd, qdd) - bias;
  parts.gravity = conservative(rest, rest);
  parts.coriolis = bias - parts.gravity;
  parts.dissipation =
      to_matrix(apply_in_batches(model, {q, qd}, [&](const auto& x) { return model.dissipative_force(x[0], x[1]); }));
  return parts;
}

}  // namespace

std::optional<ComponentErrors> component_errors(DynamicsModel& model, const DatasetInfo& info, const Samples& samples) {
  auto* lagrangian = dynamic_cast<LagrangianModel*>(&model);
  const auto system = known_system(info);
  if (lagrangian == nullptr || system == nullptr) return std::nullopt;
  const Components truth = true_components(*system, samples);
  const Components learned = learned_components(*lagrangian, samples);
  return ComponentErrors{
      measure_errors(truth.inertial, learned.inertial), measure_errors(truth.coriolis, learned.coriolis),
      measure_errors(truth.gravity, learned.gravity), measure_errors(truth.dissipation, learned.dissipation)};
}

}  // namespace dlnn
