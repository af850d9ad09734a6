#include "commands.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn::commands {

void train(const TrainRequest&) { throw ConfigError("not built yet"); }

}  // namespace dlnn::commands
