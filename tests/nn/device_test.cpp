#include "dlnn/nn/device.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

TEST(Device, CpuAlwaysAndAbsentCudaIsAConfigurationError) {
  EXPECT_TRUE(select_device("cpu").is_cpu());
  EXPECT_THROW((void)select_device("gpu"), ConfigError);
  if (select_device("auto").is_cpu()) {
    EXPECT_THROW((void)select_device("cuda"), ConfigError);
  }
}

}  // namespace
}  // namespace dlnn
