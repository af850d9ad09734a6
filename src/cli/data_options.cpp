#include "data_options.hpp"

#include "dlnn/core/error.hpp"
#include "options.hpp"

namespace dlnn::cli {

void add_derivative_options(CLI::App& command, std::string& method, DerivativeOptions& options,
                            const std::string& help) {
  command.add_option("--derivatives", method, help)
      ->check(CLI::IsMember({"none", "savitzky_golay", "butterworth"}))
      ->option_text("none|savitzky_golay|butterworth");
  command.add_option("--window", options.window, "Savitzky-Golay window, an odd number of samples")
      ->check(number_between(3, 100001))
      ->capture_default_str();
  command.add_option("--order", options.order, "Savitzky-Golay polynomial order")
      ->check(number_between(2, 7))
      ->capture_default_str();
  command.add_option("--cutoff", options.cutoff, "Butterworth cut-off in Hz")
      ->check(number_between(1e-6, 1e9))
      ->capture_default_str();
  command.add_flag("--filter-tau", options.filter_tau,
                   "smooth tau with the same filter, so that both sides lose the same band");
}

std::optional<DerivativeOptions> derivatives_from(const std::string& method, DerivativeOptions options) {
  if (method == "none") return std::nullopt;
  options.method =
      method == "butterworth" ? DerivativeOptions::Method::butterworth : DerivativeOptions::Method::savitzky_golay;
  return options;
}

JointType joint_type_from_string(const std::string& word) {
  for (const JointType type : {JointType::revolute, JointType::prismatic})
    if (word == to_string(type)) return type;
  throw ConfigError(concat("--joint-types: \"", word, "\"; use revolute or prismatic"));
}

}  // namespace dlnn::cli
