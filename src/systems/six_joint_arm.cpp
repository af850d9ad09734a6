#include <numbers>

#include "dlnn/systems/serial_arm.hpp"

namespace dlnn {

std::vector<LinkConfig> six_joint_arm() {
  constexpr double right = std::numbers::pi / 2;
  std::vector<LinkConfig> links(6);
  links[0] = {
      .mass = 7.1, .center = {0.021, -0.027, 0.127}, .inertia = {0.034, 0.035, 0.022, 0, 0, 0}, .rotor_inertia = 2.0};
  links[1] = {.offset = {0, 0, 0.1273},
              .rotation = {right, 0, 0},
              .mass = 12.7,
              .center = {-0.232, 0, 0.158},
              .inertia = {0.028, 0.42, 0.42, 0, 0, 0},
              .rotor_inertia = 2.0};
  links[2] = {.offset = {-0.612, 0, 0},
              .mass = 4.27,
              .center = {-0.332, 0, 0.068},
              .inertia = {0.010, 0.12, 0.12, 0, 0, 0},
              .rotor_inertia = 1.0};
  links[3] = {.offset = {-0.5723, 0, 0},
              .mass = 2.0,
              .center = {0, -0.018, 0.171},
              .inertia = {0.0027, 0.0034, 0.0034, 0, 0, 0},
              .rotor_inertia = 0.3};
  links[4] = {.offset = {0, 0, 0.1639},
              .rotation = {right, 0, 0},
              .mass = 2.0,
              .center = {0, 0.018, 0.109},
              .inertia = {0.0034, 0.0027, 0.0034, 0, 0, 0},
              .rotor_inertia = 0.3};
  links[5] = {.offset = {0, 0, 0.1157},
              .rotation = {-right, 0, 0},
              .mass = 0.365,
              .center = {0, 0, 0.066},
              .inertia = {0.0003, 0.0003, 0.0002, 0, 0, 0},
              .rotor_inertia = 0.3};
  return links;
}

}  // namespace dlnn
