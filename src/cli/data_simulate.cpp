#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/progress.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/write.hpp"
#include "dlnn/systems/simulate.hpp"

namespace dlnn::cli {
namespace {

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
  const auto config = load_config<SimulateConfig>(request.config, request.overrides);
  if (request.print_config) {
    std::cout << to_yaml(config, true);
    return;
  }
  if (request.output.empty()) throw ConfigError("data simulate: --output FILE.h5 says where the recordings go");
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
  CLI::App* command = data.add_subcommand("simulate", "simulate an analytic system with known friction and record it");
  auto request = std::make_shared<SimulateRequest>();
  command->add_option("config", request->config, "what to simulate (see configs/simulate)")->required();
  command->add_option("-o,--output", request->output, "HDF5 file to write");
  command->add_option("--set", request->overrides, "change an option: key.key=value")->allow_extra_args(false);
  command->add_flag("--print-config", request->print_config, "print every option with its value and meaning, and stop");
  command->add_flag("-q,--quiet", request->quiet, "print nothing");
  command->callback([request] { simulate_data(*request); });
}

}  // namespace dlnn::cli
