#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dlnn::plotting {

struct ProcessResult {
  int status = -1;     ///< exit status; -1 when it could not be started or was killed
  std::string output;  ///< standard output and standard error together
};

/// Runs a program found on PATH with these arguments in `folder` and waits for it. No shell is involved, standard input
/// is empty.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments,
                                        const std::filesystem::path& folder = ".");

}  // namespace dlnn::plotting
