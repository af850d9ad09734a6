#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_data_simulate(CLI::App& data) { data.add_subcommand("simulate", "not built yet"); }

}  // namespace dlnn::cli
