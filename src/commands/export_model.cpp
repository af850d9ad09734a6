#include <iostream>

#include "commands.hpp"
#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/exporting/exporter.hpp"

namespace dlnn::commands {

void export_model(const ExportRequest& request) {
  const auto found = exporters().find(request.format);
  if (found == exporters().end()) {
    std::vector<std::string> known;
    for (const auto& [name, exporter] : exporters()) known.push_back(name);
    throw ConfigError(concat("--format ", request.format, ": must be ", join(known)));
  }
  refuse_overwriting(request.output, {request.run});
  const TrainedModel trained = load_trained_model(request.run, "cpu");
  found->second(trained, request.output);
  std::cout << "wrote " << request.output.string() << ": " << trained.model->type() << " with " << trained.model->dof()
            << " coordinates, checked against the model\n";
}

}  // namespace dlnn::commands
