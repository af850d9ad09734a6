#include <algorithm>

#include "dlnn/core/error.hpp"
#include "dlnn/evaluation/comparison.hpp"

namespace dlnn {
namespace {

/// Whether any group has the metric.
bool used(const Comparison& comparison, std::size_t metric) {
  return std::any_of(comparison.groups.begin(), comparison.groups.end(),
                     [&](const auto& group) { return group.cells[metric].has_value(); });
}

std::string cell_text(const std::optional<ComparedCell>& cell, std::size_t runs) {
  if (!cell) return "–";
  std::string text = format_number(cell->mean, 3);
  if (runs > 1) text += " ± " + format_number(cell->deviation, 2);
  return text + (cell->rank == 1 ? "*" : " ");
}

std::string csv_cell(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + "\"";
}

}  // namespace

TextTable comparison_table(const Comparison& comparison) {
  const auto& metrics = compared_metrics();
  std::vector<std::string> header{"run", "model", "seeds", "parameters"};
  for (std::size_t m = 0; m < metrics.size(); ++m)
    if (used(comparison, m)) header.push_back(metrics[m].title);
  header.emplace_back("mean rank");
  TextTable table(header);
  for (const auto& group : comparison.groups) {
    std::vector<std::string> row{group.name, group.model, std::to_string(group.runs.size()),
                                 std::to_string(group.parameters)};
    for (std::size_t m = 0; m < metrics.size(); ++m)
      if (used(comparison, m)) row.push_back(cell_text(group.cells[m], group.runs.size()));
    row.push_back(group.mean_rank ? format_number(*group.mean_rank, 3) : "–");
    table.add_row(std::move(row));
  }
  return table;
}

nlohmann::json to_json(const Comparison& comparison) {
  auto groups = nlohmann::json::array();
  for (const auto& group : comparison.groups) {
    nlohmann::json entry{
        {"name", group.name}, {"model", group.model}, {"runs", group.runs}, {"parameters", group.parameters}};
    if (group.mean_rank) entry["mean_rank"] = *group.mean_rank;
    for (std::size_t m = 0; m < compared_metrics().size(); ++m) {
      const auto& cell = group.cells[m];
      if (!cell) continue;
      auto& metric = entry["metrics"][compared_metrics()[m].key];
      metric = {{"mean", cell->mean}, {"rank", cell->rank}};
      if (group.runs.size() > 1) metric["std"] = cell->deviation;
      if (cell->interval) metric["interval"] = {cell->interval->low, cell->interval->high};
    }
    groups.push_back(std::move(entry));
  }
  return groups;
}

std::string to_csv(const Comparison& comparison) {
  std::string text = "name,model,runs,parameters,mean_rank";
  for (const auto& metric : compared_metrics())
    text += concat(',', metric.key, ',', metric.key, "_std,", metric.key, "_low,", metric.key, "_high");
  text += '\n';
  for (const auto& group : comparison.groups) {
    text += concat(csv_cell(group.name), ',', group.model, ',', group.runs.size(), ',', group.parameters, ',');
    if (group.mean_rank) text += format_number(*group.mean_rank, 17);
    for (const auto& cell : group.cells) {
      text += ',' + (cell ? format_number(cell->mean, 17) : "") + ',' +
              (cell && group.runs.size() > 1 ? format_number(cell->deviation, 17) : "");
      text += cell && cell->interval
                  ? ',' + format_number(cell->interval->low, 17) + ',' + format_number(cell->interval->high, 17)
                  : ",,";
    }
    text += '\n';
  }
  return text;
}

}  // namespace dlnn
