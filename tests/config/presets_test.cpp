// Every YAML file that ships is loaded, and means what its place says.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/data/load.hpp"

namespace dlnn {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path configs = fs::path(DLNN_SOURCE_DIR) / "configs";
const fs::path shared_data = fs::path(DLNN_SOURCE_DIR) / ".." / "shared" / "data";

std::vector<fs::path> shipped(const std::string& folder_wanted_or_not, bool wanted) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(configs)) {
    const bool there = entry.path().parent_path().filename() == folder_wanted_or_not;
    if (entry.path().extension() == ".yaml" && there == wanted) files.push_back(entry.path());
  }
  return files;
}

TEST(Presets, EveryTrainingFileLoadsAndIsNamedAfterItsPlace) {
  std::set<std::string> names;
  std::map<std::string, std::set<std::string>> models;
  for (const fs::path& file : shipped("simulate", false)) {
    const auto config = load_config<TrainConfig>(file);
    if (file.stem() == "base" || file.stem() == "reference") continue;
    const std::string set = file.parent_path().filename();
    EXPECT_EQ(config.model.type, file.stem()) << file;
    EXPECT_EQ(config.name, concat(set, "-", config.model.type)) << file;
    EXPECT_TRUE(names.insert(config.name).second) << file;
    EXPECT_EQ(read_file(file).substr(0, 2), "# ") << file << " opens with what a user learns from it";
    models[set].insert(config.model.type);
  }
  EXPECT_EQ(models.size(), 12U);
  for (const auto& [set, present] : models)
    EXPECT_EQ(present, (std::set<std::string>{"delan", "dlnn", "lnn", "mlp"})) << set;
}

TEST(Presets, EverySimulationFileLoads) {
  const auto files = shipped("simulate", true);
  EXPECT_EQ(files.size(), 3U);
  for (const fs::path& file : files) (void)load_config<SimulateConfig>(file);
}

TEST(Presets, ReferenceIsWhatPrintConfigPrints) {
  EXPECT_EQ(read_file(configs / "reference.yaml"), to_yaml(TrainConfig(), true))
      << "run: dlnn train --print-config > configs/reference.yaml";
}

TEST(Presets, ReadmeNamesEverySet) {
  const std::string readme = read_file(configs / "README.md");
  for (const auto& entry : fs::directory_iterator(configs)) {
    if (!entry.is_directory()) continue;
    EXPECT_THAT(readme, HasSubstr(concat("`", entry.path().filename().string(), "`")));
  }
}

/// Loss and slip velocities must fit what the recording says of itself.
void check_against_data(const TrainConfig& config, const DatasetInfo& info) {
  EXPECT_EQ(config.loss.type, info.free_swing ? "forward" : "inverse") << config.name;
  const bool absolute = info.angle_convention.starts_with("absolute angle");
  if (config.model.type != "dlnn") return;
  EXPECT_EQ(config.model.dissipation.slip, absolute ? "differences" : "identity") << config.name;
}

TEST(Presets, FitTheirRecordings) {
  if (!fs::exists(shared_data)) GTEST_SKIP() << "no " << shared_data;
  std::map<std::string, DatasetInfo> seen;
  for (const fs::path& file : shipped("simulate", false)) {
    if (file.stem() == "base" || file.stem() == "reference") continue;
    const auto config = load_config<TrainConfig>(file);
    if (!seen.contains(config.data.file)) seen[config.data.file] = load_dataset(config.data).info;
    check_against_data(config, seen.at(config.data.file));
  }
  EXPECT_EQ(seen.size(), 12U);
}

}  // namespace
}  // namespace dlnn
