#include <CLI/CLI.hpp>

#include "commands.hpp"

namespace dlnn::cli {

void add_data(CLI::App& app) {
  CLI::App* data = app.add_subcommand("data", "recordings: inspect, import, split, differentiate, simulate");
  data->require_subcommand(1);
  add_data_inspect(*data);
  add_data_import(*data);
  add_data_split(*data);
  add_data_differentiate(*data);
  add_data_simulate(*data);
}

}  // namespace dlnn::cli
