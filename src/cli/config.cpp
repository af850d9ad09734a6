#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_config(CLI::App& app) { app.add_subcommand("config", "not built yet"); }

}  // namespace dlnn::cli
