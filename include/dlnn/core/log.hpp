#pragma once
// Messages for the user, through spdlog. The header does not include spdlog: LibTorch ships another version of fmt, and
// the two must not meet in one translation unit.

#include <filesystem>
#include <string_view>

namespace dlnn::log {

enum class Level { debug, info, warning, error, off };

/// Sets the least severe level that is printed on standard error. Default: info.
void set_level(Level level);

/// Copies every message, with its time, to `file` (appended) until the process ends or another file is given.
void set_file(const std::filesystem::path& file);

void debug(std::string_view message);
void info(std::string_view message);
void warn(std::string_view message);
void error(std::string_view message);

}  // namespace dlnn::log
