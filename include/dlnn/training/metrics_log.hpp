#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

#include "dlnn/training/observer.hpp"

namespace dlnn {

/// A text file to which whole lines are appended, each forced to the disk. Throws IoError.
class AppendedFile {
 public:
  /// Keeps those lines of an existing file that are complete and that `keep` accepts; starts a new file with `header`.
  AppendedFile(std::filesystem::path file, const std::string& header,
               const std::function<bool(const std::string&)>& keep);
  ~AppendedFile();
  AppendedFile(const AppendedFile&) = delete;
  AppendedFile& operator=(const AppendedFile&) = delete;

  void append(const std::string& line);

 private:
  std::filesystem::path file_;
  int descriptor_ = -1;
};

/// metrics.csv holds nothing but what the seed determines, so that a resumed run writes the same bytes; metrics.jsonl
/// adds the seconds.
class MetricsLog : public TrainingObserver {
 public:
  /// Continues the logs of a run at step `resumed_step`: later rows were lost with the process that wrote them and will
  /// be written again.
  MetricsLog(const std::filesystem::path& run, std::int64_t resumed_step);

  void on_validation(const MetricsRow& row) override;
  /// Training time of this and earlier sessions, s.
  [[nodiscard]] double seconds() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double earlier_seconds_ = 0;
  AppendedFile csv_;
  AppendedFile jsonl_;
};

}  // namespace dlnn
