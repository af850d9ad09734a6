#pragma once

namespace dlnn {

/// From now on Ctrl-C (SIGINT) and SIGTERM only raise a flag, so that long work can save and stop; a second Ctrl-C ends
/// the process.
void catch_interrupts();

/// True once the user has asked to stop.
[[nodiscard]] bool interrupted() noexcept;

}  // namespace dlnn
