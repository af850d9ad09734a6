#include "console_observer.hpp"

#include "dlnn/core/error.hpp"
#include "dlnn/core/log.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

constexpr std::int64_t reports_in_full = 5;

}  // namespace

void ConsoleObserver::on_step(std::int64_t step, double loss, std::int64_t samples) {
  samples_ += samples;
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  const double thousands = static_cast<double>(samples_) / seconds / 1000;
  progress_.update(step,
                   concat("loss ", format_number(loss, 3), valid_, "  ", format_number(thousands, 3), " k samples/s"));
}

void ConsoleObserver::on_validation(const MetricsRow& row) {
  valid_ = concat("  valid ", format_number(row.valid_loss, 3));
  log::debug(concat("step ", row.step, ": train loss ", format_number(row.train_loss), ", valid loss ",
                    format_number(row.valid_loss), ", learning rate ", format_number(row.learning_rate)));
}

void ConsoleObserver::on_report(std::int64_t step, const std::string& report) {
  if (++reports_ <= reports_in_full) log::warn(concat("step ", step, ": ", report));
}

void ConsoleObserver::finish() {
  progress_.finish();
  if (reports_ > reports_in_full) log::warn(concat(reports_ - reports_in_full, " further reports of this kind"));
  reports_ = 0;
}

}  // namespace dlnn
