#include "dlnn/core/log.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "dlnn/core/error.hpp"

namespace dlnn::log {
namespace {

struct Sinks {
  std::shared_ptr<spdlog::sinks::stderr_color_sink_mt> terminal =
      std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  std::shared_ptr<spdlog::logger> logger = std::make_shared<spdlog::logger>("dlnn", terminal);

  Sinks() {
    terminal->set_pattern("%^%v%$");
    logger->set_level(spdlog::level::debug);
    terminal->set_level(spdlog::level::info);
    logger->flush_on(spdlog::level::debug);
    logger->set_error_handler([](const std::string&) {});  // a full disk is reported by whoever writes results to it
  }
};

Sinks& sinks() {
  static Sinks instance;
  return instance;
}

spdlog::level::level_enum to_spdlog(Level level) {
  switch (level) {
    case Level::debug:
      return spdlog::level::debug;
    case Level::info:
      return spdlog::level::info;
    case Level::warning:
      return spdlog::level::warn;
    case Level::error:
      return spdlog::level::err;
    case Level::off:
      break;
  }
  return spdlog::level::off;
}

}  // namespace

void set_level(Level level) {
  sinks().terminal->set_level(to_spdlog(level));
}

void set_file(const std::filesystem::path& file) {
  try {
    auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string());
    sink->set_pattern("%Y-%m-%dT%H:%M:%S %l %v");
    sinks().logger->sinks() = {sinks().terminal, sink};
  } catch (const spdlog::spdlog_ex& error) {
    throw IoError(concat("cannot write the log ", file, ": ", error.what()));
  }
}

void debug(std::string_view message) {
  sinks().logger->log(spdlog::level::debug, spdlog::string_view_t(message.data(), message.size()));
}
void info(std::string_view message) {
  sinks().logger->log(spdlog::level::info, spdlog::string_view_t(message.data(), message.size()));
}
void warn(std::string_view message) {
  sinks().logger->log(spdlog::level::warn, spdlog::string_view_t(message.data(), message.size()));
}
void error(std::string_view message) {
  sinks().logger->log(spdlog::level::err, spdlog::string_view_t(message.data(), message.size()));
}

}  // namespace dlnn::log
