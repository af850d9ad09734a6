#pragma once
// Configurations as YAML, strictly: a key that does not exist, a wrong type, a value out of range, a duplicate is an
// error of one line that names file and line (or the --set), the key, the value, and what is allowed.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dlnn/config/config_node.hpp"
#include "dlnn/config/option.hpp"

namespace dlnn {

/// Writes the values of `document` into the described configuration. Throws ConfigError.
void assign(const ConfigNode& document, const Section& config);

/// Every option with its value; with comments: meaning, unit and range above each. Loadable again with identical
/// values, doubles included.
[[nodiscard]] std::string to_yaml(const Section& config, bool with_comments);

/// The value of one option as it stands in YAML, on one line; a section or a list of sections as "…".
[[nodiscard]] std::string value_text(const Option& option);

/// Reads `file`, the files it extends, then the overrides "a.b=c", onto the defaults of Config. No file (an empty
/// path): the overrides alone. Paths in it become absolute: relative ones are taken from the folder of the file that
/// holds them, those of an override from the working directory. Throws ConfigError.
template <class Config>
[[nodiscard]] Config load_config(const std::filesystem::path& file, const std::vector<std::string>& overrides = {}) {
  Config config;
  assign(read_config_document(file, overrides), describe(config));
  return config;
}

/// The same for a text that to_yaml() wrote, for example in a checkpoint; `name` stands for the file in messages. No
/// `extends`.
template <class Config>
[[nodiscard]] Config from_yaml_text(std::string_view text, const std::string& name) {
  Config config;
  assign(parse_config_text(text, name, {}), describe(config));
  return config;
}

template <class Config>
[[nodiscard]] std::string to_yaml(const Config& config, bool with_comments = false) {
  Config copy = config;
  return to_yaml(describe(copy), with_comments);
}

}  // namespace dlnn
