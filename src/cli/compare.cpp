#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_compare(CLI::App& app) { app.add_subcommand("compare", "not built yet"); }

}  // namespace dlnn::cli
