#pragma once
// What a configuration key means. Every configuration struct has one member
//
//     template <class Visitor> void visit(Visitor& v) { v("learning_rate", learning_rate, Field("step size of
//     Adam").above(0)); … }
//
// and everything else (load, save, --set, help, JSON schema) works on the description that option.hpp makes of it.

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace dlnn {

struct Field {
  std::string help;
  std::string unit;                  ///< "s", "rad", "N m"; empty for a pure number
  std::vector<std::string> choices;  ///< the only words allowed; empty: any
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_excluded = false;
  bool maximum_excluded = false;
  bool is_path = false;  ///< a relative value is taken from the folder of the file that holds it

  explicit Field(std::string text, std::string unit_of_value = "")
      : help(std::move(text)), unit(std::move(unit_of_value)) {}
  Field&& above(double bound) && {
    minimum = bound, minimum_excluded = true;
    return std::move(*this);
  }
  Field&& at_least(double bound) && {
    minimum = bound;
    return std::move(*this);
  }
  Field&& below(double bound) && {
    maximum = bound, maximum_excluded = true;
    return std::move(*this);
  }
  Field&& at_most(double bound) && {
    maximum = bound;
    return std::move(*this);
  }
  Field&& path() && {
    is_path = true;
    return std::move(*this);
  }
  Field&& one_of(std::vector<std::string> words) && {
    choices = std::move(words);
    return std::move(*this);
  }
};

}  // namespace dlnn
