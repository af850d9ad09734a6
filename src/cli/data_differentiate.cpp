#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "commands.hpp"
#include "data_options.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/data/import.hpp"
#include "dlnn/data/write.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* examples = R"(Examples
  dlnn data differentiate robot.h5 -o smooth.h5                                  Savitzky-Golay, 11 samples, order 3
  dlnn data differentiate robot.h5 -o smooth.h5 --window 31 --order 4
  dlnn data differentiate robot.h5 -o smooth.h5 --derivatives butterworth --cutoff 8 --filter-tau
  dlnn data differentiate uneven.h5 -o smooth.h5 --resample 0.002                uneven time stamps: interpolate first

q is smoothed and qd, qdd are its derivatives, all without phase shift. Samples at the ends that a filter would have to invent are left out.
The choice is written into the attribute "derivatives". A good cut-off is two to three times f99 of: dlnn data inspect)";

struct Options {
  std::filesystem::path input, output;
  std::string method = "savitzky_golay";
  DerivativeOptions derivative;
  double resample = 0;
};

void run(const Options& options) {
  refuse_overwriting(options.output, {options.input});
  ImportOptions import;
  import.block = 0;
  import.resample = options.resample;
  import.derivatives = derivatives_from(options.method, options.derivative);
  const TrajectoryDataset dataset = import_files({options.input}, import);
  write_dataset(options.output, dataset);
  for (const auto& note : dataset.warnings) std::cout << note << "\n";
  const auto done = dataset.info.attributes.find("derivatives");
  std::cout << options.output.string() << ": " << dataset.trajectories.size() << " trajectories, "
            << (done == dataset.info.attributes.end() ? "resampled" : done->second) << "\n";
}

}  // namespace

void add_data_differentiate(CLI::App& data) {
  CLI::App* command = data.add_subcommand("differentiate", "smooth q and derive qd and qdd from it");
  command->footer(examples);
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->input, "dataset")->required();
  command->add_option("-o,--output", options->output, "the dataset to write")->required()->option_text("OUT.h5");
  add_derivative_options(*command, options->method, options->derivative, "how; none: only resample");
  command->add_option("--resample", options->resample, "interpolate to a uniform sampling time first")
      ->check(number_between(1e-9, 1e6))
      ->option_text("SECONDS");
  command->callback([options] { run(*options); });
}

}  // namespace dlnn::cli
