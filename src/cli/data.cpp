#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_data(CLI::App& app) { app.add_subcommand("data", "not built yet"); }

}  // namespace dlnn::cli
