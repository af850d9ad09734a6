#pragma once

#include <torch/types.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "dlnn/core/random.hpp"
#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Samples as the models take them: [B, n] each, contiguous.
struct Batch {
  torch::Tensor q, qd, qdd, tau;
  [[nodiscard]] std::int64_t size() const { return q.size(0); }
};

/// All samples in one tensor [4, N, n] (q, q̇, q̈, τ) of the given dtype and device.
[[nodiscard]] torch::Tensor stack_samples(const Samples& samples, const torch::TensorOptions& options);

/// Samples begin, …, begin + length − 1 of such a tensor: views, no copies.
[[nodiscard]] Batch slice(const torch::Tensor& stacked, std::int64_t begin, std::int64_t length);

/// An endless stream of minibatches, each epoch in a new random order. An epoch gathers the samples once; its batches
/// are contiguous slices, equal in size to within one sample and never larger than asked for. When one batch holds
/// everything, the order stays.
class BatchStream {
 public:
  BatchStream(torch::Tensor stacked, std::int64_t batch_size, const Random& random);

  [[nodiscard]] Batch next();
  [[nodiscard]] std::int64_t epoch() const noexcept {
    return epoch_;
  }  ///< of the last batch, from 1; 0 before the first
  [[nodiscard]] std::int64_t position() const noexcept { return position_; }  ///< batches of this epoch given out
  [[nodiscard]] std::int64_t batches_per_epoch() const noexcept { return batches_; }

  [[nodiscard]] nlohmann::json state() const;
  /// Continues exactly where state() was taken. Throws ModelError for a state that is none.
  void set_state(const nlohmann::json& state);

 private:
  void shuffle();

  torch::Tensor stacked_;
  torch::Tensor shuffled_;
  std::int64_t batches_;
  Random random_;
  Random::State epoch_start_;  ///< from which the order of this epoch was drawn
  std::int64_t epoch_ = 0;
  std::int64_t position_;
};

}  // namespace dlnn
