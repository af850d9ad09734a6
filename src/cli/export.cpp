#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_export(CLI::App& app) { app.add_subcommand("export", "not built yet"); }

}  // namespace dlnn::cli
