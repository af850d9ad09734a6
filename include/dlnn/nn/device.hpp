#pragma once

#include <c10/core/Device.h>

#include <string>

namespace dlnn {

/// "cpu", "cuda", "cuda:1" or "auto" (CUDA when there is one). Loads LibTorch's CUDA back end on first need. Throws
/// ConfigError with the mend when CUDA is asked for and absent.
[[nodiscard]] c10::Device select_device(const std::string& name);

/// Whether a CUDA device can be used. Loads LibTorch's CUDA back end on first need.
[[nodiscard]] bool cuda_available();

}  // namespace dlnn
