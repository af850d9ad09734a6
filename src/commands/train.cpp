#include "commands.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/training/session.hpp"

namespace dlnn::commands {
namespace {

TrainConfig resolve(const TrainRequest& request) {
  auto config = load_config<TrainConfig>(request.config, request.overrides);
  if (!request.data.empty()) config.data.file = request.data.string();
  if (!request.output.empty()) config.output = request.output;
  if (config.data.file.empty()) {
    throw ConfigError(concat(request.config, ": data.file is empty; name the dataset there or with --data FILE"));
  }
  return config;
}

void print_result(const SessionResult& result) {
  const TrainingStatus& status = result.status;
  const std::string run = result.run.string();
  if (result.nothing_to_do) log::info(concat(run, " is finished: there is nothing to resume"));
  if (status.stopped_early && !result.nothing_to_do)
    log::info(concat("stopped early after step ", status.step, ": no better validation loss"));
  log::info(concat("best validation loss ", format_number(status.best_loss), " at step ", status.best_step, " of ",
                   status.step));
  const std::string rollout = result.simulates ? concat("\n       dlnn rollout ", run) : "";
  log::info(concat("next   dlnn evaluate ", run, rollout, "\n       dlnn export ", run, " -o model.pt"));
}

}  // namespace

void train(const TrainRequest& request) {
  if (request.quiet) log::set_level(log::Level::warning);
  const SessionOptions options{.device = request.device, .progress = !request.quiet};
  print_result(request.resume.empty() ? start_training(resolve(request), options)
                                      : resume_training(request.resume, request.data, options));
}

}  // namespace dlnn::commands
