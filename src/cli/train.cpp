#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_train(CLI::App& app) { app.add_subcommand("train", "not built yet"); }

}  // namespace dlnn::cli
