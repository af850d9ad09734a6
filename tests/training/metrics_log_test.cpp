#include "dlnn/training/metrics_log.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config/scratch_folder.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "file_size_limit.hpp"

namespace dlnn {
namespace {

MetricsRow row_at(std::int64_t step) {
  return {.step = step,
          .epoch = 1,
          .train_loss = 1.0 / static_cast<double>(step),
          .valid_loss = 0.1,
          .learning_rate = 1e-3};
}

void log_steps(const ScratchFolder& folder, std::int64_t resumed, std::initializer_list<std::int64_t> steps) {
  MetricsLog log(folder.path(), resumed);
  for (const auto step : steps) log.on_validation(row_at(step));
}

TEST(MetricsLog, RowsReadBackExactly) {
  const ScratchFolder folder;
  log_steps(folder, 0, {3, 7});
  std::istringstream csv(read_file(folder / "metrics.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "step,epoch,train_loss,valid_loss,best_valid_loss,learning_rate,gradient_norm");
  std::getline(csv, line);
  EXPECT_EQ(line, "3,1,0.3333333333333333,0.1,0,0.001,0");
  std::istringstream jsonl(read_file(folder / "metrics.jsonl"));
  std::getline(jsonl, line);
  EXPECT_EQ(nlohmann::json::parse(line).at("train_loss").get<double>(), 1.0 / 3);
  EXPECT_GE(nlohmann::json::parse(line).at("seconds").get<double>(), 0.0);
}

TEST(MetricsLog, AResumedRunRepairsWhatItsPredecessorLeft) {
  const ScratchFolder uninterrupted;
  log_steps(uninterrupted, 0, {10, 20, 30, 40});
  const ScratchFolder killed;
  log_steps(killed, 0, {10, 20, 30});
  std::ofstream(killed / "metrics.csv", std::ios::app) << "40,1,0.0";  // killed in the middle of a line
  std::ofstream(killed / "metrics.jsonl", std::ios::app) << "{\"step\":40,";
  log_steps(killed, 20, {30, 40});
  EXPECT_EQ(read_file(killed / "metrics.csv"), read_file(uninterrupted / "metrics.csv"));
  std::istringstream jsonl(read_file(killed / "metrics.jsonl"));
  int lines = 0;
  for (std::string line; std::getline(jsonl, line); ++lines) {
    EXPECT_EQ(nlohmann::json::parse(line).at("step").get<int>(), 10 * (lines + 1));
  }
  EXPECT_EQ(lines, 4);
}

TEST(MetricsLog, SecondsCountEarlierSessions) {
  const ScratchFolder folder;
  write_file(folder / "metrics.jsonl", "{\"step\":10,\"seconds\":100.0}\n{\"step\":20,\"seconds\":200.0}\n");
  EXPECT_GE(MetricsLog(folder.path(), 15).seconds(), 100.0);
  EXPECT_LT(MetricsLog(folder.path(), 15).seconds(), 200.0);
}

TEST(MetricsLog, AFileThatCannotGrowIsAnInputOutputError) {
  const ScratchFolder folder;
  AppendedFile file(folder / "a.txt", "", [](const std::string&) { return true; });
  EXPECT_NO_THROW(file.append("x"));
  const FileSizeLimit limit(1024);
  EXPECT_THROW(
      {
        for (int i = 0; i < 100; ++i) file.append("twenty more characters");
      },
      IoError);
}

}  // namespace
}  // namespace dlnn
