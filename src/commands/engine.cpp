#include "dlnn/cli/engine.hpp"

#include <c10/util/Exception.h>
#include <torch/version.h>

#include <new>
#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "dlnn/nn/device.hpp"

namespace {

/// LibTorch's own errors carry a stack trace, and running out of memory is one of them.
template <class Request, void (*command)(const Request&)>
void guarded(const Request& request) {
  try {
    command(request);
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    if (what.find("can't allocate memory") != std::string::npos || what.find("out of memory") != std::string::npos)
      throw std::bad_alloc();
    throw std::runtime_error(what);
  }
}

}  // namespace

extern "C" const dlnn::Engine* dlnn_engine() {
  static const dlnn::Engine instance{guarded<dlnn::TrainRequest, dlnn::commands::train>,
                                     guarded<dlnn::EvaluateRequest, dlnn::commands::evaluate>,
                                     guarded<dlnn::RolloutRequest, dlnn::commands::rollout>,
                                     guarded<dlnn::CompareRequest, dlnn::commands::compare>,
                                     guarded<dlnn::ExportRequest, dlnn::commands::export_model>,
                                     [] {
                                       return dlnn::LibtorchInfo{TORCH_VERSION, dlnn::cuda_available()};
                                     }};
  return &instance;
}
