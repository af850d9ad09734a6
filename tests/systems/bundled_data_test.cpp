// The recordings in data/ are what the shipped configurations make, bit for bit.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "config/scratch_folder.hpp"
#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/data/write.hpp"
#include "dlnn/systems/simulate.hpp"

namespace dlnn::test {
namespace {

const std::filesystem::path source = DLNN_SOURCE_DIR;

class BundledData : public ::testing::TestWithParam<const char*> {};

TEST_P(BundledData, IsReproducedBitForBit) {
  const auto config = load_config<SimulateConfig>(source / "configs/simulate" / (GetParam() + std::string(".yaml")));
  const ScratchFolder scratch;
  const auto made = scratch / "made.h5";
  write_dataset(made, simulate(config));
  const auto shipped = source / "data" / (GetParam() + std::string(".h5"));
  EXPECT_TRUE(read_file(made) == read_file(shipped))
      << shipped << " differs: make it again with dlnn data simulate when its configuration or the simulator changed";
  EXPECT_LE(std::filesystem::file_size(shipped), 420'000U);
}

INSTANTIATE_TEST_SUITE_P(All, BundledData, ::testing::Values("double_pendulum", "arm2", "arm6"),
                         [](const auto& set) { return std::string(set.param); });

}  // namespace
}  // namespace dlnn::test
