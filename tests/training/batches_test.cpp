#include "dlnn/training/batches.hpp"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include "dlnn/core/error.hpp"
#include "linear_model.hpp"

namespace dlnn {
namespace {

/// Samples whose q is their index, and whose other quantities are known functions of it.
torch::Tensor indexed(std::int64_t count) {
  const auto index = torch::arange(count, torch::kFloat64).unsqueeze(1);
  return torch::stack({index, index + 0.25, index * 2, -index});
}

TEST(Batches, StackKeepsEveryValue) {
  const Samples samples = linear_samples(7, 3, 1);
  const Batch batch = slice(stack_samples(samples, torch::kFloat64), 2, 4);
  EXPECT_EQ(batch.size(), 4);
  for (Index row = 0; row < 4; ++row) {
    for (Index joint = 0; joint < 3; ++joint) {
      EXPECT_EQ(batch.q[row][joint].item<double>(), samples.q(row + 2, joint));
      EXPECT_EQ(batch.qd[row][joint].item<double>(), samples.qd(row + 2, joint));
      EXPECT_EQ(batch.qdd[row][joint].item<double>(), samples.qdd(row + 2, joint));
      EXPECT_EQ(batch.tau[row][joint].item<double>(), samples.tau(row + 2, joint));
    }
  }
}

TEST(Batches, AnEpochGivesEachSampleOnceInNearlyEqualContiguousBatches) {
  BatchStream stream(indexed(103), 20, Random(4));
  EXPECT_EQ(stream.batches_per_epoch(), 6);
  for (int epoch = 1; epoch <= 2; ++epoch) {
    std::vector<torch::Tensor> seen;
    for (int i = 0; i < 6; ++i) {
      const Batch batch = stream.next();
      EXPECT_EQ(stream.epoch(), epoch);
      EXPECT_GE(batch.size(), 17);
      EXPECT_LE(batch.size(), 18);
      for (const auto& part : {batch.q, batch.qd, batch.qdd, batch.tau}) EXPECT_TRUE(part.is_contiguous());
      EXPECT_TRUE(torch::equal(batch.qd, batch.q + 0.25));
      EXPECT_TRUE(torch::equal(batch.qdd, batch.q * 2));
      EXPECT_TRUE(torch::equal(batch.tau, -batch.q));
      seen.push_back(batch.q);
    }
    const auto all = torch::cat(seen).squeeze(1);
    EXPECT_FALSE(torch::equal(all, torch::arange(103, torch::kFloat64)));
    EXPECT_TRUE(torch::equal(std::get<0>(all.sort()), torch::arange(103, torch::kFloat64)));
  }
}

TEST(Batches, EpochsDifferAndSeedsDiffer) {
  const auto first = [](BatchStream& stream) { return stream.next().q.clone(); };
  BatchStream a(indexed(50), 50, Random(1));
  EXPECT_TRUE(torch::equal(first(a), torch::arange(50, torch::kFloat64).unsqueeze(1)))
      << "one batch holds all: no shuffling";
  BatchStream b(indexed(50), 25, Random(1));
  BatchStream c(indexed(50), 25, Random(2));
  const auto epoch1 = first(b);
  EXPECT_FALSE(torch::equal(epoch1, first(c)));
  (void)b.next();
  EXPECT_FALSE(torch::equal(epoch1, first(b)));
}

TEST(Batches, ContinuesFromASavedStateAnywhere) {
  for (int taken = 0; taken < 8; ++taken) {
    BatchStream original(indexed(50), 20, Random(3));
    for (int i = 0; i < taken; ++i) (void)original.next();
    BatchStream restored(indexed(50), 20, Random(99));
    restored.set_state(nlohmann::json::parse(original.state().dump()));
    for (int i = 0; i < 7; ++i) {
      ASSERT_TRUE(torch::equal(original.next().q, restored.next().q)) << taken;
      ASSERT_EQ(original.epoch(), restored.epoch());
    }
  }
}

TEST(Batches, RefusesAStateThatIsNone) {
  BatchStream stream(indexed(50), 20, Random(3));
  nlohmann::json state = stream.state();
  state["position"] = 4;
  EXPECT_THROW(stream.set_state(state), ModelError);
}

}  // namespace
}  // namespace dlnn
