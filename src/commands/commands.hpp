#pragma once

#include "dlnn/cli/engine.hpp"

namespace dlnn::commands {

void train(const TrainRequest& request);
void evaluate(const EvaluateRequest& request);
void rollout(const RolloutRequest& request);
void compare(const CompareRequest& request);
void export_model(const ExportRequest& request);

}  // namespace dlnn::commands
