#include <iostream>
#include <memory>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "options.hpp"
#include "presets.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(train a model from a YAML file

Train the model that a YAML file describes, in a new folder OUTPUT/NAME/version_K:
  config.yaml (everything resolved), environment.json, metrics.csv, summary.json, log.txt, checkpoints/best.pt and last.pt.
Ctrl-C saves a checkpoint; --resume goes on from there as if nothing had happened.)";

constexpr const char* examples = R"(Examples:
  dlnn train configs/arm2/dlnn.yaml
  dlnn train configs/ur10/dlnn.yaml --data ~/robot.h5                      your recording, this model
  dlnn train configs/arm2/dlnn.yaml --set training.steps=500 --set seed=1  other values, checked like the file
  dlnn train --resume runs/arm2-dlnn/version_0                             after Ctrl-C or a crash
  dlnn train --print-config > my.yaml                                      every option with its default and meaning
Keys: dlnn config help. Presets: dlnn list.)";

void print_config(const TrainRequest& request) {
  auto config = load_config<TrainConfig>(request.config, request.overrides);
  if (!request.data.empty()) config.data.file = std::filesystem::absolute(request.data).lexically_normal();
  if (!request.output.empty()) config.output = request.output;
  std::cout << to_yaml(config, true);
}

void run(TrainRequest request) {
  request.config = find_config(request.config);
  if (request.print_config) return print_config(request);
  if (request.config.empty() && request.resume.empty()) {
    throw ConfigError("nothing to train: give a CONFIG.yaml (dlnn list names the presets) or --resume RUN");
  }
  engine().train(request);
}

}  // namespace

void add_train(CLI::App& app) {
  CLI::App* command = app.add_subcommand("train", about);
  command->footer(examples);
  auto request = std::make_shared<TrainRequest>();
  CLI::Option* config = command->add_option("CONFIG", request->config, "YAML configuration");
  CLI::Option* set = add_set(*command, request->overrides);
  add_data_file(*command, request->data);
  add_device(*command, request->device);
  CLI::Option* output =
      command->add_option("-o,--output", request->output, "folder that holds the runs, instead of the configured one")
          ->type_name("DIR");
  CLI::Option* print = command->add_flag("--print-config", request->print_config,
                                         "print the configuration with every default, and stop");
  command
      ->add_option(
          "--resume", request->resume,
          "continue an interrupted run; its configuration stands, and --data may only say where the same data is now")
      ->type_name("RUN")
      ->excludes(config, set, output, print);
  add_quiet(*command, request->quiet);
  command->callback([request] { run(*request); });
}

}  // namespace dlnn::cli
