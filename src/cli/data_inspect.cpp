#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "data_figures.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/inspect.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* examples = R"(Examples
  dlnn data inspect robot.h5                   tables and warnings
  dlnn data inspect robot.h5 --plot pictures   also pictures: q, qd, tau over time, distributions, spectra
  dlnn data inspect robot.h5 --json -          everything as JSON on standard output

How to read the joint table
  κ          reversal balance 2·min(P(moving forwards), P(moving backwards)): 1 balanced, below 0.2 friction and gravity are confused
  qd~q       relative RMS of qd against the difference quotient of q: above 0.1 one of them is wrong
  f99        frequency below which 99 % of the power of the speed lie: two to three times it is a good Butterworth cut-off
  condition  of a simple regressor of inertia, friction and gravity: 10 well excited, above 300 poorly)";

struct Options {
  std::filesystem::path file;
  std::string json;
  std::string plot;
  ReaderOptions reader;
};

std::string interval(const Range& range) {
  return concat(format_number(range.minimum, 3), " … ", format_number(range.maximum, 3));
}

void print_head(const Inspection& inspection) {
  const DatasetInfo& info = inspection.info;
  std::cout << inspection.file.string() << ": " << (info.system.empty() ? "unnamed system" : info.system) << ", layout "
            << info.layout << ", " << info.dof << " joints" << (info.free_swing ? ", free swing" : "");
  if (info.dt) std::cout << ", dt " << format_number(*info.dt) << " s (" << format_number(1 / *info.dt) << " Hz)";
  std::cout << "\n";
  const std::pair<const char*, const std::string*> texts[] = {{"description", &info.description},
                                                              {"units", &info.units},
                                                              {"angles", &info.angle_convention},
                                                              {"source", &info.source},
                                                              {"licence", &info.license}};
  for (const auto& [name, text] : texts)
    if (!text->empty()) std::cout << "  " << name << ": " << *text << "\n";
  std::cout << "  stored: q" << (inspection.has_qd ? ", qd" : "") << (inspection.has_qdd ? ", qdd" : "")
            << (inspection.has_tau ? ", tau" : "");
  if (!inspection.channels.empty()) std::cout << "; also " << join(inspection.channels);
  std::cout << (inspection.has_qd ? "\n" : "; speeds below are differences of q\n");
  for (const auto& note : inspection.notes) std::cout << "  " << note << "\n";
  std::cout << "\n";
}

void print_splits(const Inspection& inspection) {
  TextTable table({"split", "trajectories", "samples", "seconds"});
  for (const std::optional<Split> split :
       {std::optional(Split::train), std::optional(Split::valid), std::optional(Split::test), std::optional<Split>()}) {
    if (inspection.count(split) == 0 && !split) continue;
    double seconds = 0;
    for (const auto& trajectory : inspection.trajectories)
      if (trajectory.split == split) seconds += trajectory.duration;
    table.add_row({split ? std::string(to_string(*split)) : "none", std::to_string(inspection.count(split)),
                   std::to_string(inspection.samples(split)), format_number(seconds)});
  }
  std::cout << table.str() << "\n";
}

void print_joints(const Inspection& inspection) {
  std::vector<std::string> header{"joint", "q", "RMS qd", "max |qd|", "RMS qdd", "max |qdd|"};
  if (!inspection.info.free_swing) header.insert(header.end(), {"tau", "RMS tau"});
  header.insert(header.end(), {"κ", "qd~q", "qdd~qd", "f99 Hz", "condition"});
  TextTable table(header);
  for (std::size_t i = 0; i < inspection.joints.size(); ++i) {
    const JointReport& joint = inspection.joints[i];
    std::vector<std::string> row{
        concat(i + 1, inspection.info.joint_types[i] == JointType::prismatic ? " (prismatic)" : ""),
        interval(joint.q),
        format_number(joint.qd.rms, 3),
        format_number(joint.qd.largest(), 3),
        format_number(joint.qdd.rms, 3),
        format_number(joint.qdd.largest(), 3)};
    if (!inspection.info.free_swing) row.insert(row.end(), {interval(joint.tau), format_number(joint.tau.rms, 3)});
    row.insert(
        row.end(),
        {format_number(joint.reversal_balance, 2), inspection.has_qd ? format_number(joint.speed_consistency, 2) : "-",
         inspection.has_qdd ? format_number(joint.acceleration_consistency, 2) : "-",
         joint.bandwidth > 0 ? format_number(joint.bandwidth, 3) : "-", std::to_string(std::lround(joint.condition))});
    table.add_row(row);
  }
  std::cout
      << table.str()
      << "units: rad, rad/s, rad/s² and N m (prismatic joints: m, m/s, m/s² and N); κ to condition: dlnn data inspect "
         "--help\n\n";
}

