#include "dlnn/evaluation/cost.hpp"

#include <torch/torch.h>

#include <algorithm>
#include <chrono>

#include "dlnn/evaluation/batched_model.hpp"
#include "dlnn/evaluation/statistics.hpp"

namespace dlnn {
namespace {

constexpr std::int64_t large_batch = 4096;

/// Rows 0, 1, …, `count` − 1 of the samples, from the start again when there are fewer, as the model takes them.
Tensor rows(const Matrix& values, std::int64_t count, const torch::TensorOptions& options) {
  const Tensor all = to_tensor(values);
  return all.repeat({(count + all.size(0) - 1) / all.size(0), 1}).narrow(0, 0, count).to(options).contiguous();
}

/// µs a call, the median of `repetitions` after a few to warm up.
double time_call(DynamicsModel& model, const Samples& samples, std::int64_t batch, int repetitions) {
  const auto options = model.tensor_options();
  const bool inverse = model.provides_inverse();
  const Tensor q = rows(samples.q, batch, options), qd = rows(samples.qd, batch, options);
  const Tensor third = rows(inverse ? samples.qdd : samples.tau, batch, options);
  std::vector<double> times;
  for (int i = -3; i < repetitions; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Tensor result = inverse ? model.inverse_dynamics(q, qd, third) : model.forward_dynamics(q, qd, third);
    (void)result.cpu();  // waits for a GPU
    const auto end = std::chrono::steady_clock::now();
    if (i >= 0) times.push_back(std::chrono::duration<double, std::micro>(end - start).count());
  }
  return quantile(times, 0.5);
}

}  // namespace

Cost measure_cost(DynamicsModel& model, const Samples& samples) {
  const torch::NoGradGuard no_grad;
  return {time_call(model, samples, 1, 200),
          time_call(model, samples, large_batch, 20) / static_cast<double>(large_batch)};
}

}  // namespace dlnn
