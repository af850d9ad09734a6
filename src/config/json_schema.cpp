#include <cmath>
#include <nlohmann/json.hpp>

#include "dlnn/config/help.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using Json = nlohmann::ordered_json;

Json number(const Field& field, const char* type) {
  Json schema{{"type", type}};
  if (std::isfinite(field.minimum)) schema[field.minimum_excluded ? "exclusiveMinimum" : "minimum"] = field.minimum;
  if (std::isfinite(field.maximum)) schema[field.maximum_excluded ? "exclusiveMaximum" : "maximum"] = field.maximum;
  return schema;
}

Json text(const Field& field) {
  Json schema{{"type", "string"}};
  if (!field.choices.empty()) schema["enum"] = field.choices;
  return schema;
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

Json or_null(Json schema) {
  schema["type"] = {schema["type"], "null"};
  if (schema.contains("enum")) schema["enum"].push_back(nullptr);
  return schema;
}

Json object(const Section& section);

/// The type of one option; the overloads mirror OptionValue.
struct TypeSchema {
  const Field& field;

  Json operator()(const bool*) const { return {{"type", "boolean"}}; }
  Json operator()(const std::int64_t*) const { return number(field, "integer"); }
  Json operator()(const double*) const { return number(field, "number"); }
  Json operator()(const std::string*) const { return text(field); }
  template <class T>
  Json operator()(const std::optional<T>*) const {
    return or_null((*this)(static_cast<const T*>(nullptr)));
  }
  template <class T>
  Json operator()(const std::vector<T>*) const {
    return list_of((*this)(static_cast<const T*>(nullptr)));
  }
  Json operator()(const std::map<std::string, double>*) const {
    return {{"type", "object"}, {"additionalProperties", number(field, "number")}};
  }
  Json operator()(const Section& section) const { return object(section); }
  Json operator()(const SectionList& list) const { return list_of(object(list.element)); }
};

/// The default, where it is a single value: those of lists and sections would only repeat their parts.
struct DefaultValue {
  Json operator()(bool* value) const { return *value; }
  Json operator()(std::int64_t* value) const { return *value; }
  Json operator()(double* value) const { return *value; }
  Json operator()(std::string* value) const { return *value; }
  template <class Other>
  Json operator()(const Other&) const {
    return nullptr;
  }
};

Json object(const Section& section) {
  Json properties = Json::object();
  for (const Option& option : section.options) {
    const Field& field = option.field;
    Json schema{{"description", field.unit.empty() ? field.help : concat(field.help, " (", field.unit, ")")}};
    schema.update(std::visit(TypeSchema{field}, option.value));
    Json value = std::visit(DefaultValue{}, option.value);
    if (!value.is_null()) schema["default"] = std::move(value);
    properties[option.name] = std::move(schema);
  }
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace

std::string json_schema(const Section& defaults, const std::string& title) {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
  schema.update(object(defaults));
  schema["properties"]["extends"] = {
      {"description", "another file of this kind, relative to this one, whose values hold where this file gives none"},
      {"type", "string"}};
  return schema.dump(2) + "\n";
}

}  // namespace dlnn
