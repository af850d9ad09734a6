#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_evaluate(CLI::App& app) { app.add_subcommand("evaluate", "not built yet"); }

}  // namespace dlnn::cli
