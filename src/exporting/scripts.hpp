#pragma once

#include "dlnn/models/lnn_model.hpp"
#include "dlnn/models/mlp_model.hpp"
#include "dlnn/models/structured_model.hpp"
#include "script_builder.hpp"

namespace dlnn::exporting {

/// Each adds the methods of one kind of model.
void script_mlp(ScriptBuilder& builder, const MlpModel& model);
void script_lnn(ScriptBuilder& builder, const LnnModel& model);
void script_structured(ScriptBuilder& builder, ComposedModel& model);

}  // namespace dlnn::exporting
