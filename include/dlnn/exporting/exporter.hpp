#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "dlnn/training/checkpoint.hpp"

namespace dlnn {

/// Writes a trained model for use outside dlnn, atomically, and checks the written file against the model before it
/// returns. Throws NumericalError when the two disagree, IoError when the file cannot be written.
using Exporter = std::function<void(const TrainedModel& model, const std::filesystem::path& target)>;

/// By the word of `dlnn export --format`.
[[nodiscard]] const std::map<std::string, Exporter>& exporters();

}  // namespace dlnn
