#pragma once
// Which trajectories train, validate and test; always whole trajectories, never single samples.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

/// Shares of train, valid and test.
using SplitShares = std::array<double, 3>;
inline constexpr SplitShares default_shares{0.7, 0.15, 0.15};

/// "0.7,0.15,0.15". Throws ConfigError unless these are three numbers ≥ 0 with sum 1.
[[nodiscard]] SplitShares split_shares_from_string(std::string_view text);

/// Assigns `count` trajectories by number: each split with a share gets its share, at least one trajectory where there
/// are enough, and its trajectories are spread evenly over the file, since recordings drift (warming friction, changing
/// batteries). Deterministic; a seed shuffles the trajectories first.
[[nodiscard]] std::vector<Split> assign_splits(std::size_t count, const SplitShares& shares,
                                               std::optional<std::uint64_t> seed = std::nullopt);

/// Cuts a trajectory into consecutive blocks of `seconds`, named "name block 3"; a remainder shorter than half a block
/// is left out. Time stamps are kept.
[[nodiscard]] std::vector<Trajectory> cut_blocks(const Trajectory& trajectory, double seconds);

/// The trajectory on the uniform grid t0, t0 + dt, … up to its last sample: cubic (Lagrange, the four nearest samples)
/// for q, qd, qdd and channels, linear for tau, which may jump. Throws DataError when fewer than 4 samples or a gap of
/// more than ten steps.
[[nodiscard]] Trajectory resample(const Trajectory& trajectory, double dt);

}  // namespace dlnn
