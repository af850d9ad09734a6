#include "commands.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn::commands {

void rollout(const RolloutRequest&) { throw ConfigError("not built yet"); }

}  // namespace dlnn::commands
