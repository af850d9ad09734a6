#pragma once
// One function a subcommand, each in its own file: it adds the subcommand to the application and runs it from a
// callback.

namespace CLI {
class App;
}

namespace dlnn::cli {

void add_train(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_rollout(CLI::App& app);
void add_compare(CLI::App& app);
void add_export(CLI::App& app);
void add_data(CLI::App& app);    // inspect, import, split, differentiate, simulate
void add_config(CLI::App& app);  // schema, show, help
void add_list(CLI::App& app);
void add_info(CLI::App& app);

// Subcommands of `dlnn data`.
void add_data_inspect(CLI::App& data);
void add_data_import(CLI::App& data);
void add_data_split(CLI::App& data);
void add_data_differentiate(CLI::App& data);
void add_data_simulate(CLI::App& data);

}  // namespace dlnn::cli
