#pragma once

#include <vector>

#include "dlnn/data/inspect.hpp"
#include "dlnn/plotting/figure.hpp"

namespace dlnn::cli {

/// Pictures of a dataset: the longest trajectory of each split over time, where the joints have been (q, qd), and
/// spectra.
[[nodiscard]] std::vector<Figure> data_figures(const Inspection& inspection, const TrajectoryReader& reader);

}  // namespace dlnn::cli
