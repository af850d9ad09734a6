#include <algorithm>
#include <charconv>
#include <cmath>

#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

bool is_plain(const std::string& text) {
  static const std::vector<std::string> reserved = {"null",  "Null",  "NULL", "true", "True", "TRUE", "false",
                                                    "False", "FALSE", "yes",  "no",   "on",   "off"};
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/'; };
  const auto harmless = [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+'; };
  return !text.empty() && letter(text.front()) && std::all_of(text.begin(), text.end(), harmless) &&
         std::find(reserved.begin(), reserved.end(), text) == reserved.end();
}

std::string scalar(const std::string& text) {
  if (is_plain(text)) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (c == '\r') {
      quoted += "\\r";
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

/// The shortest text that reads back as the same double.
std::string scalar(double value) {
  char text[32];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return {text, result.ptr};
}
std::string scalar(std::int64_t value) {
  return std::to_string(value);
}
std::string scalar(bool value) {
  return value ? "true" : "false";
}

template <class T>
std::string scalar(const std::vector<T>& values) {
  std::vector<std::string> items;
  items.reserve(values.size());
  for (const T& value : values) items.push_back(scalar(value));
  return "[" + join(items) + "]";
}

std::string scalar(const std::map<std::string, double>& values) {
  std::vector<std::string> items;
  items.reserve(values.size());
  for (const auto& [name, value] : values) items.push_back(concat(scalar(name), ": ", scalar(value)));
  return "{" + join(items) + "}";
}

template <class T>
std::string scalar(const std::optional<T>& value) {
  return value ? scalar(*value) : "null";
}

class Writer {
 public:
  explicit Writer(bool with_comments) : with_comments_(with_comments) {}

  void write(const Section& section, const std::string& indent) {
    for (const Option& option : section.options) {
      if (with_comments_) comment(option, indent);
      text_ += indent + option.name + ":";
      std::visit([&](const auto& value) { write_value(value, indent); }, option.value);
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  void comment(const Option& option, const std::string& indent) {
    const bool section = std::holds_alternative<Section>(option.value);
    if (section && indent.empty()) text_ += "\n";
    text_ += concat(indent, "# ", option.field.help, section ? "" : concat(" [", expected(option), "]"), "\n");
  }

  template <class T>
  void write_value(const T* value, const std::string&) {
    text_ += concat(" ", scalar(*value), "\n");
  }
  void write_value(const Section& section, const std::string& indent) {
    text_ += "\n";
    write(section, indent + "  ");
  }
  void write_value(const SectionList& list, const std::string& indent) {
    const auto elements = list.elements();
    text_ += elements.empty() ? " []\n" : "\n";
    for (const Section& element : elements) {
      text_ += indent + "  -\n";
      write(element, indent + "    ");
    }
  }

  bool with_comments_;
  std::string text_;
};

}  // namespace

std::string value_text(const Option& option) {
  return std::visit(
      [](const auto& value) -> std::string {
        if constexpr (std::is_pointer_v<std::decay_t<decltype(value)>>) {
          return scalar(*value);
        } else {
          return "…";
        }
      },
      option.value);
}

std::string to_yaml(const Section& config, bool with_comments) {
  Writer writer(with_comments);
  writer.write(config, "");
  return writer.take();
}

}  // namespace dlnn
