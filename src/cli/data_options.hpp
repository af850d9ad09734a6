#pragma once
// Options that several subcommands of `dlnn data` share.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "dlnn/data/differentiate.hpp"

namespace dlnn::cli {

/// --derivatives none|savitzky_golay|butterworth, --window, --order, --cutoff, --filter-tau.
void add_derivative_options(CLI::App& command, std::string& method, DerivativeOptions& options,
                            const std::string& help);

/// The options with the method named; nothing for "none".
[[nodiscard]] std::optional<DerivativeOptions> derivatives_from(const std::string& method, DerivativeOptions options);

/// Throws ConfigError for any other word than revolute, prismatic.
[[nodiscard]] JointType joint_type_from_string(const std::string& word);

}  // namespace dlnn::cli
