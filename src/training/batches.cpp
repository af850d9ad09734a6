#include "dlnn/training/batches.hpp"

#include <torch/torch.h>

#include <utility>

#include "dlnn/core/error.hpp"

namespace dlnn {

torch::Tensor stack_samples(const Samples& samples, const torch::TensorOptions& options) {
  const auto count = static_cast<std::int64_t>(samples.q.rows());
  const auto dof = static_cast<std::int64_t>(samples.q.cols());
  torch::Tensor stacked = torch::empty({4, count, dof}, options.device(torch::kCPU));
  std::int64_t row = 0;
  for (const Matrix* matrix : {&samples.q, &samples.qd, &samples.qdd, &samples.tau}) {
    const auto view = torch::from_blob(const_cast<double*>(matrix->data()), {count, dof}, torch::kFloat64);
    stacked[row++].copy_(view);
  }
  return stacked.to(options.device());
}

Batch slice(const torch::Tensor& stacked, std::int64_t begin, std::int64_t length) {
  const auto parts = stacked.narrow(1, begin, length).unbind(0);
  return {.q = parts[0], .qd = parts[1], .qdd = parts[2], .tau = parts[3]};
}

BatchStream::BatchStream(torch::Tensor stacked, std::int64_t batch_size, const Random& random)
    : stacked_(std::move(stacked)),
      shuffled_(stacked_),
      batches_((stacked_.size(1) + batch_size - 1) / batch_size),
      random_(random),
      epoch_start_(random.state()),
      position_(batches_) {}

Batch BatchStream::next() {
  if (position_ == batches_) {
    epoch_start_ = random_.state();
    shuffle();
    ++epoch_;
    position_ = 0;
  }
  const std::int64_t count = stacked_.size(1);
  const std::int64_t begin = position_ * count / batches_;
  const std::int64_t end = ++position_ * count / batches_;
  return slice(shuffled_, begin, end - begin);
}

void BatchStream::shuffle() {
  if (batches_ == 1) return;
  const auto order = random_.permutation(stacked_.size(1));
  const auto index = torch::tensor(order, torch::kInt64).to(stacked_.device());
  shuffled_ = stacked_.index_select(1, index);
}

nlohmann::json BatchStream::state() const {
  return {{"random", epoch_start_}, {"epoch", epoch_}, {"position", position_}};
}

void BatchStream::set_state(const nlohmann::json& state) {
  epoch_start_ = state.at("random").get<Random::State>();
  epoch_ = state.at("epoch").get<std::int64_t>();
  position_ = state.at("position").get<std::int64_t>();
  if (position_ < 0 || position_ > batches_ || epoch_ < 0) {
    throw ModelError(concat("the checkpoint continues at batch ", position_, " of ", batches_, " in epoch ", epoch_,
                            ", which does not exist; start a new run"));
  }
  random_.set_state(epoch_start_);
  if (epoch_ > 0) shuffle();
}

}  // namespace dlnn
