#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dlnn/config/system_config.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// Builds the system that the configuration describes. Throws ConfigError for an unknown type, a number of bars that
/// the type does not have, or friction that does not fit.
[[nodiscard]] std::unique_ptr<System> make_system(const SystemConfig& config);

/// The names that SystemConfig::type may have.
[[nodiscard]] std::vector<std::string> system_names();

}  // namespace dlnn
