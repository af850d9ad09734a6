#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>

#include "commands.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/version.hpp"

namespace {

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

int parse_and_run(int argc, char** argv) {
  CLI::App app(about, "dlnn");
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
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);  // prints help, version or the mistake
    return code == 0 ? 0 : static_cast<int>(dlnn::ExitCode::usage);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    dlnn::catch_interrupts();
    return parse_and_run(argc, argv);
  } catch (const dlnn::Error& error) {
    dlnn::log::error(dlnn::concat("dlnn: ", error.what()));
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    dlnn::log::error("dlnn: not enough memory");
    return static_cast<int>(dlnn::ExitCode::io);
  } catch (const std::exception& error) {
    dlnn::log::error(dlnn::concat("dlnn: unexpected failure, please report it: ", error.what()));
    return 1;
  }
}
