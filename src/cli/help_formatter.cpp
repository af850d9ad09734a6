#include "help_formatter.hpp"

#include <sstream>

#include "dlnn/core/error.hpp"

namespace dlnn::cli {

HelpFormatter::HelpFormatter() {
  column_width(26);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  const std::string description = command->get_description();
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_display_name(true), description.substr(0, description.find('\n')),
                           get_column_width());
  return out.str();
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  std::string text =
      option->get_type_name().empty() || option->get_positional() ? "" : concat(" ", option->get_type_name());
  if (!option->get_default_str().empty()) text += concat(" = ", option->get_default_str());
  return text;
}

}  // namespace dlnn::cli
