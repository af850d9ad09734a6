#pragma once

#include <string_view>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

[[nodiscard]] constexpr std::string_view position_unit(JointType type) {
  return type == JointType::revolute ? "rad" : "m";
}
[[nodiscard]] constexpr std::string_view speed_unit(JointType type) {
  return type == JointType::revolute ? "rad/s" : "m/s";
}
[[nodiscard]] constexpr std::string_view acceleration_unit(JointType type) {
  return type == JointType::revolute ? "rad/s²" : "m/s²";
}
[[nodiscard]] constexpr std::string_view torque_unit(JointType type) {
  return type == JointType::revolute ? "N m" : "N";
}

}  // namespace dlnn
