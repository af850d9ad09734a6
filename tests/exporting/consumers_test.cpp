// An exported model in programs that know nothing of dlnn: one in C++, one in Python.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <sstream>

#include "dlnn/core/error.hpp"
#include "dlnn/exporting/torchscript.hpp"
#include "models/model_fixture.hpp"

namespace dlnn {
namespace {

struct Output {
  int status = -1;
  std::vector<double> numbers;
};

Output run(const std::string& command) {
  Output output;
  FILE* pipe = ::popen(command.c_str(), "r");
  double value = 0;
  while (std::fscanf(pipe, "%lf", &value) == 1) output.numbers.push_back(value);
  output.status = WEXITSTATUS(::pclose(pipe));
  return output;
}

class Consumers : public ::testing::TestWithParam<const char*> {
 protected:
  Consumers() {
    std::filesystem::create_directories(folder_);
    model_ = testing::random_model(testing::random_spec(GetParam(), 2));
    to_torchscript(*model_).save((folder_ / "model.pt").string());
    std::ostringstream words;
    words << std::setprecision(17) << (folder_ / "model.pt").string();
    for (const Tensor* tensor : {&state_.q, &state_.qd, &state_.qdd, &state_.tau}) {
      for (std::int64_t i = 0; i < 2; ++i) words << ' ' << (*tensor)[0][i].item<double>();
    }
    arguments_ = words.str();
  }
  ~Consumers() override { std::filesystem::remove_all(folder_); }

  void expect_right(const Output& output) {
    const torch::NoGradGuard no_grad;
    ASSERT_EQ(output.status, 0);
    ASSERT_EQ(output.numbers.size(), 4U);
    const Tensor got = torch::tensor(output.numbers, torch::kFloat64).view({2, 2});
    EXPECT_LT(testing::relative_error(got[0], model_->inverse_dynamics(state_.q, state_.qd, state_.qdd)[0]), 1e-12);
    EXPECT_LT(testing::relative_error(got[1], model_->forward_dynamics(state_.q, state_.qd, state_.tau)[0]), 1e-9);
  }

  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / concat("dlnn_consumers_", ::getpid());
  std::shared_ptr<DynamicsModel> model_;
  testing::States state_ = testing::random_states(1, 2);
  std::string arguments_;
};

TEST_P(Consumers, Cpp) {
  expect_right(run(concat(DLNN_TORCHSCRIPT_CONSUMER, " ", arguments_)));
}

TEST_P(Consumers, Python) {
  const char* chosen = std::getenv("DLNN_PYTHON");
  const std::string python = chosen != nullptr ? chosen : "python3";
  const Output output =
      run(concat(python, " " DLNN_SOURCE_DIR "/tests/exporting/consumers/consumer.py ", arguments_, " 2>/dev/null"));
  if (output.status == 77 || output.status == 127)
    GTEST_SKIP() << python << " has no torch; name one that has in DLNN_PYTHON";
  expect_right(output);
}

INSTANTIATE_TEST_SUITE_P(Models, Consumers, ::testing::Values("mlp", "lnn", "delan", "dlnn"));

}  // namespace
}  // namespace dlnn
