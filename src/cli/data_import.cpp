#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "data_options.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/import.hpp"
#include "dlnn/data/write.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* examples =
    R"(Examples

One CSV of a robot, with a header such as  time,q1,q2,qd1,qd2,tau1,tau2:
  dlnn data import log.csv -o robot.h5
Columns are found by their names (pos_1, joint2_velocity, actual_current_0, effort ...); otherwise say which, by number from 0 or by name:
  dlnn data import log.csv -o robot.h5 --columns "t=0,q=1:2,qd=3:4,tau=5:6"
  dlnn data import log.csv -o robot.h5 --columns "t=stamp,q=arm_*_pos,tau=arm_*_effort"
  dlnn data import log.csv -o robot.h5 --columns "t=0,q=1+3,tau=2+4"        several that do not follow each other
No speed in the log, angles in degrees, motor current instead of torque (N m/A for each joint):
  dlnn data import log.csv -o robot.h5 --degrees --torque-scale 13.6,11.4 --derivatives butterworth --cutoff 8
Several files are several trajectories; a single long one is cut into blocks, so that whole blocks can be kept for validation and test:
  dlnn data import run*.mat -o robot.h5 --split 0.7,0.15,0.15
  dlnn data import long.npz -o robot.h5 --block 5)";

struct Options {
  std::vector<std::filesystem::path> files;
  std::filesystem::path output;
  ImportOptions import;
  std::vector<std::string> joint_types;
  std::string shares;
  std::optional<double> block;
  std::string derivatives = "none";
  DerivativeOptions derivative;
};

void print_summary(const TrajectoryDataset& dataset, const std::filesystem::path& output) {
  for (const auto& note : dataset.warnings) std::cout << note << '\n';
  std::cout << output.string() << ": " << dataset.trajectories.size() << " trajectories";
  for (const Split split : {Split::train, Split::valid, Split::test})
    std::cout << (split == Split::train ? " (" : ", ") << to_string(split) << ' ' << dataset.of_split(split).size();
  std::cout << "), " << dataset.info.dof << " joints, "
            << dataset.samples(Split::train) + dataset.samples(Split::valid) + dataset.samples(Split::test)
            << " samples";
  if (dataset.info.dt) std::cout << ", dt " << format_number(*dataset.info.dt) << " s";
  std::cout << "\nnext: dlnn data inspect " << output.string() << '\n';
}

void run(Options options) {
  refuse_overwriting(options.output, options.files);
  for (const auto& word : options.joint_types) options.import.joint_types.push_back(joint_type_from_string(word));
  if (!options.shares.empty()) options.import.shares = split_shares_from_string(options.shares);
  options.import.block = options.block;
  options.import.derivatives = derivatives_from(options.derivatives, options.derivative);
  const TrajectoryDataset dataset = import_files(options.files, options.import);
  write_dataset(options.output, dataset);
  print_summary(dataset, options.output);
}

void add_columns(CLI::App& command, ImportOptions& import) {
  command
      .add_option("--columns", import.columns,
                  "which column is what: t, q, qd, qdd, tau, trajectory (a number that changes with the recording)")
      ->option_text("SPEC");
  command.add_option("--dt", import.dt, "sampling time in seconds, where the files hold no time")
      ->check(number_between(1e-9, 1e6))
      ->option_text("SECONDS");
  command.add_option("--time-unit", import.time_unit, "unit of the time column")
      ->check(CLI::IsMember({"s", "ms", "us", "ns"}))
      ->option_text("s|ms|us|ns");
  command.add_flag("--degrees", import.degrees,
                   "angles, speeds and accelerations are in degrees (a unit [deg] in the header is seen without it)");
  command
      .add_option("--position-scale", import.position_scale,
                  "factor for q, qd and qdd, one or one a joint (encoder counts to rad)")
      ->delimiter(',')
      ->check(number_between(-1e12, 1e12))
      ->option_text("F,...");
  command
      .add_option("--torque-scale", import.torque_scale,
                  "factor for tau, one or one a joint (motor current to N m; −1 turns the sign)")
      ->delimiter(',')
      ->check(number_between(-1e12, 1e12))
      ->option_text("F,...");
}

void add_processing(CLI::App& command, Options& options) {
  ImportOptions& import = options.import;
  command.add_option("--joint-types", options.joint_types, "revolute or prismatic, one or one a joint")
      ->delimiter(',')
      ->option_text("TYPE,...");
  command.add_flag("--repair-time", import.repair_time, "leave out samples whose time does not increase");
  command.add_flag("--keep-wrapped", import.keep_wrapped, "leave jumps of 2π in angles");
  command.add_option("--max-gap", import.max_gap, "cut where a pause is longer")
      ->check(number_between(1e-9, 1e9))
      ->option_text("SECONDS");
  command.add_option("--resample", import.resample, "interpolate to a uniform sampling time")
      ->check(number_between(1e-9, 1e6))
      ->option_text("SECONDS");
  add_derivative_options(command, options.derivatives, options.derivative,
                         "make qd and qdd from q; none: keep what the files have");
}

void add_splitting(CLI::App& command, Options& options) {
  command
      .add_option("--block", options.block,
                  "cut recordings into blocks of this length; 0: never; default: only when there are fewer than three "
                  "recordings")
      ->check(number_between(0, 1e9))
      ->option_text("SECONDS");
  command
      .add_option("--split", options.shares,
                  "shares of train, valid and test; whole trajectories, evenly spread; default 0.7,0.15,0.15")
      ->option_text("A,B,C");
  command.add_option("--seed", options.import.seed, "shuffle the trajectories before they are split")->option_text("N");
}

void add_description(CLI::App& command, DatasetInfo& info) {
  command.add_option("--system", info.system, "name of the system");
  command.add_option("--units", info.units, "units, free text");
  command.add_option("--angle-convention", info.angle_convention,
                     "what 0 and the positive sense mean, absolute or relative");
  command.add_option("--description", info.description, "what was recorded");
  command.add_option("--source", info.source, "where it comes from");
  command.add_option("--license", info.license, "its licence");
}

}  // namespace

void add_data_import(CLI::App& data) {
  CLI::App* command = data.add_subcommand("import", "turn CSV, MAT, NPZ, robomimic or D4RL recordings into a dataset");
  command->footer(examples);
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "recordings")->required();
  command->add_option("-o,--output", options->output, "the dataset to write")->required()->option_text("OUT.h5");
  add_columns(*command, options->import);
  add_processing(*command, *options);
  add_splitting(*command, *options);
  add_description(*command, options->import.info);
  command->callback([options] { run(*options); });
}

}  // namespace dlnn::cli
