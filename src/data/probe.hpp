#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

namespace dlnn {

/// Runs `parse` in a child process before the caller does the same itself. The HDF5 and MAT libraries follow offsets in
/// damaged files without checking all of them (old formats carry no checksums); then they die, run in circles or ask
/// for all memory. Here only the child does, and the user gets a DataError that names `file`; a dlnn::Error of the
/// child is thrown again as a DataError. `memory` is how many bytes more than this process the child may have; 0: no
/// limit.
void probe(const std::filesystem::path& file, std::uint64_t memory, const std::function<void()>& parse);

}  // namespace dlnn
