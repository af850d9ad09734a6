#include <memory>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/integrators/integrate.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(predict motion over time and compare it with the measurement

Integrate the learned equations of motion forward in time and compare with the measurement. VPT_θ is the valid prediction
time: how long the angle error (RMS over joints) stays below θ.)";

constexpr const char* examples = R"(Examples:
  dlnn rollout runs/arm2-dlnn/version_0                              from measured states of the test trajectories
  dlnn rollout runs/pendulum/version_0 --horizon 10 --output out.h5  the predicted motion as a dataset
  dlnn rollout runs/pendulum/version_0 --q=1.5,0 --qd=0,0            from a state of your own, with zero torque)";

void add_start(CLI::App& command, RolloutRequest& request) {
  CLI::Option* q = command.add_option("--q", request.initial_q, "start here instead: angles, rad (or m)")
                       ->delimiter(',')
                       ->type_name("Q1,Q2,...");
  CLI::Option* qd = command.add_option("--qd", request.initial_qd, "and with these velocities, rad/s (or m/s)")
                        ->delimiter(',')
                        ->type_name("V1,V2,...");
  q->needs(qd);
  qd->needs(q);
  command.add_option("--starts", request.starts, "starts for each trajectory; 0: as many as overlap by at most half")
      ->check(number_between(0, 1e6))
      ->capture_default_str()
      ->type_name("N")
      ->excludes(q);
}

}  // namespace

void add_rollout(CLI::App& app) {
  CLI::App* command = app.add_subcommand("rollout", about);
  command->footer(examples);
  auto request = std::make_shared<RolloutRequest>();
  add_run(*command, request->run);
  add_data_file(*command, request->data);
  add_split(*command, request->split);
  add_start(*command, *request);
  CLI::Option* torque = add_choice(*command, "--torque", request->torque, {"measured", "zero"},
                                   "torque that drives the model; zero (always with --q): free motion");
  std::vector<std::string> integrators = integrator_names();
  integrators.insert(integrators.begin(), "auto");
  add_choice(*command, "--integrator", request->integrator, integrators,
             "scheme; auto: strang, which keeps friction passive, for models with friction of their own, else rk4");
  command->add_option("--dt", request->dt, "step, s; 0: that of the data, or 0.01 s with --q")
      ->check(number_between(0, 1e3))
      ->capture_default_str()
      ->type_name("S");
  command->add_option("--horizon", request->horizon, "length, s")
      ->check(number_between(1e-6, 1e6))
      ->capture_default_str()
      ->type_name("S");
  command->add_option("-o,--output", request->output, "write the predicted trajectories as an HDF5 dataset")
      ->type_name("FILE");
  add_device(*command, request->device);
  add_json_file(*command, request->json);
  add_quiet(*command, request->quiet);
  command->callback([request, torque] {
    if (!request->initial_q.empty() && torque->count() > 0 && request->torque == "measured")
      throw ConfigError("--torque measured with --q: nothing was measured from there; leave --torque out");
    engine().rollout(*request);
  });
}

}  // namespace dlnn::cli
