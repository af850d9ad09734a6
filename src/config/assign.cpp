#include <algorithm>
#include <charconv>
#include <cmath>

#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

using Kind = ConfigNode::Kind;

std::string shown(const ConfigNode& node) {
  switch (node.kind) {
    case Kind::empty:
      return "empty";
    case Kind::list:
      return "a list";
    case Kind::section:
      return "a section";
    case Kind::scalar:
      break;
  }
  return node.quoted ? concat('"', printable(node.text), '"') : printable(node.text);
}

/// Reads one option from one node; the overloads of read() are the types a configuration may hold.
class Assigner {
 public:
  Assigner(const Section& root, const Option& option, std::string path)
      : root_(root), option_(option), path_(std::move(path)) {}

  void operator()(const ConfigNode& node) const {
    std::visit([&](const auto& target) { read(node, target); }, option_.value);
  }

 private:
  [[noreturn]] void refuse(const ConfigNode& node, const std::string& where = "") const {
    const std::string hint = nearest_choice(node);
    throw ConfigError(
        concat(node.origin, ": ", path_, where, " must be ", expected(option_), ", not ", shown(node), hint));
  }

  [[nodiscard]] std::string nearest_choice(const ConfigNode& node) const {
    const std::string word = node.kind == Kind::scalar ? nearest_word(node.text, option_.field.choices) : "";
    return word.empty() ? "" : concat(" (did you mean ", word, "?)");
  }

  template <class Number>
  [[nodiscard]] Number number(const ConfigNode& node, const std::string& where = "") const {
    if (node.kind != Kind::scalar || node.quoted) refuse(node, where);
    const char* begin = node.text.data();
    const char* end = begin + node.text.size();
    if (begin != end && *begin == '+' && begin + 1 != end && begin[1] != '-') ++begin;
    Number value{};
    const auto result = std::from_chars(begin, end, value);
    const bool complete = result.ec == std::errc() && result.ptr == end;
    if (!complete || !std::isfinite(static_cast<double>(value)) || !in_range(option_.field, static_cast<double>(value)))
      refuse(node, where);
    return value;
  }

  [[nodiscard]] std::string word(const ConfigNode& node, const std::string& where = "") const {
    if (node.kind != Kind::scalar) refuse(node, where);
    const auto& choices = option_.field.choices;
    if (!choices.empty() && std::find(choices.begin(), choices.end(), node.text) == choices.end()) refuse(node, where);
    if (node.text.find('\0') != std::string::npos) refuse(node, where);  // a path would end there
    if (!option_.field.is_path || node.text.empty()) return node.text;
    return std::filesystem::absolute(node.folder / node.text).lexically_normal().string();
  }

  template <class Read>
  void each(const ConfigNode& node, const Read& read_item, const std::string& where = "") const {
    if (node.kind != Kind::list) refuse(node, where);
    for (std::size_t i = 0; i < node.children.size(); ++i) read_item(node.children[i], concat(where, "[", i, "]"));
  }

  void read(const ConfigNode& node, bool* target) const {
    const bool yes = node.text == "true";
    if (node.kind != Kind::scalar || node.quoted || (!yes && node.text != "false")) refuse(node);
    *target = yes;
  }
  void read(const ConfigNode& node, std::int64_t* target) const { *target = number<std::int64_t>(node); }
  void read(const ConfigNode& node, double* target) const { *target = number<double>(node); }
  void read(const ConfigNode& node, std::string* target) const { *target = word(node); }

  template <class T>
  void read(const ConfigNode& node, std::optional<T>* target) const {
    target->reset();
    if (node.kind != Kind::empty) read(node, &target->emplace());
  }

  template <class Number>
  void read(const ConfigNode& node, std::vector<Number>* target) const {
    target->clear();
    each(node,
         [&](const ConfigNode& item, const std::string& where) { target->push_back(number<Number>(item, where)); });
  }
  void read(const ConfigNode& node, std::vector<std::string>* target) const {
    target->clear();
    each(node, [&](const ConfigNode& item, const std::string& where) { target->push_back(word(item, where)); });
  }
  void read(const ConfigNode& node, std::vector<std::vector<double>>* target) const {
    target->clear();
    each(node, [&](const ConfigNode& row, const std::string& where) {
      auto& values = target->emplace_back();
      each(
          row, [&](const ConfigNode& item, const std::string& inner) { values.push_back(number<double>(item, inner)); },
          where);
    });
  }
  void read(const ConfigNode& node, std::map<std::string, double>* target) const {
    if (node.kind != Kind::section) refuse(node);
    for (const ConfigNode& child : node.children)
      (*target)[child.key] = number<double>(child, concat(".", printable(child.key)));
  }

  void read(const ConfigNode& node, const Section& section) const {
    if (node.kind == Kind::empty) return;  // a section with every key commented out
    if (node.kind != Kind::section) refuse(node);
    read_keys(root_, node, section, path_ + ".");
  }
  void read(const ConfigNode& node, const SectionList& list) const {
    if (node.kind != Kind::list) refuse(node);
    list.clear();
    each(node, [&](const ConfigNode& item, const std::string& where) {
      if (item.kind != Kind::section) refuse(item, where);
      read_keys(root_, item, list.append(), concat(path_, where, "."));
    });
  }

 public:
  static void read_keys(const Section& root, const ConfigNode& node, const Section& section, const std::string& prefix);

 private:
  const Section& root_;
  const Option& option_;
  std::string path_;
};

/// Full paths of the keys called `name` anywhere in the configuration.
void find_paths(const Section& section, const std::string& prefix, std::string_view name,
                std::vector<std::string>& found) {
  for (const Option& option : section.options) {
    if (option.name == name) found.push_back(prefix + option.name);
    if (const auto* inner = std::get_if<Section>(&option.value))
      find_paths(*inner, prefix + option.name + ".", name, found);
  }
}

[[noreturn]] void refuse_key(const Section& root, const ConfigNode& node, const Section& section,
                             const std::string& prefix) {
  std::vector<std::string> keys;
  for (const Option& option : section.options) keys.push_back(option.name);
  std::vector<std::string> elsewhere;
  find_paths(root, "", node.key, elsewhere);
  const std::string near = nearest_word(node.key, keys);
  std::string hint;
  if (!near.empty()) {
    hint = concat("did you mean ", prefix, near, "? ");
  } else if (!elsewhere.empty()) {
    hint = concat("did you mean ", join(elsewhere, " or "), "? ");
  }
  throw ConfigError(
      concat(node.origin, ": ", prefix, printable(node.key), " is not a key; ", hint, "Keys here: ", join(keys)));
}

void Assigner::read_keys(const Section& root, const ConfigNode& node, const Section& section,
                         const std::string& prefix) {
  for (const ConfigNode& child : node.children) {
    const auto option = std::find_if(section.options.begin(), section.options.end(),
                                     [&](const Option& o) { return o.name == child.key; });
    if (option == section.options.end()) refuse_key(root, child, section, prefix);
    Assigner(root, *option, prefix + option->name)(child);
  }
}

}  // namespace

void assign(const ConfigNode& document, const Section& config) {
  if (document.kind != Kind::section && document.kind != Kind::empty)
    throw ConfigError(concat(document.origin, ": must be sections and keys (key: value), not ", shown(document)));
  Assigner::read_keys(config, document, config, "");
}

}  // namespace dlnn
