#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/integrators/integrate.hpp"
#include "dlnn/systems/registry.hpp"
#include "options.hpp"
#include "presets.hpp"

namespace dlnn::cli {
namespace {

/// The words that the key at `path` may take.
std::vector<std::string> choices(const Section& section, std::string_view path) {
  const std::size_t dot = path.find('.');
  for (const Option& option : section.options) {
    if (option.name != path.substr(0, dot)) continue;
    if (dot == std::string_view::npos) return option.field.choices;
    return choices(std::get<Section>(option.value), path.substr(dot + 1));
  }
  return {};
}

nlohmann::ordered_json vocabulary() {
  TrainConfig defaults;
  const Section options = describe(defaults);
  return {{"models", choices(options, "model.type")},
          {"losses", choices(options, "loss.type")},
          {"integrators", integrator_names()},
          {"activations", choices(options, "model.network.activation")},
          {"dissipation presets", choices(options, "model.dissipation.preset")},
          {"optimizers", choices(options, "optimizer.type")},
          {"schedules", choices(options, "schedule.type")},
          {"simulated systems", system_names()}};
}

void print_json(const std::vector<Preset>& presets, const std::vector<std::filesystem::path>& data) {
  nlohmann::ordered_json result = vocabulary();
  result["bundled data"] = nlohmann::json::array();
  for (const auto& file : data) result["bundled data"].push_back(file.lexically_normal().string());
  result["presets"] = nlohmann::json::array();
  for (const Preset& preset : presets) {
    result["presets"].push_back({{"file", preset.file.string()},
                                 {"model", preset.model},
                                 {"loss", preset.loss},
                                 {"data", preset.data.string()},
                                 {"data present", std::filesystem::exists(preset.data)}});
  }
  std::cout << result.dump(2) << "\n";
}

void print_text(const std::vector<Preset>& presets, const std::vector<std::filesystem::path>& data) {
  const nlohmann::ordered_json all = vocabulary();  // items() refers to it
  for (const auto& [name, words] : all.items()) {
    std::cout << name << ": " << join(words.get<std::vector<std::string>>()) << "\n";
  }
  std::cout << "\nbundled data:\n";
  for (const auto& file : data) std::cout << "  " << file.lexically_normal().string() << "\n";
  TextTable table({"preset", "model", "loss", "data"});
  for (const Preset& preset : presets) {
    const bool present = std::filesystem::exists(preset.data);
    table.add_row({preset.file.string(), preset.model, preset.loss,
                   preset.data.filename().string() + (present ? "" : " (absent: give --data)")});
  }
  std::cout << "\n" << table.str();
}

}  // namespace

void add_list(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("list", "models, losses, integrators, simulated systems, presets and bundled recordings");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "as JSON");
  command->callback([json] {
    const auto folder = configs_folder();
    const auto print = *json ? print_json : print_text;
    print(find_presets(folder), find_bundled_data(folder));
  });
}

}  // namespace dlnn::cli
