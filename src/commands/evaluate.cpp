#include "commands.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn::commands {

void evaluate(const EvaluateRequest&) { throw ConfigError("not built yet"); }

}  // namespace dlnn::commands
