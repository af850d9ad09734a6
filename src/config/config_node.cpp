#include "dlnn/config/config_node.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <sstream>

#include "dlnn/config/utf8.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr int max_depth = 16;               // ends documents whose aliases contain themselves
constexpr std::size_t max_nodes = 1 << 20;  // ends documents whose aliases multiply

/// Turns yaml-cpp's nodes into ours and refuses what a configuration has no use for.
class Converter {
 public:
  Converter(const std::string& name, const std::filesystem::path& folder) : name_(name), folder_(folder) {}

  ConfigNode convert(const YAML::Node& source, int depth = 0) {
    if (depth > max_depth || ++count_ > max_nodes)
      fail(source.Mark(), "nested too deeply, or too large for a configuration");
    const std::string& tag = source.Tag();
    if (!tag.empty() && tag != "?" && tag != "!")
      fail(source.Mark(), concat("the YAML tag ", printable(tag), " has no meaning here: leave it out"));
    ConfigNode node;
    node.origin = position(source.Mark());
    node.folder = folder_;
    if (source.IsScalar()) {
      node.kind = ConfigNode::Kind::scalar;
      node.text = source.Scalar();
      node.quoted = tag == "!";
    } else if (source.IsSequence()) {
      node.kind = ConfigNode::Kind::list;
      for (const auto& item : source) node.children.push_back(convert(item, depth + 1));
    } else if (source.IsMap()) {
      node.kind = ConfigNode::Kind::section;
      for (const auto& entry : source) add_entry(node, entry.first, entry.second, depth);
    }
    return node;
  }

 private:
  void add_entry(ConfigNode& section, const YAML::Node& key, const YAML::Node& value, int depth) {
    if (!key.IsScalar()) fail(key.Mark(), "a key must be a word");
    const std::string& name = key.Scalar();
    if (const ConfigNode* first = section.find(name)) {
      fail(key.Mark(),
           concat("the key ", printable(name), " was already given at ", first->origin, ": remove one of them"));
    }
    ConfigNode child = convert(value, depth + 1);
    child.key = name;
    child.origin = position(key.Mark());
    section.children.push_back(std::move(child));
  }

  [[nodiscard]] std::string position(const YAML::Mark& mark) const { return concat(name_, ":", mark.line + 1); }
  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& text) const {
    throw ConfigError(concat(position(mark), ": ", text));
  }

  const std::string& name_;
  const std::filesystem::path& folder_;
  std::size_t count_ = 0;
};

/// Hears nothing.
struct Deaf : YAML::EventHandler {
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

/// YAML::Load reads the first document alone, and YAML::LoadAll never ends on a text that begins with a comma.
bool holds_two_documents(std::string_view text) {
  std::istringstream stream{std::string(text)};
  YAML::Parser parser(stream);
  Deaf handler;
  return parser.HandleNextDocument(handler) && parser.HandleNextDocument(handler);
}

}  // namespace

const ConfigNode* ConfigNode::find(std::string_view name) const {
  const auto found =
      std::find_if(children.begin(), children.end(), [&](const ConfigNode& child) { return child.key == name; });
  return found == children.end() ? nullptr : &*found;
}

ConfigNode* ConfigNode::find(std::string_view name) {
  return const_cast<ConfigNode*>(std::as_const(*this).find(name));
}

ConfigNode parse_config_text(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
  if (const auto invalid = find_invalid_text(text)) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*invalid), '\n');
    throw ConfigError(concat(name, ":", line, ": not UTF-8 text (byte ", *invalid, "): is this a YAML file?"));
  }
  try {
    if (holds_two_documents(text))
      throw ConfigError(
          concat(name, ": more follows after the end of the first YAML document: remove ---, or a stray , ] or }"));
    const YAML::Node document = YAML::Load(std::string(text));
    if (!document.IsNull()) return Converter(name, folder).convert(document);
  } catch (const YAML::Exception& error) {
    throw ConfigError(concat(name, ":", error.mark.line + 1, ": not valid YAML: ", printable(error.msg)));
  }
  ConfigNode root;
  root.origin = name + ":1";
  root.folder = folder;
  return root;
}

std::string printable(std::string_view text) {
  constexpr std::size_t longest = 80;
  std::string result;
  for (const char c : text) {
    if (result.size() >= longest && (c & 0xC0) != 0x80) return result + "…";
    if (c == '\n') {
      result += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += ' ';
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace dlnn
