#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_info(CLI::App& app) { app.add_subcommand("info", "not built yet"); }

}  // namespace dlnn::cli
