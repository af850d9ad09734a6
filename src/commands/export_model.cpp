#include "commands.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn::commands {

void export_model(const ExportRequest&) { throw ConfigError("not built yet"); }

}  // namespace dlnn::commands
