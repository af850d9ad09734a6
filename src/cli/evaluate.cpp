#include <memory>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(errors of a trained model on held-out trajectories

Measure a trained model on trajectories it has not seen: torque and acceleration errors of each joint (nMSE = mean squared
error / variance, and in the units of the data), roll-outs, energy, passivity; of a
recording that dlnn data simulate made also the errors of the parts M q̈, c, g and F_d. Prints a table and writes plots/ and report.html into the run.)";

constexpr const char* examples = R"(Examples:
  dlnn evaluate runs/arm2-dlnn/version_0
  dlnn evaluate runs/arm2-dlnn/version_0 --split valid --json -                 for a script
  dlnn evaluate runs/arm2-dlnn/version_0 --data other.h5 --predictions out.csv  another recording of the same robot)";

}  // namespace

void add_evaluate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("evaluate", about);
  command->footer(examples);
  auto request = std::make_shared<EvaluateRequest>();
  add_run(*command, request->run);
  add_data_file(*command, request->data);
  add_split(*command, request->split);
  add_device(*command, request->device);
  add_json_file(*command, request->json);
  command
      ->add_option("--predictions", request->predictions,
                   "write measured and predicted torques and accelerations of every sample as CSV")
      ->type_name("FILE");
  command->add_flag("--no-report", request->no_report, "figures only: no pictures, no report.html");
  add_quiet(*command, request->quiet);
  command->callback([request] { engine().evaluate(*request); });
}

}  // namespace dlnn::cli
