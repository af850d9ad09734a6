#include "dlnn/evaluation/batched_model.hpp"

#include <torch/torch.h>

#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"

namespace dlnn {
namespace {

constexpr std::int64_t largest_batch = 4096;

}  // namespace

Tensor to_tensor(const Matrix& matrix) {
  return torch::from_blob(const_cast<double*>(matrix.data()), {matrix.rows(), matrix.cols()}, torch::kFloat64).clone();
}

Matrix to_matrix(const Tensor& tensor) {
  const Tensor flat = tensor.detach().to(torch::kCPU, torch::kFloat64).contiguous();
  const std::int64_t columns = flat.dim() == 1 ? 1 : flat.size(1);
  return Eigen::Map<const Matrix>(flat.data_ptr<double>(), flat.size(0), columns);
}

Tensor apply_in_batches(const DynamicsModel& model, const std::vector<Tensor>& inputs, const ModelFunction& function) {
  const torch::NoGradGuard no_grad;
  const auto options = model.tensor_options();
  const std::int64_t rows = inputs.front().size(0);
  std::vector<Tensor> results;
  for (std::int64_t first = 0; first < rows; first += largest_batch) {
    if (interrupted()) throw Interrupted("stopped by the user; nothing was written");
    std::vector<Tensor> batch;
    for (const auto& input : inputs)
      batch.push_back(input.narrow(0, first, std::min(largest_batch, rows - first)).to(options));
    results.push_back(function(batch).to(torch::kCPU, torch::kFloat64));
  }
  return torch::cat(results);
}

}  // namespace dlnn
