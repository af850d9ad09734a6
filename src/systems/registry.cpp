#include "dlnn/systems/registry.hpp"

#include <functional>
#include <map>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/systems/cart_pole.hpp"
#include "dlnn/systems/double_pendulum.hpp"
#include "dlnn/systems/planar_arm.hpp"
#include "dlnn/systems/serial_arm.hpp"

namespace dlnn {
namespace {

using Factory = std::function<std::unique_ptr<System>(const SystemConfig&)>;

/// The configured bars, or `count` default ones; count 0 stands for any number, two by default.
std::vector<BarConfig> bars_of(const SystemConfig& config, std::size_t count) {
  if (config.bars.empty()) return std::vector<BarConfig>(count == 0 ? 2 : count);
  if (count != 0 && config.bars.size() != count) {
    throw ConfigError(concat("system.bars: ", config.bars.size(), " bars given, ", config.type, " has ", count));
  }
  return config.bars;
}

Factory planar(std::size_t count) {
  return [count](const SystemConfig& config) {
    const auto bars = bars_of(config, count);
    return std::make_unique<PlanarArm>(config.type, bars, config.gravity,
                                       Friction(static_cast<Index>(bars.size()), config.friction));
  };
}

std::unique_ptr<System> make_double_pendulum(const SystemConfig& config) {
  const auto bars = bars_of(config, 2);
  return std::make_unique<DoublePendulum>(bars[0], bars[1], config.gravity, Friction(2, config.friction));
}

std::unique_ptr<System> make_cart_pole(const SystemConfig& config) {
  return std::make_unique<CartPole>(config.cart_mass, bars_of(config, 1)[0], config.gravity,
                                    Friction(2, config.friction));
}

std::unique_ptr<System> make_serial_arm(const SystemConfig& config) {
  const auto links = config.links.empty() ? six_joint_arm() : config.links;
  return std::make_unique<SerialArm>(links, config.gravity,
                                     Friction(static_cast<Index>(links.size()), config.friction));
}

const std::map<std::string, Factory>& factories() {
  static const std::map<std::string, Factory> table{
      {"pendulum", planar(1)},       {"double_pendulum", make_double_pendulum},
      {"cart_pole", make_cart_pole}, {"acrobot", planar(2)},
      {"planar_arm", planar(0)},     {"serial_arm", make_serial_arm},
  };
  return table;
}

}  // namespace

std::unique_ptr<System> make_system(const SystemConfig& config) {
  const auto found = factories().find(config.type);
  if (found == factories().end()) {
    throw ConfigError(concat("system.type: unknown system \"", config.type, "\"; known: ", join(system_names())));
  }
  return found->second(config);
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (const auto& [name, factory] : factories()) names.push_back(name);
  return names;
}

}  // namespace dlnn
