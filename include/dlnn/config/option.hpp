#pragma once
// A configuration struct, described at run time: names, meanings, ranges and pointers to its values. Loading, saving,
// help and schema work on this description, so that one visit() serves them all and none of them is a template.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "dlnn/config/field.hpp"

namespace dlnn {

struct Option;

/// The options of one struct, in the order of its visit().
struct Section {
  std::vector<Option> options;
};

/// A std::vector of structs.
struct SectionList {
  Section element;  ///< one default element, to describe the keys
  std::function<void()> clear;
  std::function<Section()> append;  ///< adds a default element; the returned pointers last until the next append
  std::function<std::vector<Section>()> elements;
};

using OptionValue =
    std::variant<bool*, std::int64_t*, double*, std::string*,                                        //
                 std::optional<std::int64_t>*, std::optional<double>*, std::optional<std::string>*,  //
                 std::vector<double>*, std::vector<std::int64_t>*, std::vector<std::string>*,
                 std::vector<std::vector<double>>*, std::map<std::string, double>*, Section, SectionList>;

/// One key: its name, its meaning, and where its value lives. Valid as long as the described configuration.
struct Option {
  std::string name;
  Field field;
  OptionValue value;
};

template <class Config>
[[nodiscard]] Section describe(Config& config);

/// The visitor behind describe().
class Describer {
 public:
  template <class T>
  void operator()(const char* name, T& value, Field field) {
    section.options.push_back({name, std::move(field), locate(value)});
  }

  Section section;

 private:
  template <class T>
  static OptionValue locate(T& value) {
    if constexpr (requires(Describer & visitor) { value.visit(visitor); }) {
      return describe(value);
    } else {
      return &value;
    }
  }

  template <class T>
  requires requires(T& element, Describer& visitor) { element.visit(visitor); }
  static OptionValue locate(std::vector<T>& values) {
    static T prototype;
    return SectionList{describe(prototype), [&values] { values.clear(); },
                       [&values] { return describe(values.emplace_back()); },
                       [&values] {
                         std::vector<Section> sections;
                         sections.reserve(values.size());
                         for (T& element : values) sections.push_back(describe(element));
                         return sections;
                       }};
  }
};

/// Describes `config`; the description points into it.
template <class Config>
Section describe(Config& config) {
  Describer visitor;
  config.visit(visitor);
  return std::move(visitor.section);
}

/// What a value must be, in words: "a number above 0 and at most 10 (s)", "one of adam, adamw".
[[nodiscard]] std::string expected(const Option& option);

/// The range alone: "above 0 and at most 10", or "".
[[nodiscard]] std::string range_text(const Field& field);

/// Whether the number lies within the range of the field.
[[nodiscard]] bool in_range(const Field& field, double value);

}  // namespace dlnn
