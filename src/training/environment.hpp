#pragma once

#include <c10/core/Device.h>

#include <nlohmann/json.hpp>

#include "dlnn/training/run_description.hpp"

namespace dlnn {

/// What a result depends on besides the configuration: versions, machine, device, threads, seed, dataset; for
/// environment.json.
[[nodiscard]] nlohmann::ordered_json describe_environment(const RunDescription& description, const c10::Device& device);

}  // namespace dlnn
