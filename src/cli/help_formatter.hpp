#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace dlnn::cli {

/// CLI11's help with two changes: a list of subcommands shows the first line of each description only, and an option
/// shows its type and default without the options that it excludes.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace dlnn::cli
