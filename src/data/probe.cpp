#include "probe.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr rlim_t cpu_seconds = 20;

/// Bytes of address space that this process has.
std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void limit(std::uint64_t memory) {
  const rlimit no_core{0, 0};
  const rlimit cpu{cpu_seconds, cpu_seconds};
  const rlimit space{address_space() + memory, address_space() + memory};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ::setrlimit(RLIMIT_CPU, &cpu);
  if (memory > 0) ::setrlimit(RLIMIT_AS, &space);
}

/// Ends with status 0 when `parse` succeeds, 1 when it throws; then the message of a dlnn::Error is in the pipe.
[[noreturn]] void run_in_child(int pipe, std::uint64_t memory, const std::function<void()>& parse) {
  limit(memory);
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  ::close(STDERR_FILENO);  // no "double free" of the C library on the user's terminal
  try {
    parse();
  } catch (const Error& error) {
    const std::string message = error.what();
    const auto written = ::write(pipe, message.data(), message.size());
    ::_exit(written >= 0 ? 1 : 2);
  } catch (...) {
    ::_exit(2);
  }
  ::_exit(0);
}

std::string read_all(int pipe) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const auto got = ::read(pipe, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

void probe(const std::filesystem::path& file, std::uint64_t memory, const std::function<void()>& parse) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;  // nothing to spare: parse without the safety net
  const pid_t child = ::fork();
  if (child == 0) run_in_child(ends[1], memory, parse);
  ::close(ends[1]);
  const std::string message = child < 0 ? "" : read_all(ends[0]);
  ::close(ends[0]);
  if (child < 0) return;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  throw DataError(message.empty()
                      ? concat(file, ": damaged file, its structure cannot be followed; copy or record it again")
                      : message);
}

}  // namespace dlnn
