#include "dlnn/config/option.hpp"

#include <cmath>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;  // clang 14 does not find it by itself

std::string with_range(std::string words, const Field& field) {
  if (!field.choices.empty()) return words + ", each one of " + join(field.choices);
  const std::string range = range_text(field);
  if (!range.empty()) words += " " + range;
  return field.unit.empty() ? words : concat(words, " (", field.unit, ")");
}

}  // namespace

std::string range_text(const Field& field) {
  std::vector<std::string> bounds;
  if (std::isfinite(field.minimum)) {
    bounds.push_back((field.minimum_excluded ? "above " : "at least ") + format_number(field.minimum, 15));
  }
  if (std::isfinite(field.maximum)) {
    bounds.push_back((field.maximum_excluded ? "below " : "at most ") + format_number(field.maximum, 15));
  }
  return join(bounds, " and ");
}

bool in_range(const Field& field, double value) {
  const bool low = field.minimum_excluded ? value > field.minimum : value >= field.minimum;
  const bool high = field.maximum_excluded ? value < field.maximum : value <= field.maximum;
  return low && high;
}

std::string expected(const Option& option) {
  const Field& field = option.field;
  const auto number = [&] { return with_range("a number", field); };
  const auto integer = [&] { return with_range("a whole number", field); };
  const auto text = [&] { return field.choices.empty() ? std::string("text") : "one of " + join(field.choices); };
  return std::visit(
      Overload{
          [](const bool*) { return std::string("true or false"); }, [&](const std::int64_t*) { return integer(); },
          [&](const double*) { return number(); }, [&](const std::string*) { return text(); },
          [&](const std::optional<std::int64_t>*) { return integer() + ", or null"; },
          [&](const std::optional<double>*) { return number() + ", or null"; },
          [&](const std::optional<std::string>*) { return text() + ", or null"; },
          [&](const std::vector<double>*) { return with_range("a list of numbers [a, b, …]", field); },
          [&](const std::vector<std::int64_t>*) { return with_range("a list of whole numbers [a, b, …]", field); },
          [&](const std::vector<std::string>*) { return with_range("a list of words [a, b, …]", field); },
          [&](const std::vector<std::vector<double>>*) { return with_range("a list of rows [[a, b], [c, d]]", field); },
          [&](const std::map<std::string, double>*) { return with_range("a section of numbers (name: value)", field); },
          [](const Section&) { return std::string("a section (key: value)"); },
          [](const SectionList&) { return std::string("a list of sections"); }},
      option.value);
}

}  // namespace dlnn
