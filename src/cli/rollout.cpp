#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_rollout(CLI::App& app) { app.add_subcommand("rollout", "not built yet"); }

}  // namespace dlnn::cli
