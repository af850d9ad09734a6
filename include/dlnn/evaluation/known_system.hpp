#pragma once

#include <memory>

#include "dlnn/data/trajectory.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// The system whose motion a recording of `dlnn data simulate` shows: such a file holds its configuration. Null for
/// other data, and for free swing, which leaves the scale of M, V and F_d open so that nothing can be compared.
[[nodiscard]] std::unique_ptr<System> known_system(const DatasetInfo& info);

}  // namespace dlnn
