#include <torch/script.h>

#include "scripts.hpp"

namespace dlnn::exporting {

void script_mlp(ScriptBuilder& builder, const MlpModel& model) {
  builder.embedding(model.embedding());
  builder.buffer("speed", model.speed_scale());
  builder.buffer("acceleration", model.acceleration_scale());
  builder.buffer("torque", model.torque_scale());
  if (model.provides_inverse()) {
    builder.net_values("inverse", model.net(), model.inverse_theta());
    builder.define(R"(
def inverse_dynamics(self, q: Tensor, qd: Tensor, qdd: Tensor) -> Tensor:
  return self.torque * self.inverse_values(torch.cat([self.features(q), qd / self.speed, qdd / self.acceleration], 1))
)");
  }
  if (model.provides_forward()) {
    builder.net_values("forward", model.net(), model.forward_theta());
    builder.define(R"(
def forward_dynamics(self, q: Tensor, qd: Tensor, tau: Tensor) -> Tensor:
  return self.acceleration * self.forward_values(torch.cat([self.features(q), qd / self.speed, tau / self.torque], 1))
)");
  }
}

}  // namespace dlnn::exporting
