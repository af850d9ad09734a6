#include "dlnn/config/help.hpp"

#include <algorithm>

#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

void describe_option(const Option& option, const std::string& path, std::string& text);

void describe_section(const Section& section, const std::string& prefix, std::string& text) {
  for (const Option& option : section.options) describe_option(option, prefix + option.name, text);
}

void describe_option(const Option& option, const std::string& path, std::string& text) {
  if (const auto* section = std::get_if<Section>(&option.value)) {
    text += concat("\n", path, ": ", option.field.help, "\n");
    describe_section(*section, path + ".", text);
    return;
  }
  text += concat("  ", path, " = ", value_text(option), "\n      ", option.field.help, " [", expected(option), "]\n");
  if (const auto* list = std::get_if<SectionList>(&option.value)) describe_section(list->element, path + "[].", text);
}

/// Paths of the options below `section` that are called `name`.
void find_deeper(const Section& section, const std::string& prefix, std::string_view name,
                 std::vector<std::string>& paths) {
  for (const Option& option : section.options) {
    if (option.name == name) paths.push_back(prefix + option.name);
    if (const auto* inner = std::get_if<Section>(&option.value))
      find_deeper(*inner, prefix + option.name + ".", name, paths);
  }
}

[[noreturn]] void refuse(const Section& section, const std::string& prefix, std::string_view name) {
  std::vector<std::string> keys;
  for (const Option& option : section.options) keys.push_back(option.name);
  std::vector<std::string> meant;
  find_deeper(section, prefix, name, meant);
  const std::string near = nearest_word(name, keys);
  if (meant.empty() && !near.empty()) meant.push_back(prefix + near);
  throw ConfigError(concat(
      "no option ", prefix, printable(name),
      meant.empty() ? "; known here: " : concat("; did you mean ", join(meant, " or "), "? Known here: "), join(keys)));
}

}  // namespace

std::string option_help(const Section& defaults, std::string_view path) {
  std::string text;
  if (path.empty()) {
    describe_section(defaults, "", text);
    return text;
  }
  const Section* section = &defaults;
  std::string prefix;
  while (true) {
    const std::string_view name = path.substr(0, path.find('.'));
    const auto option =
        std::find_if(section->options.begin(), section->options.end(), [&](const Option& o) { return o.name == name; });
    if (option == section->options.end()) refuse(*section, prefix, name);
    const auto* inner = std::get_if<Section>(&option->value);
    if (name.size() == path.size() || inner == nullptr) {
      if (name.size() != path.size()) throw ConfigError(concat(prefix, name, " has no parts: ", printable(path)));
      describe_option(*option, prefix + option->name, text);
      return text.substr(text.front() == '\n' ? 1 : 0);
    }
    prefix += concat(name, ".");
    path.remove_prefix(name.size() + 1);
    section = inner;
  }
}

}  // namespace dlnn