/// The values of one quantity for all joints: "1.2 0.9".
template <class Value>
std::string per_joint(const TrajectoryReport& trajectory, const Value& value) {
  std::vector<std::string> words;
  for (const auto& joint : trajectory.joints) words.push_back(format_number(value(joint), 3));
  return join(words, " ");
}

void print_trajectories(const Inspection& inspection) {
  std::vector<std::string> header{"trajectory",          "split",          "samples", "s", "jitter %", "gaps",
                                  "width of q, a joint", "RMS qd, a joint"};
  if (!inspection.info.free_swing) header.emplace_back("RMS tau, a joint");
  TextTable table(header);
  for (const auto& trajectory : inspection.trajectories) {
    std::vector<std::string> row{trajectory.name,
                                 trajectory.split ? std::string(to_string(*trajectory.split)) : "none",
                                 std::to_string(trajectory.samples),
                                 format_number(trajectory.duration),
                                 format_number(trajectory.jitter > 1e-6 ? 100 * trajectory.jitter : 0, 2),
                                 std::to_string(trajectory.gaps),
                                 per_joint(trajectory, [](const JointReport& joint) { return joint.q.width(); }),
                                 per_joint(trajectory, [](const JointReport& joint) { return joint.qd.rms; })};
    if (!inspection.info.free_swing)
      row.push_back(per_joint(trajectory, [](const JointReport& joint) { return joint.tau.rms; }));
    table.add_row(row);
  }
  std::cout << table.str() << "\n";
}

void print(const Inspection& inspection) {
  print_head(inspection);
  print_splits(inspection);
  print_joints(inspection);
  print_trajectories(inspection);
  if (inspection.warnings.empty()) std::cout << "nothing to complain about\n";
  for (const auto& warning : inspection.warnings) std::cout << "! " << warning << "\n";
}

/// Text of a file may be in any encoding; what is no UTF-8 is replaced.
std::string json_text(const Inspection& inspection) {
  return to_json(inspection).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void run(const Options& options) {
  refuse_overwriting(options.json, {options.file});
  const Inspection inspection = inspect(options.file, options.reader);
  if (options.json == "-") {
    std::cout << json_text(inspection);
  } else {
    print(inspection);
    if (!options.json.empty()) write_file(options.json, json_text(inspection));
  }
  if (options.plot.empty()) return;
  for (const auto& figure : data_figures(inspection, TrajectoryReader(options.file, options.reader))) {
    const auto file = draw_svg(figure, options.plot);
    (options.json == "-" ? std::cerr : std::cout) << file.string() << ": " << figure.caption << "\n";
  }
}

}  // namespace

void add_data_inspect(CLI::App& data) {
  CLI::App* command = data.add_subcommand("inspect", "what is in a dataset, and whether it can be learned from");
  command->footer(examples);
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "dataset: our layout, robomimic or D4RL")->required();
  command->add_option("--json", options->json, "write everything as JSON; -: to standard output, instead of the tables")
      ->option_text("FILE|-");
  command->add_option("--plot", options->plot, "draw pictures into this folder")->option_text("DIR");
  command->add_option("--dt", options->reader.dt, "sampling time in seconds, where the file holds no time")
      ->option_text("SECONDS");
  command->callback([options] { run(*options); });
}

}  // namespace dlnn::cli
