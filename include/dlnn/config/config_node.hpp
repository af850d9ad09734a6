#pragma once
// A YAML document as plain values that remember where each was written, so that files can extend each other and
// messages can point at the line at fault.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dlnn {

struct ConfigNode {
  enum class Kind { empty, scalar, list, section };

  Kind kind = Kind::empty;
  std::string key;                   ///< in a section; empty elsewhere
  std::string text;                  ///< of a scalar
  bool quoted = false;               ///< a quoted scalar is text, never a number
  std::string origin;                ///< "file:line" or "--set a.b=c"
  std::filesystem::path folder;      ///< of the file; empty: the working directory
  std::vector<ConfigNode> children;  ///< of a list or section, in the order written

  [[nodiscard]] const ConfigNode* find(std::string_view name) const;
  [[nodiscard]] ConfigNode* find(std::string_view name);
};

/// Parses one YAML document. `name` stands for the file in messages. Throws ConfigError on anything that is not strict,
/// plain YAML in UTF-8 with unique keys; an empty text is an empty node.
[[nodiscard]] ConfigNode parse_config_text(std::string_view text, const std::string& name,
                                           const std::filesystem::path& folder);

/// Reads a file with everything it extends (`extends: base.yaml`, relative to the file; its own values win), then
/// applies the overrides.
[[nodiscard]] ConfigNode read_config_document(const std::filesystem::path& file,
                                              const std::vector<std::string>& overrides);

/// The text on one line, control characters escaped and cut to a length that a message can hold.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace dlnn
