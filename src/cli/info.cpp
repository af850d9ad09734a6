#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "dlnn/core/version.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

/// "Intel(R) Xeon(R) …" from /proc/cpuinfo, or "unknown".
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 2, line.size()));
  }
  return "unknown";
}

void print_info(bool json) {
  const LibtorchInfo torch = engine().libtorch_info();
  const nlohmann::ordered_json info = {{"version", version()},
                                       {"revision", git_revision()},
                                       {"libtorch", torch.version},
                                       {"processor", processor_name()},
                                       {"threads", std::thread::hardware_concurrency()},
                                       {"cuda", torch.cuda}};
  if (json) {
    std::cout << info.dump(2) << "\n";
    return;
  }
  for (const auto& [name, value] : info.items()) {
    std::cout << name << std::string(11 - name.size(), ' ')
              << (value.is_string() ? value.get<std::string>() : value.dump()) << "\n";
  }
}

}  // namespace

void add_info(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("info", "version, LibTorch, processor, CUDA: what a report of a mistake needs");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "as JSON");
  command->callback([json] { print_info(*json); });
}

}  // namespace dlnn::cli
