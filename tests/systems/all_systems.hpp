#pragma once
// Every reference system, with asymmetric parameters and every kind of friction, for the tests of the common
// identities.

#include <memory>
#include <string>
#include <vector>

#include "dlnn/core/random.hpp"
#include "dlnn/systems/registry.hpp"

namespace dlnn::test {

inline BarConfig bar(double length, double mass, double center, double inertia, double rotor = 0) {
  return {.length = length, .mass = mass, .center = center, .inertia = inertia, .rotor_inertia = rotor};
}

inline FrictionConfig strong_friction(const std::string& slip = "identity") {
  return {.slip = slip,
          .laws = {{.viscous = 0.2, .quadratic = 0.1, .coulomb = 0.3, .stribeck = 0.2, .smoothing = 0.05}}};
}

inline SystemConfig planar_config(const std::string& type, std::size_t bars) {
  SystemConfig config{.type = type};
  const std::vector<BarConfig> all{bar(0.7, 1.3, 0.3, 0.02, 0.05), bar(0.5, 0.8, 0.35, 0.03, 0.01),
                                   bar(0.4, 0.6, 0.1, 0.01, 0.02), bar(0.3, 0.4, 0.2, 0.005)};
  config.bars.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(bars));
  return config;
}

/// A short arm with a prismatic joint, oblique axes and full inertias.
inline SystemConfig oblique_arm_config() {
  SystemConfig config{.type = "serial_arm"};
  config.links = {{.rotation = {0.3, -0.2, 0.5},
                   .axis = {0, 1, 2},
                   .mass = 2.0,
                   .center = {0.1, 0.2, -0.1},
                   .inertia = {0.05, 0.06, 0.04, 0.01, -0.005, 0.002},
                   .rotor_inertia = 0.02},
                  {.joint = "prismatic",
                   .offset = {0.2, 0.1, 0.3},
                   .rotation = {-0.4, 0.9, 0.1},
                   .axis = {1, -1, 0.5},
                   .mass = 1.0,
                   .center = {0, 0.1, 0.2},
                   .inertia = {0.02, 0.02, 0.01, 0.001, 0.002, 0.003}},
                  {.offset = {-0.1, 0.3, 0.2},
                   .rotation = {1.2, 0.1, -0.7},
                   .mass = 0.7,
                   .center = {0.2, 0, 0.1},
                   .inertia = {0.01, 0.01, 0.01, 0, 0, 0.001}}};
  return config;
}

inline std::vector<std::unique_ptr<System>> all_systems(const FrictionConfig& friction = {}) {
  std::vector<std::unique_ptr<System>> systems;
  for (SystemConfig config :
       {planar_config("pendulum", 1), planar_config("double_pendulum", 2), planar_config("cart_pole", 1),
        planar_config("acrobot", 2), planar_config("planar_arm", 4), SystemConfig{.type = "serial_arm"},
        oblique_arm_config()}) {
    config.friction = friction;
    systems.push_back(make_system(config));
  }
  return systems;
}

inline Vector random_vector(Index n, double scale, Random& random) {
  return Vector::NullaryExpr(n, [&] { return random.uniform(-scale, scale); });
}

}  // namespace dlnn::test
