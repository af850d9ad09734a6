#include "environment.hpp"

#include <sys/utsname.h>
#include <torch/version.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

#include "dlnn/core/version.hpp"

namespace dlnn {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  }
  return "unknown";
}

std::string operating_system() {
  utsname name{};
  return ::uname(&name) == 0 ? std::string(name.sysname) + " " + name.release + " " + name.machine : "unknown";
}

std::string now() {
  const std::time_t time = std::time(nullptr);
  std::tm parts{};
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", ::gmtime_r(&time, &parts));
  return text;
}

}  // namespace

nlohmann::ordered_json describe_environment(const RunDescription& description, const c10::Device& device) {
  return {{"dlnn", version()},
          {"git_revision", git_revision()},
          {"libtorch", TORCH_VERSION},
          {"compiler", __VERSION__},
          {"started", now()},
          {"system", operating_system()},
          {"processor", processor_name()},
          {"processors", std::thread::hardware_concurrency()},
          {"device", device.str()},
          {"threads", description.config.threads},
          {"dtype", description.config.dtype},
          {"seed", description.config.seed},
          {"dataset", {{"file", description.config.data.file}, {"sha256", description.dataset_sha256}}}};
}

}  // namespace dlnn
