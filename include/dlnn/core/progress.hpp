#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace dlnn {

/// Progress of long work on standard error: a bar with ETA that is redrawn in place on a terminal, a plain line every
/// few seconds elsewhere.
class Progress {
 public:
  /// `total` units of work. `enabled = false` prints nothing at all (--quiet).
  Progress(std::string label, std::int64_t total, bool enabled = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` units are finished; `detail` follows the bar ("loss 1.2e-3 · 41 k samples/s"). Redraws at most ten times a
  /// second.
  void update(std::int64_t done, std::string_view detail = {});
  /// Draws the final state and ends the line. Called by the destructor too.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void draw(bool last);

  std::string label_;
  std::string detail_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  std::int64_t first_done_ = -1;
  bool enabled_;
  bool terminal_;
  bool finished_ = false;
  Clock::time_point start_;
  Clock::time_point drawn_;
};

/// "1:02:03", "4:05" or "3.2 s".
[[nodiscard]] std::string format_duration(double seconds);

}  // namespace dlnn
