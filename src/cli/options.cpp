#include "options.hpp"

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn::cli {

CLI::Option* add_run(CLI::App& command, std::filesystem::path& run) {
  return command.add_option("RUN", run, "run folder (its best checkpoint is taken) or a checkpoint file (.pt)")
      ->required();
}

CLI::Option* add_device(CLI::App& command, std::string& device) {
  return command.add_option("--device", device, "auto (CUDA if there is one), cpu, cuda or cuda:N")
      ->capture_default_str()
      ->type_name("NAME");
}

CLI::Option* add_data_file(CLI::App& command, std::filesystem::path& file) {
  return command.add_option("--data", file, "HDF5 dataset to use instead of the configured one")->type_name("FILE");
}

CLI::Option* add_split(CLI::App& command, std::string& split) {
  return add_choice(command, "--split", split, {"train", "valid", "test"}, "which trajectories of the dataset");
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& value,
                        const std::vector<std::string>& words, const std::string& help) {
  return command.add_option(name, value, help)
      ->check(CLI::IsMember(words).description(""))
      ->capture_default_str()
      ->type_name(join(words, "|"));
}

CLI::Validator number_between(double lowest, double highest) {
  const auto check = [=](std::string& text) -> std::string {
    double value = 0;
    const bool inside = CLI::detail::lexical_cast(text, value) && value >= lowest && value <= highest;  // NaN is not
    return inside ? "" : concat(text, " is not a number from ", lowest, " to ", highest);
  };
  return CLI::Validator(check, "");
}

CLI::Option* add_set(CLI::App& command, std::vector<std::string>& overrides) {
  return command.add_option("--set", overrides, "change one value of the configuration; may be given again")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

CLI::Option* add_json_file(CLI::App& command, std::string& file) {
  return command.add_option("--json", file, "write the figures as JSON to this file; - for standard output")
      ->type_name("FILE");
}

CLI::Option* add_quiet(CLI::App& command, bool& quiet) {
  return command.add_flag("-q,--quiet", quiet, "warnings and errors only");
}

}  // namespace dlnn::cli
