#include "dlnn/nn/device.hpp"

#include <dlfcn.h>
#include <torch/torch.h>

#include <string>

#include "dlnn/core/error.hpp"

namespace dlnn {

// LibTorch's CUDA back end registers itself when its library is loaded; this binary links the CPU part only.
bool cuda_available() {
  static const bool loaded = [] {
    if (torch::cuda::is_available()) return true;  // linked in, or loaded by somebody else
    return ::dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) != nullptr;
  }();
  return loaded && torch::cuda::is_available();
}

c10::Device select_device(const std::string& name) {
  if (name == "cpu") return {torch::kCPU};
  if (name == "auto") return {cuda_available() ? torch::kCUDA : torch::kCPU};
  const bool numbered = name.size() > 5 && name.compare(0, 5, "cuda:") == 0 && name.size() < 8 &&
                        name.find_first_not_of("0123456789", 5) == std::string::npos;
  if (name != "cuda" && !numbered) throw ConfigError(concat("--device ", name, ": must be auto, cpu, cuda or cuda:N"));
  if (!cuda_available()) {
    throw ConfigError(concat("--device ", name,
                             ": LibTorch finds no CUDA device here; use --device cpu, or install the driver and run "
                             "scripts/setup.sh --cuda"));
  }
  const int index = numbered ? std::stoi(name.substr(5)) : 0;
  if (index >= static_cast<int>(torch::cuda::device_count())) {
    throw ConfigError(concat("--device ", name, ": there are only ", torch::cuda::device_count(), " CUDA devices"));
  }
  return {torch::kCUDA, static_cast<c10::DeviceIndex>(index)};
}

}  // namespace dlnn
