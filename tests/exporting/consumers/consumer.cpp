// A program that knows LibTorch but not dlnn: loads an exported model and prints its torques and accelerations at one
// state.
//   consumer MODEL.pt STATE…      the state is q, qd, qdd, tau, one number after the other
#include <torch/script.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  const c10::InferenceMode inference;
  torch::jit::Module model = torch::jit::load(argv[1]);
  const int n = (argc - 2) / 4;
  torch::Tensor state = torch::empty({4, 1, n}, torch::kFloat64);
  for (int i = 0; i < 4 * n; ++i) state.view({-1})[i] = std::atof(argv[2 + i]);
  std::cout.precision(17);
  const torch::Tensor tau = model.get_method("inverse_dynamics")({state[0], state[1], state[2]}).toTensor();
  const torch::Tensor qdd = model.get_method("forward_dynamics")({state[0], state[1], state[3]}).toTensor();
  for (const torch::Tensor& result : {tau, qdd}) {
    for (int i = 0; i < n; ++i) std::cout << result[0][i].item<double>() << "\n";
  }
}
