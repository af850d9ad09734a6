#include "dlnn/core/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace dlnn {
namespace {

constexpr double terminal_period = 0.1;  // s between two redraws
constexpr double plain_period = 5.0;     // s between two lines in a log

}  // namespace

std::string format_duration(double seconds) {
  char text[32];
  if (!std::isfinite(seconds) || seconds < 0) return "?";
  if (seconds < 10) {
    std::snprintf(text, sizeof text, "%.1f s", seconds);
    return text;
  }
  const auto total = static_cast<long>(std::min(seconds, 1e9));
  if (total < 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld", total / 60, total % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", total / 3600, total / 60 % 60, total % 60);
  }
  return text;
}

Progress::Progress(std::string label, std::int64_t total, bool enabled)
    : label_(std::move(label)),
      total_(std::max<std::int64_t>(total, 1)),
      enabled_(enabled),
      terminal_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      drawn_(start_) {}

Progress::~Progress() {
  finish();
}

void Progress::update(std::int64_t done, std::string_view detail) {
  if (first_done_ < 0) {  // work that a resumed run did earlier says nothing about today's speed
    first_done_ = done > 1 ? done - 1 : 0;
  }
  done_ = done;
  detail_ = detail;
  if (!enabled_) return;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - drawn_).count() < (terminal_ ? terminal_period : plain_period)) return;
  drawn_ = now;
  draw(false);
}

void Progress::finish() {
  if (finished_) return;
  finished_ = true;
  if (enabled_ && done_ > 0) draw(true);
}

void Progress::draw(bool last) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const double share = static_cast<double>(done_) / static_cast<double>(total_);
  const auto worked = static_cast<double>(done_ - std::max<std::int64_t>(first_done_, 0));
  const double remaining = worked > 0 ? elapsed / worked * static_cast<double>(total_ - done_) : std::nan("");
  const std::string time = last ? "took " + format_duration(elapsed) : "ETA " + format_duration(remaining);
  if (!terminal_) {
    std::fprintf(stderr, "%s %lld/%lld (%.0f %%) %s %s\n", label_.c_str(), static_cast<long long>(done_),
                 static_cast<long long>(total_), 100 * share, time.c_str(), detail_.c_str());
    return;
  }
  constexpr int width = 24;
  const int filled = std::clamp(static_cast<int>(share * width), 0, width);
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  std::fprintf(stderr, "\r\033[K%s %s %3.0f %% %s  %s%s", label_.c_str(), bar.c_str(), 100 * share, time.c_str(),
               detail_.c_str(), last ? "\n" : "");
  std::fflush(stderr);
}

}  // namespace dlnn
