#include "dlnn/cli/engine.hpp"

#include <torch/version.h>

#include "commands.hpp"

extern "C" const dlnn::Engine* dlnn_engine() {
  static const dlnn::Engine instance{dlnn::commands::train,   dlnn::commands::evaluate,     dlnn::commands::rollout,
                                     dlnn::commands::compare, dlnn::commands::export_model, [] { return std::string(TORCH_VERSION); }};
  return &instance;
}
