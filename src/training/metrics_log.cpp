#include "dlnn/training/metrics_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr const char* csv_header = "step,epoch,train_loss,valid_loss,best_valid_loss,learning_rate,gradient_norm";

/// The shortest text that reads back as the same double.
std::string exact(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::int64_t csv_step(const std::string& line) {
  std::int64_t step = -1;
  const auto result = std::from_chars(line.data(), line.data() + line.size(), step);
  return result.ec == std::errc() ? step : -1;
}

}  // namespace

AppendedFile::AppendedFile(std::filesystem::path file, const std::string& header,
                           const std::function<bool(const std::string&)>& keep)
    : file_(std::move(file)) {
  std::string content = header.empty() ? "" : header + "\n";
  if (std::filesystem::exists(file_)) {
    std::istringstream lines(read_file(file_));
    for (std::string line;
         std::getline(lines, line) && !lines.eof();) {  // the last line, when unfinished, ends at the end of file
      if (line != header && keep(line)) content += line + "\n";
    }
  }
  write_file(file_, content);
  descriptor_ = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor_ < 0) throw IoError(concat("cannot write ", file_, ": ", std::strerror(errno)));
}

AppendedFile::~AppendedFile() {
  ::close(descriptor_);
}

void AppendedFile::append(const std::string& line) {
  const std::string text = line + "\n";
  const ssize_t written = ::write(descriptor_, text.data(), text.size());
  if (written != static_cast<ssize_t>(text.size()) || ::fsync(descriptor_) != 0) {
    throw IoError(concat("cannot write ", file_, ": ", std::strerror(written < 0 || errno != 0 ? errno : ENOSPC)));
  }
}

MetricsLog::MetricsLog(const std::filesystem::path& run, std::int64_t resumed_step)
    : csv_(run / "metrics.csv", csv_header,
           [=](const std::string& line) {
             const std::int64_t step = csv_step(line);
             return step >= 0 && step <= resumed_step;
           }),
      jsonl_(run / "metrics.jsonl", "", [=, this](const std::string& line) {
        const auto row = nlohmann::json::parse(line, nullptr, false);
        if (!row.is_object() || row.value("step", resumed_step + 1) > resumed_step) return false;
        earlier_seconds_ = row.value("seconds", earlier_seconds_);
        return true;
      }) {}

double MetricsLog::seconds() const {
  return earlier_seconds_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void MetricsLog::on_validation(const MetricsRow& row) {
  csv_.append(concat(row.step, ',', row.epoch, ',', exact(row.train_loss), ',', exact(row.valid_loss), ',',
                     exact(row.best_valid_loss), ',', exact(row.learning_rate), ',', exact(row.gradient_norm)));
  const nlohmann::ordered_json json{{"step", row.step},
                                    {"epoch", row.epoch},
                                    {"train_loss", row.train_loss},
                                    {"valid_loss", row.valid_loss},
                                    {"best_valid_loss", row.best_valid_loss},
                                    {"learning_rate", row.learning_rate},
                                    {"gradient_norm", row.gradient_norm},
                                    {"seconds", seconds()}};
  jsonl_.append(json.dump());
}

}  // namespace dlnn
