#pragma once
// Errors that reach the user: one line that names file, key or index, the value, and the mend; and the exit code of the
// process.

#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace dlnn {

/// Exit codes of the executable (documented in the README).
enum class ExitCode : int { done = 0, usage = 2, data = 3, model = 4, numerical = 5, io = 6, interrupted = 130 };

/// Base of every error that a user can cause. Anything else that escapes is a bug of ours.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// Wrong command line or configuration.
struct ConfigError : Error {
  explicit ConfigError(const std::string& message) : Error(ExitCode::usage, message) {}
};
/// Unreadable or inconsistent trajectory data.
struct DataError : Error {
  explicit DataError(const std::string& message) : Error(ExitCode::data, message) {}
};
/// Unreadable checkpoint or one that does not fit.
struct ModelError : Error {
  explicit ModelError(const std::string& message) : Error(ExitCode::model, message) {}
};
/// NaN, a singular matrix, a diverged integration.
struct NumericalError : Error {
  explicit NumericalError(const std::string& message) : Error(ExitCode::numerical, message) {}
};
/// A file or folder that cannot be written or read.
struct IoError : Error {
  explicit IoError(const std::string& message) : Error(ExitCode::io, message) {}
};
/// Ctrl-C, after everything has been saved.
struct Interrupted : Error {
  explicit Interrupted(const std::string& message) : Error(ExitCode::interrupted, message) {}
};

/// Joins the arguments as a stream would print them: concat("row ", 3, ": ", 0.5).
template <class... Args>
[[nodiscard]] std::string concat(Args&&... args) {
  std::ostringstream out;
  (out << ... << std::forward<Args>(args));
  return std::move(out).str();
}

}  // namespace dlnn
