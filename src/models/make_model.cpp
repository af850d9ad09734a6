#include <torch/torch.h>

#include <functional>
#include <map>

#include "dlnn/core/error.hpp"
#include "dlnn/models/conservative/neural.hpp"
#include "dlnn/models/dissipation/channels.hpp"
#include "dlnn/models/lnn_model.hpp"
#include "dlnn/models/mlp_model.hpp"
#include "dlnn/models/model_spec.hpp"
#include "dlnn/models/structured_model.hpp"

namespace dlnn {
namespace {

// One entry a part; a further structure is one new file and one line here.

using ConservativeFactory = std::shared_ptr<ConservativePart> (*)(const ModelSpec&, const Units&, torch::Dtype,
                                                                  Random&);
const std::map<std::string, ConservativeFactory>& conservative_parts() {
  static const std::map<std::string, ConservativeFactory> parts{
      {"neural",
       [](const ModelSpec& spec, const Units& units, torch::Dtype dtype,
          Random& random) -> std::shared_ptr<ConservativePart> {
         require_smooth(spec.config.network, 2, spec.config.type);
         return std::make_shared<NeuralConservative>(spec, units, dtype, random);
       }}};
  return parts;
}

using DissipativeFactory = std::shared_ptr<DissipativePart> (*)(const ModelSpec&, const Units&, torch::Dtype, Random&);
const std::map<std::string, DissipativeFactory>& dissipative_parts() {
  static const std::map<std::string, DissipativeFactory> parts{
      {"none",
       [](const ModelSpec&, const Units&, torch::Dtype, Random&) -> std::shared_ptr<DissipativePart> {
         return nullptr;
       }},
      {"channels",
       [](const ModelSpec& spec, const Units& units, torch::Dtype dtype,
          Random& random) -> std::shared_ptr<DissipativePart> {
         return std::make_shared<ChannelDissipation>(spec, units, dtype, random);
       }}};
  return parts;
}

template <class Factory>
Factory find(const std::map<std::string, Factory>& parts, const std::string& name, const char* key) {
  const auto found = parts.find(name);
  if (found == parts.end()) throw ConfigError(concat(key, ": ", name, " is not known"));
  return found->second;
}

std::shared_ptr<DynamicsModel> make_structured(const ModelSpec& spec, const std::string& type, torch::Dtype dtype,
                                               Random& random) {
  const Units units = internal_units(spec);
  auto conservative =
      find(conservative_parts(), spec.config.conservative, "model.conservative")(spec, units, dtype, random);
  auto dissipative =
      find(dissipative_parts(), spec.config.dissipation.type, "model.dissipation.type")(spec, units, dtype, random);
  return std::make_shared<ComposedModel>(type, std::move(conservative), std::move(dissipative), spec.dof());
}

/// DeLaN as published has no dissipation; with `viscous` a constant damping coefficient a joint, and the name says so.
std::shared_ptr<DynamicsModel> make_delan(ModelSpec spec, torch::Dtype dtype, Random& random) {
  spec.config.dissipation = {};
  spec.config.dissipation.type = spec.config.viscous ? "channels" : "none";
  spec.config.dissipation.preset = "viscous";
  return make_structured(spec, spec.config.viscous ? "delan+viscous" : "delan", dtype, random);
}

using ModelFactory = std::shared_ptr<DynamicsModel> (*)(const ModelSpec&, torch::Dtype, Random&);
const std::map<std::string, ModelFactory>& models() {
  static const std::map<std::string, ModelFactory> factories{
      {"mlp",
       [](const ModelSpec& spec, torch::Dtype dtype, Random& random) -> std::shared_ptr<DynamicsModel> {
         return std::make_shared<MlpModel>(spec, dtype, random);
       }},
      {"lnn",
       [](const ModelSpec& spec, torch::Dtype dtype, Random& random) -> std::shared_ptr<DynamicsModel> {
         require_smooth(spec.config.network, 3, "lnn");
         return std::make_shared<LnnModel>(spec, internal_units(spec), dtype, random);
       }},
      {"delan",
       [](const ModelSpec& spec, torch::Dtype dtype, Random& random) { return make_delan(spec, dtype, random); }},
      {"dlnn", [](const ModelSpec& spec, torch::Dtype dtype, Random& random) {
         return make_structured(spec, "dlnn", dtype, random);
       }}};
  return factories;
}

}  // namespace

std::shared_ptr<DynamicsModel> make_model(const ModelSpec& spec, torch::Dtype dtype, std::uint64_t seed) {
  Random random(seed);
  return find(models(), spec.config.type, "model.type")(spec, dtype, random);
}

}  // namespace dlnn
