// Seconds for one training step (loss, gradient, Adam) and for one evaluation of each model. The sizes are those of the
// published implementations that scripts/bench_step.sh times beside it: n joints, two hidden layers, float32.

#include <benchmark/benchmark.h>
#include <torch/torch.h>

#include <string>

#include "dlnn/core/random.hpp"
#include "dlnn/models/model_spec.hpp"
#include "dlnn/training/batches.hpp"
#include "dlnn/training/objective.hpp"
#include "dlnn/training/optimizer.hpp"

namespace {

struct Case {
  std::string model;
  std::int64_t n, hidden, batch;
};

dlnn::ModelSpec spec_of(const Case& size) {
  dlnn::ModelSpec spec;
  spec.config.type = size.model;
  spec.config.network.hidden = size.hidden;
  spec.config.network.activation = size.model == "lnn" ? "softplus" : "tanh";
  spec.loss = size.model == "lnn" ? "forward" : "inverse";
  const auto joints = static_cast<std::size_t>(size.n);
  spec.joint_types.assign(joints, dlnn::JointType::revolute);
  const std::vector<double> zeros(joints, 0.0), ones(joints, 1.0);
  spec.scales = {.q_mean = zeros,
                 .q_std = ones,
                 .qd_rms = ones,
                 .qdd_rms = ones,
                 .tau_rms = ones,
                 .qdd_std = ones,
                 .tau_std = ones};
  return spec;
}

dlnn::Batch normal_batch(const Case& size) {
  dlnn::Random random(0);
  const auto samples = torch::empty({4, size.batch, size.n}, torch::kFloat64);
  for (std::int64_t i = 0; i < samples.numel(); ++i) samples.data_ptr<double>()[i] = random.normal();
  return dlnn::slice(samples.to(torch::kFloat32), 0, size.batch);
}

void training_step(benchmark::State& state, const Case& size) {
  const dlnn::ModelSpec spec = spec_of(size);
  const auto model = dlnn::make_model(spec, torch::kFloat32, 1);
  const dlnn::Batch batch = normal_batch(size);
  dlnn::LossConfig loss;
  loss.type = spec.loss;
  const dlnn::Objective objective(loss, spec.scales, false, model->tensor_options());
  dlnn::Optimizer optimizer({}, *model);
  for (auto _ : state) {
    optimizer.zero_grad();
    const auto terms = objective.terms(*model, batch);
    torch::Tensor total = terms.front().value;
    for (std::size_t i = 1; i < terms.size(); ++i) total = total + terms[i].value;
    total.backward();
    optimizer.step(1e-3);
  }
}

void evaluation(benchmark::State& state, const Case& size) {
  const auto model = dlnn::make_model(spec_of(size), torch::kFloat32, 1);
  const dlnn::Batch batch = normal_batch(size);
  const torch::NoGradGuard no_gradient;
  for (auto _ : state) {
    benchmark::DoNotOptimize(size.model == "lnn" ? model->forward_dynamics(batch.q, batch.qd, batch.tau)
                                                 : model->inverse_dynamics(batch.q, batch.qd, batch.qdd));
  }
}

void register_case(const Case& size) {
  const std::string name = size.model + "/n:" + std::to_string(size.n) + "/hidden:" + std::to_string(size.hidden) +
                           "/batch:" + std::to_string(size.batch);
  benchmark::RegisterBenchmark(("train/" + name).c_str(), training_step, size)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark(("evaluate/" + name).c_str(), evaluation, size)->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  torch::set_num_threads(1);
  for (const char* model : {"mlp", "lnn", "delan", "dlnn"}) {
    for (const std::int64_t n : {2, 6}) {
      register_case({model, n, 64, 128});
      register_case({model, n, 128, 512});
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
