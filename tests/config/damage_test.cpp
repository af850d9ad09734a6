// A damaged file is a configuration error or still a configuration, never anything else.

#include <gtest/gtest.h>

#include "dlnn/config/train_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/random.hpp"

namespace dlnn {
namespace {

/// Changes, removes, repeats or inserts a few bytes.
std::string damage(std::string text, Random& random) {
  static const std::string special =
      "\n\t :-#&*!?|>'\"%@`{}[],~\\\xff\x01"
      "0e9.";
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random.below(bound)); };
  for (std::size_t edits = 1 + below(4); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = special[below(special.size())];
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text.insert(at, 1 + below(3), special[below(special.size())]);
        break;
    }
  }
  return text;
}

TEST(DamagedYaml, IsRefusedInOneLineOrLoads) {
  const std::string whole = to_yaml(TrainConfig(), true);
  Random random(11);
  int refused = 0;
  constexpr int attempts = 2000;
  for (int i = 0; i < attempts; ++i) {
    const std::size_t start = random.below(whole.size());
    const std::string text = damage(whole.substr(start, 400), random);
    try {
      (void)to_yaml(from_yaml_text<TrainConfig>(text, "f.yaml"));
    } catch (const ConfigError& error) {
      ++refused;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
      EXPECT_LT(std::string(error.what()).size(), 700U) << text;
    }
  }
  EXPECT_GT(refused, attempts / 4);
}

}  // namespace
}  // namespace dlnn
