#include "dlnn/cli/engine.hpp"

#include <torch/version.h>

#include "commands.hpp"
#include "dlnn/nn/device.hpp"

extern "C" const dlnn::Engine* dlnn_engine() {
  static const dlnn::Engine instance{
      dlnn::commands::train,        dlnn::commands::evaluate,
      dlnn::commands::rollout,      dlnn::commands::compare,
      dlnn::commands::export_model, [] { return dlnn::LibtorchInfo{TORCH_VERSION, dlnn::cuda_available()}; }};
  return &instance;
}
