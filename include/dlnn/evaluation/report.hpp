#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dlnn/evaluation/comparison.hpp"
#include "dlnn/evaluation/figures.hpp"

namespace dlnn {

/// report.html in the run folder, its pictures in plots/. Without gnuplot the report says so instead of showing
/// pictures. Returns the report's path. Throws IoError.
std::filesystem::path write_run_report(const EvaluatedModel& model, const ReportData& data);

/// The same for several models, in `folder`.
std::filesystem::path write_comparison_report(const std::vector<EvaluatedModel>& models, const Comparison& comparison,
                                              const ReportData& data, const std::filesystem::path& folder);

}  // namespace dlnn
