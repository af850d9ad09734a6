#include "dlnn/data/load.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace dlnn {
namespace {

const std::filesystem::path shared = DLNN_SOURCE_DIR "/../shared/data";

TEST(LoadDataset, ReadsEverySharedSet) {
  if (!std::filesystem::exists(shared)) GTEST_SKIP() << "no shared data beside this checkout";
  for (const auto& file : std::filesystem::directory_iterator(shared)) {
    if (file.path().extension() != ".h5") continue;
    const TrajectoryDataset dataset = load_dataset({.file = file.path().string()});
    SCOPED_TRACE(file.path());
    const Samples train = gather(dataset, Split::train);
    EXPECT_EQ(train.q.cols(), dataset.info.dof);
    EXPECT_GT(train.q.rows(), 500);
    EXPECT_TRUE(train.qdd.allFinite());
    EXPECT_GT(dataset.samples(Split::valid), 0);
    EXPECT_GT(dataset.samples(Split::test), 0);
  }
}

}  // namespace
}  // namespace dlnn
