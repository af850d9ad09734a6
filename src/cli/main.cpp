#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>

#include "commands.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/core/version.hpp"
#include "help_formatter.hpp"

namespace {

using dlnn::concat;

constexpr const char* about = R"(dlnn: learn the dynamics of a mechanical system from recorded motion.

  dlnn data inspect robot.h5                  what is in a recording, and whether it can be learned from
  dlnn train configs/arm2/dlnn.yaml           train a model, in a new folder under runs/
  dlnn evaluate runs/arm2-dlnn                its errors on the test split
  dlnn compare runs/arm2-*                    several models side by side
  dlnn export runs/arm2-dlnn -o model.pt      a TorchScript file for your controller)";

constexpr const char* exit_codes =
    "Exit codes: 0 done, 2 usage or configuration, 3 data, 4 checkpoint or model file, 5 numerical failure, 6 "
    "input/output, "
    "130 interrupted.";

/// "dlnn data inspect --help", for the innermost subcommand that was reached.
std::string help_command(const CLI::App& app) {
  std::string words = app.get_name();
  for (const CLI::App* at = &app; !at->get_subcommands().empty();) {
    at = at->get_subcommands().front();
    words += " " + at->get_name();
  }
  return words + " --help";
}

/// CLI11 would only say that it did not expect the word.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return;
  const std::string near = dlnn::nearest_word(argv[1], names);
  throw dlnn::ConfigError(concat("there is no command ", argv[1],
                                 near.empty() ? "" : concat("; did you mean ", near, "?"),
                                 " Commands: ", dlnn::join(names)));
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(about, "dlnn");
  app.formatter(std::make_shared<dlnn::cli::HelpFormatter>());
  app.footer(exit_codes);
  app.set_version_flag("--version", dlnn::version());
  app.require_subcommand(1);
  dlnn::cli::add_train(app);
  dlnn::cli::add_evaluate(app);
  dlnn::cli::add_rollout(app);
  dlnn::cli::add_compare(app);
  dlnn::cli::add_export(app);
  dlnn::cli::add_data(app);
  dlnn::cli::add_config(app);
  dlnn::cli::add_list(app);
  dlnn::cli::add_info(app);
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw dlnn::ConfigError(concat(error.what(), "; see ", help_command(app)));
    return app.exit(error);  // prints help or the version
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    dlnn::catch_interrupts();
    const int code = parse_and_run(argc, argv);
    std::cout.flush();
    if (!std::cout) throw dlnn::IoError("cannot write to standard output: is the disk full?");
    return code;
  } catch (const dlnn::Error& error) {
    dlnn::log::error(concat("dlnn: ", error.what()));
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    dlnn::log::error("dlnn: not enough memory: take a smaller model, batch or dataset (data.stride)");
    return static_cast<int>(dlnn::ExitCode::io);
  } catch (const std::exception& error) {
    dlnn::log::error(concat("dlnn: unexpected failure, please report it: ", error.what()));
    return 1;
  }
}
