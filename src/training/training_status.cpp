#include "dlnn/training/training_status.hpp"

#include <cmath>

#include "dlnn/core/error.hpp"

namespace dlnn {

void save_status(const TrainingStatus& status, nlohmann::json& metadata) {
  metadata["step"] = status.step;
  nlohmann::json& json = metadata["status"];
  json = {{"best_step", status.best_step},
          {"best_loss", nullptr},  // JSON has no infinity: null before the first validation
          {"validations_since_best", status.validations_since_best},
          {"loss_sum", status.loss_sum},
          {"loss_count", status.loss_count},
          {"stopped_early", status.stopped_early}};
  if (std::isfinite(status.best_loss)) json["best_loss"] = status.best_loss;
}

TrainingStatus load_status(const nlohmann::json& metadata, const std::filesystem::path& origin) {
  TrainingStatus status;
  try {
    const nlohmann::json& json = metadata.at("status");
    metadata.at("step").get_to(status.step);
    json.at("best_step").get_to(status.best_step);
    if (!json.at("best_loss").is_null()) json.at("best_loss").get_to(status.best_loss);
    json.at("validations_since_best").get_to(status.validations_since_best);
    json.at("loss_sum").get_to(status.loss_sum);
    json.at("loss_count").get_to(status.loss_count);
    json.at("stopped_early").get_to(status.stopped_early);
  } catch (const nlohmann::json::exception& error) {
    throw ModelError(
        concat(origin, " cannot be continued: ", error.what(), "; give the run folder, whose checkpoints/last.pt can"));
  }
  return status;
}

}  // namespace dlnn
