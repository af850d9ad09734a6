#include "dlnn/training/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cstdlib>
#include <fstream>

#include "config/scratch_folder.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/random.hpp"

namespace dlnn {
namespace {

using testing::HasSubstr;

Checkpoint sample() {
  Checkpoint checkpoint;
  checkpoint.metadata = {{"config", "name: a\n"}, {"step", 12}, {"best", 0.1 + 0.2}, {"random", 0xfedcba9876543210ULL}};
  checkpoint.tensors["model.weight"] = torch::arange(12, torch::kFloat64).reshape({3, 4}) / 7;
  checkpoint.tensors["model.bias"] = torch::tensor({1.5F, -2.25F});
  checkpoint.tensors["count"] = torch::tensor({7}, torch::kInt64);
  return checkpoint;
}

/// The message of the ModelError that loading `file` throws.
std::string refusal(const std::filesystem::path& file) {
  try {
    (void)load_checkpoint(file);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

std::string refusal_of_content(const ScratchFolder& folder, const std::string& content) {
  write_file(folder / "damaged.pt", content);
  return refusal(folder / "damaged.pt");
}

TEST(Checkpoint, ComesBackBitForBit) {
  const ScratchFolder folder;
  const Checkpoint saved = sample();
  save_checkpoint(folder / "a.pt", saved);
  const Checkpoint loaded = load_checkpoint(folder / "a.pt");
  EXPECT_EQ(loaded.metadata, saved.metadata);
  ASSERT_EQ(loaded.tensors.size(), saved.tensors.size());
  for (const auto& [name, tensor] : saved.tensors) {
    EXPECT_EQ(loaded.tensors.at(name).dtype(), tensor.dtype()) << name;
    EXPECT_TRUE(torch::equal(loaded.tensors.at(name), tensor)) << name;
  }
}

TEST(Checkpoint, SameContentSameBytes) {
  const ScratchFolder folder;
  save_checkpoint(folder / "a.pt", sample());
  save_checkpoint(folder / "b.pt", load_checkpoint(folder / "a.pt"));
  EXPECT_EQ(read_file(folder / "a.pt"), read_file(folder / "b.pt"));
}

TEST(Checkpoint, AViewIsSavedWithoutTheTensorAroundIt) {
  const ScratchFolder folder;
  Checkpoint checkpoint{.metadata = nlohmann::json::object(), .tensors = {}};
  checkpoint.tensors["view"] = torch::arange(100000, torch::kFloat32).narrow(0, 500, 3);
  save_checkpoint(folder / "a.pt", checkpoint);
  EXPECT_LT(std::filesystem::file_size(folder / "a.pt"), 10000U);
  EXPECT_TRUE(torch::equal(load_checkpoint(folder / "a.pt").tensors.at("view"), checkpoint.tensors.at("view")));
}

TEST(Checkpoint, PythonReadsItWithoutTrustingIt) {
  const char* configured = std::getenv("DLNN_PYTHON");
  const std::string python = configured != nullptr ? configured : "python3";
  if (std::system((python + " -c 'import torch' 2> /dev/null").c_str()) != 0) {
    GTEST_SKIP() << python << " has no torch; set DLNN_PYTHON to one that has";
  }
  const ScratchFolder folder;
  save_checkpoint(folder / "a.pt", sample());
  write_file(folder / "read.py", R"(import json, sys, torch
magic, version, metadata, tensors = torch.load(sys.argv[1], weights_only=True)
tensors = dict(tensors)
assert magic == "dlnn-checkpoint" and version == 1
assert json.loads(metadata)["best"] == 0.1 + 0.2
assert torch.equal(tensors["model.weight"], torch.arange(12, dtype=torch.float64).reshape(3, 4) / 7)
)");
  EXPECT_EQ(std::system((python + " " + (folder / "read.py").string() + " " + (folder / "a.pt").string()).c_str()), 0);
}

TEST(Checkpoint, EveryTruncationIsRefused) {
  const ScratchFolder folder;
  save_checkpoint(folder / "a.pt", sample());
  const std::string whole = read_file(folder / "a.pt");
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    EXPECT_THAT(refusal_of_content(folder, whole.substr(0, size)), HasSubstr("damaged.pt")) << size;
  }
}

TEST(Checkpoint, EveryFlippedBitIsRefusedOrHarmless) {
  const ScratchFolder folder;
  const Checkpoint saved = sample();
  save_checkpoint(folder / "a.pt", saved);
  const std::string whole = read_file(folder / "a.pt");
  int refused = 0;
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    std::ofstream(folder / "damaged.pt", std::ios::binary) << damaged;
    try {  // padding between the entries may change without consequence; anything else is noticed
      const Checkpoint loaded = load_checkpoint(folder / "damaged.pt");
      EXPECT_EQ(loaded.metadata, saved.metadata) << i;
      for (const auto& [name, tensor] : saved.tensors) EXPECT_TRUE(torch::equal(loaded.tensors.at(name), tensor)) << i;
    } catch (const ModelError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(Checkpoint, OtherFilesAreRefusedInOneLine) {
  const ScratchFolder folder;
  Random random(1);
  std::string noise(5000, '\0');
  for (char& byte : noise) byte = static_cast<char>(random.below(256));
  for (const std::string& content :
       {std::string(), std::string("PK\x03\x04"), std::string("learning_rate: 1\n"), noise}) {
    const std::string message = refusal_of_content(folder, content);
    EXPECT_THAT(message, HasSubstr("not a readable checkpoint"));
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  EXPECT_THAT(refusal(folder.path()), HasSubstr("it is no file"));
  EXPECT_THAT(refusal(folder / "absent.pt"), HasSubstr("absent.pt"));
}

TEST(Checkpoint, OtherTorchFilesAndVersionsAreRefused) {
  const ScratchFolder folder;
  const auto store = [&](const c10::IValue& value) {
    const auto bytes = torch::pickle_save(value);
    return refusal_of_content(folder, std::string(bytes.data(), bytes.size()));
  };
  EXPECT_THAT(store(torch::ones({2})), HasSubstr("something else"));
  const auto with = [&](const c10::IValue& version, const std::string& metadata, const c10::IValue& tensors) {
    return store(c10::ivalue::Tuple::create({c10::IValue("dlnn-checkpoint"), version, c10::IValue(metadata), tensors}));
  };
  const c10::IValue none = c10::ivalue::Tuple::create(std::vector<c10::IValue>{});
  EXPECT_THAT(with(99, "{}", none), HasSubstr("format 99"));
  EXPECT_THAT(with(1, "{", none), HasSubstr("not JSON"));
  EXPECT_THAT(with(1, "{}", 3), HasSubstr("not a tuple"));
  EXPECT_THAT(with(1, "{}", c10::ivalue::Tuple::create({c10::IValue(1)})), HasSubstr("pairs"));
}

}  // namespace
}  // namespace dlnn
