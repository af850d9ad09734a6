#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/evaluation/figures.hpp"

namespace dlnn {
namespace {

using Columns = std::map<std::string, std::vector<double>>;

/// A CSV file of numbers by column; a line that is not complete is left out.
Columns read_columns(const std::filesystem::path& file) {
  std::istringstream lines(read_file(file));
  std::string line;
  std::getline(lines, line);
  const auto names = split_words(line, ",\r");
  Columns columns;
  while (std::getline(lines, line)) {
    const auto cells = split_words(line, ",\r");
    if (cells.size() != names.size()) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      double value = 0;
      std::from_chars(cells[i].data(), cells[i].data() + cells[i].size(), value);
      columns[names[i]].push_back(value);
    }
  }
  return columns;
}

}  // namespace

Figure learning_curves(const std::vector<EvaluatedModel>& models) {
  Axes axes{"", "optimiser step", "loss (normalised)", false, true, {}};
  for (const auto& model : models) {
    const auto file = model.run / "metrics.csv";
    if (model.run.empty() || !std::filesystem::exists(file)) continue;
    const Columns columns = read_columns(file);
    for (const char* name : {"train_loss", "valid_loss"}) {
      if (!columns.contains("step") || !columns.contains(name)) continue;
      const bool validation = std::string_view(name) == "valid_loss";
      if (models.size() > 1 && !validation) continue;
      Curve curve;
      curve.x = columns.at("step");
      curve.y = columns.at(name);
      curve.label = models.size() > 1 ? model.label : validation ? "validation split" : "training";
      curve.colour = validation ? model.colour : 5;
      axes.curves.push_back(std::move(curve));
    }
  }
  Figure figure{"learning_curves", "", {}, 1};
  figure.caption = models.size() > 1
                       ? "Validation loss during training, each model in units of its own loss."
                       : "Loss during training (mean since the last validation) and on the validation split.";
  if (!axes.curves.empty()) figure.panels.push_back(std::move(axes));
  return figure;
}

}  // namespace dlnn
