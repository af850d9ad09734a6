#pragma once

#include <string>
#include <vector>

#include "dlnn/data/inspect.hpp"

namespace dlnn {

/// What an engineer should look at before learning from the data; one line each, most serious first.
[[nodiscard]] std::vector<std::string> inspection_warnings(const Inspection& inspection);

}  // namespace dlnn
