#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/progress.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/write.hpp"
#include "dlnn/systems/simulate.hpp"
#include "options.hpp"
#include "presets.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(simulate a machine whose physics is known, and record it

Simulate an analytic system (pendulums, cart-pole, acrobot, planar and spatial arms) with known friction, and record it as a dataset with
train, valid and test trajectories. The same configuration gives the same file, bit for bit.)";

constexpr const char* examples = R"(Examples:
  dlnn data simulate configs/simulate/arm2.yaml -o arm2.h5
  dlnn data simulate configs/simulate/arm6.yaml -o noisy.h5 --set recording.torque_noise=[1] --set seed=7
  dlnn data simulate --print-config > my.yaml                    every option with its default and meaning
Keys: dlnn config help --kind simulate.)";

struct SimulateRequest {
  std::filesystem::path config;
  std::filesystem::path output;
  std::vector<std::string> overrides;
  bool print_config = false;
  bool quiet = false;
};

std::string summary(const TrajectoryDataset& dataset) {
  TextTable splits({"split", "trajectories", "samples"});
  for (const Split split : {Split::train, Split::valid, Split::test}) {
    splits.add_row(
        {std::string(to_string(split)), concat(dataset.of_split(split).size()), concat(dataset.samples(split))});
  }
  const Samples train = gather(dataset, Split::train);
  TextTable joints({"coordinate", "q min", "q max", "q̇ RMS", "q̈ RMS", "τ RMS"});
  const auto rms = [](const Matrix& values, Index i) {
    return values.size() == 0 ? "-" : format_number(std::sqrt(values.col(i).array().square().mean()));
  };
  for (Index i = 0; i < dataset.info.dof; ++i) {
    joints.add_row({concat("q", i + 1), format_number(train.q.col(i).minCoeff()),
                    format_number(train.q.col(i).maxCoeff()), rms(train.qd, i), rms(train.qdd, i), rms(train.tau, i)});
  }
  return splits.str() + "\n" + joints.str();
}

void simulate_data(const SimulateRequest& request) {
  if (request.print_config) {
    std::cout << to_yaml(load_config<SimulateConfig>(find_config(request.config), request.overrides), true);
    return;
  }
  if (request.config.empty())
    throw ConfigError("nothing to simulate: give a CONFIG.yaml, for example one of configs/simulate");
  if (request.output.empty()) throw ConfigError("nowhere to record: give -o FILE.h5");
  const auto config = load_config<SimulateConfig>(find_config(request.config), request.overrides);
  refuse_overwriting(request.output, {request.config});
  Progress bar("simulating", config.recording.train + config.recording.valid + config.recording.test, !request.quiet);
  const TrajectoryDataset dataset = simulate(config, [&](std::int64_t done, std::int64_t) {
    if (interrupted()) throw Interrupted("interrupted; nothing was written");
    bar.update(done);
  });
  bar.finish();
  write_dataset(request.output, dataset);
  if (!request.quiet) {
    std::cout << dataset.info.system << ", " << dataset.info.angle_convention << "\n\n"
              << summary(dataset) << "\n"
              << request.output.string() << ": " << std::filesystem::file_size(request.output) / 1024 << " KiB\n";
  }
}

}  // namespace

void add_data_simulate(CLI::App& data) {
  CLI::App* command = data.add_subcommand("simulate", about);
  command->footer(examples);
  auto request = std::make_shared<SimulateRequest>();
  command->add_option("CONFIG", request->config, "YAML configuration: what moves, what drives it, what is recorded");
  CLI::Option* output = command->add_option("-o,--output", request->output, "HDF5 file to write")->type_name("FILE");
  add_set(*command, request->overrides);
  command->add_flag("--print-config", request->print_config, "print the configuration with every default, and stop")
      ->excludes(output);
  add_quiet(*command, request->quiet);
  command->callback([request] { simulate_data(*request); });
}

}  // namespace dlnn::cli
