#include "dlnn/config/help.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "dlnn/config/train_config.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using ::testing::HasSubstr;

using Json = nlohmann::json;

/// Calls check(path, option, schema of it) for every option that is not a section.
template <class Check>
void walk(const Section& section, const Json& schema, const std::string& path, const Check& check) {
  EXPECT_EQ(schema.at("type"), "object") << path;
  EXPECT_EQ(schema.at("additionalProperties"), false) << path;
  for (const Option& option : section.options) {
    ASSERT_TRUE(schema.at("properties").contains(option.name)) << path << option.name;
    const Json& property = schema.at("properties").at(option.name);
    EXPECT_THAT(property.at("description").get<std::string>(), HasSubstr(option.field.help));
    if (const auto* inner = std::get_if<Section>(&option.value)) {
      walk(*inner, property, path + option.name + ".", check);
    } else {
      check(path + option.name, option, property);
    }
  }
}

TEST(JsonSchema, HoldsEveryOptionWithItsRangeChoicesAndDefault) {
  TrainConfig config;
  const Section options = describe(config);
  const Json schema = Json::parse(json_schema(options, "t"));
  EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema.at("properties").at("extends").at("type"), "string");
  int ranges = 0;
  int choices = 0;
  walk(options, schema, "", [&](const std::string& path, const Option& option, const Json& property) {
    const Field& field = option.field;
    const Json& bounds = property.contains("items") ? property.at("items") : property;
    if (std::isfinite(field.minimum)) {
      ++ranges;
      EXPECT_EQ(bounds.at(field.minimum_excluded ? "exclusiveMinimum" : "minimum"), field.minimum) << path;
    }
    if (!field.choices.empty()) {
      ++choices;
      EXPECT_EQ(property.at("enum").get<std::vector<std::string>>(), field.choices) << path;
      EXPECT_THAT(field.choices, ::testing::Contains(property.at("default").get<std::string>())) << path;
    }
    if (const auto* value = std::get_if<double*>(&option.value)) {
      EXPECT_EQ(property.at("default"), **value) << path;
      EXPECT_TRUE(in_range(field, **value)) << path << ": a default outside its own range";
    }
  });
  EXPECT_GT(ranges, 20);
  EXPECT_GT(choices, 8);
}

TEST(OptionHelp, EverythingASectionOrAKey) {
  TrainConfig config;
  const Section options = describe(config);
  EXPECT_THAT(option_help(options, ""), HasSubstr("model.dissipation.network.hidden = 16"));
  const std::string key = option_help(options, "data.cutoff");
  EXPECT_EQ(key, "  data.cutoff = 10\n      Butterworth cut-off frequency [a number above 0 (Hz)]\n");
  EXPECT_THAT(option_help(options, "data"), HasSubstr(key));
  EXPECT_THROW((void)option_help(options, "data."), ConfigError);
  EXPECT_THROW((void)option_help(options, "data.cutof"), ConfigError);
  EXPECT_THROW((void)option_help(options, "data.cutoff.x"), ConfigError);
}

}  // namespace
}  // namespace dlnn
