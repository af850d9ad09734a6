#include <memory>

#include "commands.hpp"
#include "dlnn/cli/engine.hpp"
#include "options.hpp"

namespace dlnn::cli {
namespace {

constexpr const char* about = R"(write a model as TorchScript

Write a trained model as one file for a controller. TorchScript: methods inverse_dynamics(q, qd, qdd),
forward_dynamics(q, qd, tau) and, for Lagrangian models, energy(q, qd) and mass_matrix(q, qd); tensors are
[batch, joints] of the dtype of the training (float32 unless configured), any batch size, no autograd inside.
Loadable from Python (torch.jit.load) and C++ (torch::jit::load). The file is reloaded and compared with the model before it appears.)";

constexpr const char* examples = R"(Example:
  dlnn export runs/arm2-dlnn/version_0 -o arm2.pt)";

}  // namespace

void add_export(CLI::App& app) {
  CLI::App* command = app.add_subcommand("export", about);
  command->footer(examples);
  auto request = std::make_shared<ExportRequest>();
  add_run(*command, request->run);
  add_choice(*command, "--format", request->format, {"torchscript"}, "what to write");
  command->add_option("-o,--output", request->output, "file to write")->required()->type_name("FILE");
  command->callback([request] { engine().export_model(*request); });
}

}  // namespace dlnn::cli
