#include "dlnn/core/interrupt.hpp"

#include <csignal>

namespace dlnn {
namespace {

volatile std::sig_atomic_t requested = 0;

extern "C" void on_signal(int number) {
  if (requested != 0) {  // asked twice: do not wait any longer
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
  requested = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() noexcept {
  return requested != 0;
}

}  // namespace dlnn
