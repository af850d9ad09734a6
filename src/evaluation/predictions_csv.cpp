#include "dlnn/evaluation/predictions_csv.hpp"

#include <array>
#include <cstdio>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

void append(std::string& text, double value) {
  std::array<char, 32> digits;
  text.append(digits.data(), static_cast<std::size_t>(std::snprintf(digits.data(), digits.size(), ",%.17g", value)));
}

/// A name that cannot break out of its CSV cell.
std::string quoted(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

void write_predictions_csv(const std::filesystem::path& file, const TrajectoryDataset& dataset, Split split,
                           const Predictions& predictions) {
  std::string text = "trajectory,t";
  for (const auto& [name, values] : {std::pair{"tau", &predictions.tau}, std::pair{"qdd", &predictions.qdd}})
    for (Index j = 0; j < values->cols(); ++j) text += concat(',', name, '_', j + 1, ',', name, "_hat_", j + 1);
  text += '\n';
  Index row = 0;
  for (const auto* motion : dataset.of_split(split)) {
    for (Index k = 0; k < motion->samples(); ++k, ++row) {
      text += quoted(motion->name);
      append(text, motion->t[k]);
      for (const auto& [measured, values] :
           {std::pair{&motion->tau, &predictions.tau}, std::pair{&motion->qdd, &predictions.qdd}}) {
        for (Index j = 0; j < values->cols(); ++j) {
          append(text, (*measured)(k, j));
          append(text, (*values)(row, j));
        }
      }
      text += '\n';
    }
  }
  write_file(file, text);
}

}  // namespace dlnn
