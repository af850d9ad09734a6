#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/import.hpp"
#include "dlnn/data/write.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* examples = R"(Examples
  dlnn data split robot.h5 -o robot_split.h5                        70 % train, 15 % validation, 15 % test, evenly spread
  dlnn data split robot.h5 -o robot_split.h5 --shares 0.8,0.1,0.1 --seed 1
  dlnn data split robot.h5 -o robot_split.h5 --valid "run 3" --test "run 7,run 9"    the rest trains
  dlnn data split long.h5 -o blocks.h5 --block 5                    first cut into blocks of 5 s

Whole trajectories are assigned, never single samples: neighbouring samples are almost the same, and a model that has seen one knows the other.)";

struct Options {
  std::filesystem::path input, output;
  std::string shares = "0.7,0.15,0.15";
  std::vector<std::string> valid, test;
  double block = 0;
  std::optional<std::uint64_t> seed;
};

/// Moves the trajectories with these names into `split`.
void assign_by_name(TrajectoryDataset& dataset, const std::vector<std::string>& names, Split split) {
  for (const auto& name : names) {
    bool found = false;
    for (auto& trajectory : dataset.trajectories) {
      if (trajectory.name != name) continue;
      trajectory.split = split;
      found = true;
    }
    std::vector<std::string> known;
    for (const auto& trajectory : dataset.trajectories) known.push_back(trajectory.name);
    if (!found) throw ConfigError(concat("no trajectory is named \"", name, "\"; the file holds: ", join(known)));
  }
}

/// Names that the user put into both splits.
void refuse_overlap(const Options& options) {
  for (const auto& name : options.valid)
    if (std::ranges::find(options.test, name) != options.test.end())
      throw ConfigError(concat("trajectory \"", name, "\" is named by --valid and by --test; choose one"));
}

void run(const Options& options) {
  refuse_overwriting(options.output, {options.input});
  refuse_overlap(options);
  ImportOptions import;
  import.block = options.block;
  import.keep_wrapped = true;
  import.shares = split_shares_from_string(options.shares);
  import.seed = options.seed;
  TrajectoryDataset dataset = import_files({options.input}, import);
  if (!options.valid.empty() || !options.test.empty()) {
    for (auto& trajectory : dataset.trajectories) trajectory.split = Split::train;
    assign_by_name(dataset, options.valid, Split::valid);
    assign_by_name(dataset, options.test, Split::test);
  }
  write_dataset(options.output, dataset);
  TextTable table({"trajectory", "samples", "split"});
  for (const auto& trajectory : dataset.trajectories)
    table.add_row({trajectory.name, std::to_string(trajectory.samples()), std::string(to_string(trajectory.split))});
  std::cout << table.str() << options.output.string() << ": written\n";
  for (const Split split : {Split::train, Split::valid, Split::test})
    if (dataset.of_split(split).empty())
      log::warn(concat(options.output, ": split ", to_string(split), " has no trajectory"));
}

}  // namespace

void add_data_split(CLI::App& data) {
  CLI::App* command = data.add_subcommand("split", "assign whole trajectories to train, valid and test");
  command->footer(examples);
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->input, "dataset")->required();
  command->add_option("-o,--output", options->output, "the dataset to write")->required()->option_text("OUT.h5");
  command->add_option("--shares", options->shares, "shares of train, valid and test")->capture_default_str();
  command->add_option("--seed", options->seed, "shuffle the trajectories first")->option_text("N");
  command->add_option("--valid", options->valid, "names of the validation trajectories")
      ->delimiter(',')
      ->option_text("NAME,...");
  command->add_option("--test", options->test, "names of the test trajectories")
      ->delimiter(',')
      ->option_text("NAME,...");
  command->add_option("--block", options->block, "cut trajectories into blocks of this length first")
      ->check(number_between(0, 1e9))
      ->option_text("SECONDS");
  command->callback([options] { run(*options); });
}

}  // namespace dlnn::cli
