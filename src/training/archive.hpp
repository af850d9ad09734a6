#pragma once

#include <torch/types.h>

#include <filesystem>

namespace dlnn {

/// The value in a file that torch.save or torch::pickle_save wrote, all tensors on the CPU. The file is not trusted:
/// checksums are verified, nothing larger than the file itself is allocated, and no tensor reaches beyond its record.
/// Throws ModelError naming the file.
[[nodiscard]] c10::IValue read_archive(const std::filesystem::path& file);

}  // namespace dlnn
