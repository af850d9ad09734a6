#pragma once
// Runs the executable as a user would.

#include <array>
#include <cstdio>
#include <string>

#include "dlnn/core/error.hpp"

namespace dlnn {

struct Outcome {
  int code = 0;
  std::string output;  ///< standard output and standard error together
};

/// `arguments` is a line for the shell, which carries out `before` first.
inline Outcome run_dlnn(const std::string& arguments, const std::string& before = "") {
  FILE* pipe = ::popen(concat("{ ", before, DLNN_EXECUTABLE, " ", arguments, "; } 2>&1").c_str(), "r");
  if (pipe == nullptr) throw IoError("cannot start " DLNN_EXECUTABLE);
  Outcome outcome;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    outcome.output.append(buffer.data(), count);
  const int status = ::pclose(pipe);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace dlnn
