#pragma once
// `dlnn train` in a process of its own that can be killed.

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "dlnn/core/error.hpp"

namespace dlnn {

/// One run of the executable in `folder`, its output discarded.
class TrainingProcess {
 public:
  TrainingProcess(const std::filesystem::path& folder, const std::vector<std::string>& arguments) : child_(::fork()) {
    if (child_ < 0) throw IoError("cannot start a process");
    if (child_ == 0) execute(folder, arguments);
  }
  ~TrainingProcess() {
    if (child_ > 0) (void)stop(SIGKILL);
  }
  TrainingProcess(const TrainingProcess&) = delete;
  TrainingProcess& operator=(const TrainingProcess&) = delete;

  /// Waits until `condition` holds or the process has ended; false in the second case.
  bool wait_until(const std::function<bool()>& condition) {
    for (;;) {
      if (condition()) return true;
      if (::waitpid(child_, &status_, WNOHANG) != 0) {
        child_ = 0;
        return false;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Sends the signal and returns the exit code: 128 + N when it ended by signal N.
  int stop(int signal) {
    if (child_ > 0) ::kill(child_, signal);
    return wait();
  }

  int wait() {
    if (child_ > 0) ::waitpid(child_, &status_, 0);
    child_ = 0;
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }

 private:
  [[noreturn]] static void execute(const std::filesystem::path& folder, const std::vector<std::string>& arguments) {
    std::vector<char*> argv{const_cast<char*>(DLNN_EXECUTABLE)};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    if (::chdir(folder.c_str()) == 0) ::execv(DLNN_EXECUTABLE, argv.data());
    ::_exit(127);
  }

  pid_t child_;
  int status_ = 0;
};

}  // namespace dlnn
