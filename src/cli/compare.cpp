#include <memory>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(one table for several runs

One table for several runs on the same trajectories, ranked; runs that differ only in their seed are pooled, with intervals.
Writes report.html with the pictures of all of them.)";

constexpr const char* examples = R"(Examples:
  dlnn compare runs/arm2-*/version_0
  dlnn compare runs/ur10-dlnn/version_* runs/ur10-mlp/version_* --json -   several seeds each)";

}  // namespace

void add_compare(CLI::App& app) {
  CLI::App* command = app.add_subcommand("compare", about);
  command->footer(examples);
  auto request = std::make_shared<CompareRequest>();
  command->add_option("RUN", request->runs, "run folders or checkpoint files")->required();
  add_data_file(*command, request->data);
  add_split(*command, request->split);
  add_device(*command, request->device);
  add_json_file(*command, request->json);
  command->add_option("-o,--output", request->output, "folder of the report (default: runs/compare)")->type_name("DIR");
  add_quiet(*command, request->quiet);
  command->callback([request] { engine().compare(*request); });
}

}  // namespace dlnn::cli
