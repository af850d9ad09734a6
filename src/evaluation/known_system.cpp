#include "dlnn/evaluation/known_system.hpp"

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/systems/registry.hpp"

namespace dlnn {

std::unique_ptr<System> known_system(const DatasetInfo& info) {
  const auto found = info.attributes.find("configuration");
  if (found == info.attributes.end() || info.free_swing) return nullptr;
  try {
    auto system = make_system(from_yaml_text<SimulateConfig>(found->second, "attribute configuration").system);
    return system->dof() == info.dof ? std::move(system) : nullptr;
  } catch (const Error&) {
    return nullptr;  // somebody else's attribute of that name
  }
}

}  // namespace dlnn
