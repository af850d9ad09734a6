#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include "commands.hpp"
#include "dlnn/config/help.hpp"
#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/text.hpp"
#include "options.hpp"
#include "presets.hpp"

namespace dlnn::cli {
namespace {

struct ConfigRequest {
  std::string kind = "train";
  std::string path;
  std::filesystem::path file;
  std::vector<std::string> overrides;
  bool comments = false;
};

/// What can be done with a kind of configuration, once for each struct.
struct ConfigKind {
  void (*schema)();
  void (*help)(const std::string& path);
  void (*show)(const ConfigRequest& request);
};

template <class Config>
ConfigKind kind() {
  return {[] {
            Config defaults;
            std::cout << json_schema(describe(defaults), "dlnn configuration");
          },
          [](const std::string& path) {
            Config defaults;
            std::cout << option_help(describe(defaults), path);
          },
          [](const ConfigRequest& request) {
            std::cout << to_yaml(load_config<Config>(find_config(request.file), request.overrides), request.comments);
          }};
}

const std::map<std::string, ConfigKind>& kinds() {
  static const std::map<std::string, ConfigKind> all = {{"train", kind<TrainConfig>()},
                                                        {"simulate", kind<SimulateConfig>()}};
  return all;
}

std::string kind_help() {
  std::vector<std::string> names;
  for (const auto& [name, functions] : kinds()) names.push_back(name);
  return "which configuration: " + join(names);
}

void add_kind(CLI::Option* option) {
  option->check(CLI::IsMember(kinds()).description(""))->capture_default_str()->type_name("KIND");
}

}  // namespace

void add_config(CLI::App& app) {
  CLI::App* command = app.add_subcommand("config", "what a configuration may hold, and what a file resolves to");
  command->require_subcommand(1);
  auto request = std::make_shared<ConfigRequest>();

  CLI::App* help = command->add_subcommand("help", "every option, or those of one section: meaning, default, range");
  help->footer(
      "Examples:\n  dlnn config help\n  dlnn config help model.dissipation\n  dlnn config help "
      "optimizer.learning_rate");
  help->add_option("SECTION", request->path, "section or key");
  add_kind(help->add_option("--kind", request->kind, kind_help()));
  help->callback([request] { kinds().at(request->kind).help(request->path); });

  CLI::App* show =
      command->add_subcommand("show", "the resolved configuration: file, extends, --set and defaults together");
  show->footer("Example:\n  dlnn config show configs/ur10/dlnn.yaml --set seed=3");
  show->add_option("FILE", request->file, "YAML configuration")->required();
  add_set(*show, request->overrides);
  show->add_flag("--comments", request->comments, "with the meaning of every option");
  add_kind(show->add_option("--kind", request->kind, kind_help()));
  show->callback([request] { kinds().at(request->kind).show(*request); });

  CLI::App* schema = command->add_subcommand("schema", "JSON schema, from which editors complete and check");
  schema->footer(
      "Example:\n  dlnn config schema > dlnn.schema.json\nthen, as the first line of a file:\n"
      "  # yaml-language-server: $schema=dlnn.schema.json");
  add_kind(schema->add_option("KIND", request->kind, kind_help()));
  schema->callback([request] { kinds().at(request->kind).schema(); });
}

}  // namespace dlnn::cli
