#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_list(CLI::App& app) { app.add_subcommand("list", "not built yet"); }

}  // namespace dlnn::cli
