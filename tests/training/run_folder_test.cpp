#include "dlnn/training/run_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "config/scratch_folder.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

void fill(const std::filesystem::path& folder) {
  write_file(folder / "config.yaml", "name: a\n");
}

TEST(RunFolder, EachRunGetsItsOwnVersionInOrder) {
  const ScratchFolder folder;
  for (int i = 0; i < 12; ++i) {
    const RunFolder run = RunFolder::create(folder.path(), "a", fill);
    EXPECT_EQ(run.path().filename(), "version_" + std::to_string(i));
    EXPECT_TRUE(std::filesystem::exists(run / "config.yaml"));
  }
  const auto versions = run_versions(folder / "a");
  ASSERT_EQ(versions.size(), 12U);
  EXPECT_EQ(versions[2].filename(), "version_2");
  EXPECT_EQ(versions[11].filename(), "version_11");
}

TEST(RunFolder, AnExistingFolderIsNeverTakenOver) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "a/version_0");  // empty: rename(2) alone would replace it
  write_file(folder / "a/version_1x/note", "not a version");
  EXPECT_EQ(RunFolder::create(folder.path(), "a", fill).path().filename(), "version_1");
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a/version_0"));
}

TEST(RunFolder, NothingIsLeftWhenTheFirstFilesCannotBeWritten) {
  const ScratchFolder folder;
  const auto fail = [](const std::filesystem::path& path) {
    fill(path);
    throw IoError("disk full");
  };
  EXPECT_THROW(RunFolder::create(folder.path(), "a", fail), IoError);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "a"));
}

TEST(RunFolder, OnlyOneProcessTrainsInIt) {
  const ScratchFolder folder;
  std::filesystem::path path;
  {
    const RunFolder run = RunFolder::create(folder.path(), "a", fill);
    path = run.path();
    EXPECT_THROW(RunFolder::open(path), ConfigError);
  }
  EXPECT_EQ(RunFolder::open(path).path(), path);
}

TEST(RunFolder, OpeningRemovesWhatAKilledProcessWasWriting) {
  const ScratchFolder folder;
  folder.write("run/config.yaml", "");
  folder.write("run/checkpoints/last.pt", "");
  folder.write("run/checkpoints/last.pt.part-123", "half");
  const RunFolder run = RunFolder::open(folder / "run");
  EXPECT_FALSE(std::filesystem::exists(run.checkpoints() / "last.pt.part-123"));
  EXPECT_TRUE(std::filesystem::exists(run.checkpoints() / "last.pt"));
}

TEST(RunFolder, RefusesNamesOutsideTheOutputFolderAndFoldersWithoutARun) {
  const ScratchFolder folder;
  const std::vector<std::string> names{"", (folder / "x").string(), "../x", "a/../../x", ".", "a\nb"};
  for (const std::string& name : names) {
    EXPECT_THROW(RunFolder::create(folder.path(), name, fill), ConfigError) << name;
  }
  EXPECT_NO_THROW(RunFolder::create(folder.path(), "group/a", fill));
  EXPECT_THROW(RunFolder::open(folder.path()), ModelError);
}

TEST(RunFolder, AnOutputThatIsAFileIsAnInputOutputError) {
  const ScratchFolder folder;
  write_file(folder / "file", "x");
  EXPECT_THROW(RunFolder::create(folder / "file", "a", fill), IoError);
}

}  // namespace
}  // namespace dlnn
