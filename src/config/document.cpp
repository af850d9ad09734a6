// Several texts as one document: `extends` and --set.

#include <algorithm>
#include <system_error>

#include "dlnn/config/config_node.hpp"
#include "dlnn/config/utf8.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;
constexpr std::uintmax_t largest_file = 1 << 20;  // bytes

/// Values of `top` win; sections are merged key by key, everything else is replaced whole.
void merge(ConfigNode& base, ConfigNode top) {
  if (top.kind == ConfigNode::Kind::empty && base.kind == ConfigNode::Kind::section) return;  // every key commented out
  if (base.kind != ConfigNode::Kind::section || top.kind != ConfigNode::Kind::section) {
    base = std::move(top);
    return;
  }
  for (ConfigNode& child : top.children) {
    if (ConfigNode* present = base.find(child.key)) {
      merge(*present, std::move(child));
    } else {
      base.children.push_back(std::move(child));
    }
  }
}

std::string read_text(const fs::path& file, const std::string& wanted_by) {
  std::error_code failure;
  const std::string by = wanted_by.empty() ? "" : concat(" (extended by ", wanted_by, ")");
  const fs::file_status status = fs::status(file, failure);
  if (!fs::exists(status)) throw ConfigError(concat(file.string(), by, ": no such file"));
  if (!fs::is_regular_file(status))
    throw ConfigError(concat(file.string(), by, ": not a file; a YAML configuration is wanted"));
  if (fs::file_size(file, failure) > largest_file)
    throw ConfigError(concat(file.string(), by, ": larger than 1 MB: is this a YAML configuration?"));
  return read_file(file);
}

/// `chain` holds the files that led here, so that a cycle is found.
ConfigNode read_with_bases(const fs::path& file, std::vector<fs::path>& chain, const std::string& wanted_by) {
  const std::string text = read_text(file, wanted_by);
  const fs::path identity = fs::weakly_canonical(file);
  if (std::find(chain.begin(), chain.end(), identity) != chain.end()) {
    throw ConfigError(concat(wanted_by, ": extends ", file.string(), ", which extends this file in turn"));
  }
  chain.push_back(identity);
  ConfigNode own = parse_config_text(text, file.string(), file.parent_path());
  const auto extends =
      std::find_if(own.children.begin(), own.children.end(), [](const ConfigNode& c) { return c.key == "extends"; });
  if (extends == own.children.end()) return own;
  if (extends->kind != ConfigNode::Kind::scalar || extends->text.empty()) {
    throw ConfigError(concat(extends->origin, ": extends must be the path of one YAML file"));
  }
  const fs::path base_file = (file.parent_path() / extends->text).lexically_normal();
  ConfigNode merged = read_with_bases(base_file, chain, extends->origin);
  own.children.erase(extends);
  merge(merged, std::move(own));
  return merged;
}

void label(ConfigNode& node, const std::string& origin) {
  node.origin = origin;
  for (ConfigNode& child : node.children) label(child, origin);
}

/// The override as a document: {a: {b: c}}.
ConfigNode override_document(const std::string& text) {
  const std::string origin = "--set " + printable(text);
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw ConfigError(origin + ": write --set section.key=value");
  if (equals + 1 == text.size()) throw ConfigError(origin + ": no value after =");
  ConfigNode node = parse_config_text(text.substr(equals + 1), origin, {});
  std::string_view path = std::string_view(text).substr(0, equals);
  if (find_invalid_text(path)) throw ConfigError(origin + ": the key is not UTF-8 text");
  while (true) {
    const std::size_t dot = path.rfind('.');
    node.key = dot == std::string_view::npos ? path : path.substr(dot + 1);
    ConfigNode section;
    section.kind = ConfigNode::Kind::section;
    section.children.push_back(std::move(node));
    node = std::move(section);
    if (dot == std::string_view::npos) break;
    path = path.substr(0, dot);
  }
  label(node, origin);
  return node;
}

}  // namespace

ConfigNode read_config_document(const fs::path& file, const std::vector<std::string>& overrides) {
  std::vector<fs::path> chain;
  ConfigNode document = file.empty() ? ConfigNode{} : read_with_bases(file, chain, "");
  for (const std::string& text : overrides) merge(document, override_document(text));
  return document;
}

}  // namespace dlnn
