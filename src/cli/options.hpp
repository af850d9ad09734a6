#pragma once
// Options that several commands share, with one wording.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace dlnn::cli {

/// The positional RUN: a run folder or a checkpoint file.
CLI::Option* add_run(CLI::App& command, std::filesystem::path& run);
CLI::Option* add_device(CLI::App& command, std::string& device);
CLI::Option* add_data_file(CLI::App& command, std::filesystem::path& file);
CLI::Option* add_split(CLI::App& command, std::string& split);
/// An option that takes one of `words`.
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& value,
                        const std::vector<std::string>& words, const std::string& help);
/// Accepts finite numbers of [lowest, highest].
CLI::Validator number_between(double lowest, double highest);
CLI::Option* add_set(CLI::App& command, std::vector<std::string>& overrides);
/// --json FILE, "-" for standard output.
CLI::Option* add_json_file(CLI::App& command, std::string& file);
CLI::Option* add_quiet(CLI::App& command, bool& quiet);

}  // namespace dlnn::cli
