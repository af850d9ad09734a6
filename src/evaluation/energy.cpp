#include "dlnn/evaluation/energy.hpp"

#include <torch/torch.h>

#include <cmath>
#include <limits>

#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/statistics.hpp"

namespace dlnn {
namespace {

double trapezoid(const Vector& t, const Vector& y) {
  double sum = 0;
  for (Index i = 1; i < t.size(); ++i) sum += 0.5 * (t[i] - t[i - 1]) * (y[i] + y[i - 1]);
  return sum;
}

Tensor energy_of(LagrangianModel& model, const Tensor& q, const Tensor& qd) {
  return apply_in_batches(model, {q, qd}, [&](const auto& x) { return model.energy(x[0], x[1]); });
}

}  // namespace

EnergyCourse energy_course(LagrangianModel& model, const Trajectory& motion) {
  const Tensor q = to_tensor(motion.q), qd = to_tensor(motion.qd);
  const Matrix friction =
      to_matrix(apply_in_batches(model, {q, qd}, [&](const auto& x) { return model.dissipative_force(x[0], x[1]); }));
  EnergyCourse course;
  course.energy = to_matrix(energy_of(model, q, qd)).col(0);
  course.power_input = motion.qd.cwiseProduct(motion.tau).rowwise().sum();
  course.power_loss = motion.qd.cwiseProduct(friction).rowwise().sum();
  return course;
}

std::optional<double> energy_balance(LagrangianModel& model, const std::vector<const Trajectory*>& motions) {
  double residual = 0, flow = 0;
  for (const auto* motion : motions) {
    const auto course = energy_course(model, *motion);
    const double gain = course.energy[course.energy.size() - 1] - course.energy[0];
    residual += std::abs(gain - trapezoid(motion->t, course.power_input + course.power_loss));
    flow += trapezoid(motion->t, course.power_input.cwiseAbs() + course.power_loss.cwiseAbs());
  }
  if (!(flow > 0) || !std::isfinite(residual)) return std::nullopt;
  return residual / flow;
}

std::optional<double> energy_error(LagrangianModel& model, const Rollouts& rollouts, double range) {
  std::vector<double> errors;
  for (const auto& window : rollouts.windows) {
    const Matrix simulated = to_matrix(energy_of(model, to_tensor(window.q), to_tensor(window.qd)));
    const Matrix measured = to_matrix(energy_of(model, to_tensor(window.measured_q), to_tensor(window.measured_qd)));
    const double error = (simulated - measured).cwiseAbs().mean() / range;
    errors.push_back(std::isfinite(error) ? error : std::numeric_limits<double>::infinity());
  }
  if (errors.empty()) return std::nullopt;
  const double median = quantile(errors, 0.5);
  return std::isfinite(median) ? std::optional(median) : std::nullopt;
}

double potential_range(LagrangianModel& model, const Samples& samples) {
  const Tensor q = to_tensor(samples.q);
  const Tensor potential = energy_of(model, q, torch::zeros_like(q));
  return (potential.max() - potential.min()).item<double>();
}

}  // namespace dlnn
