#include "commands.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn::commands {

void compare(const CompareRequest&) { throw ConfigError("not built yet"); }

}  // namespace dlnn::commands
