#include "dlnn/data/splits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "dlnn/core/error.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

using Counts = std::array<std::size_t, 3>;

/// How many trajectories each split gets: rounded shares, at least one where the share is above zero and there are
/// enough trajectories.
Counts split_counts(std::size_t count, const SplitShares& shares) {
  Counts counts{};
  for (std::size_t s = 1; s < 3; ++s) {
    counts[s] = static_cast<std::size_t>(std::lround(shares[s] * static_cast<double>(count)));
    if (shares[s] > 0 && count >= 3) counts[s] = std::max<std::size_t>(counts[s], 1);
  }
  while (counts[1] + counts[2] > count) --*std::max_element(counts.begin() + 1, counts.end());
  if (shares[0] > 0 && counts[1] + counts[2] == count && count > 0)
    --*std::max_element(counts.begin() + 1, counts.end());
  counts[0] = count - counts[1] - counts[2];
  return counts;
}

/// Spreads the splits evenly: each trajectory goes to the split that is furthest behind its share.
std::vector<Split> spread(std::size_t count, const Counts& counts) {
  std::vector<Split> splits;
  Counts given{};
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t chosen = 0;
    double largest = -1;
    for (std::size_t s = 0; s < 3; ++s) {
      const double behind =
          static_cast<double>(counts[s] * (i + 1)) / static_cast<double>(count) - static_cast<double>(given[s]);
      if (given[s] < counts[s] && behind > largest) {
        largest = behind;
        chosen = s;
      }
    }
    ++given[chosen];
    splits.push_back(static_cast<Split>(chosen));
  }
  return splits;
}

}  // namespace

SplitShares split_shares_from_string(std::string_view text) {
  const auto words = split_words(text, ", ");
  SplitShares shares{};
  bool good = words.size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) {
    const char* end = words[i].data() + words[i].size();
    const auto parsed = std::from_chars(words[i].data(), end, shares[i]);
    good = parsed.ec == std::errc() && parsed.ptr == end && shares[i] >= 0 && shares[i] <= 1;
  }
  if (!good || std::abs(shares[0] + shares[1] + shares[2] - 1) > 1e-6)
    throw ConfigError(
        concat("split \"", text, "\": give the shares of train, valid and test with sum 1, for example 0.7,0.15,0.15"));
  return shares;
}

std::vector<Split> assign_splits(std::size_t count, const SplitShares& shares, std::optional<std::uint64_t> seed) {
  std::vector<Split> even = spread(count, split_counts(count, shares));
  if (!seed) return even;
  const auto order = Random(*seed).permutation(static_cast<std::int64_t>(count));
  std::vector<Split> shuffled(count);
  for (std::size_t i = 0; i < count; ++i) shuffled[static_cast<std::size_t>(order[i])] = even[i];
  return shuffled;
}

std::vector<Trajectory> cut_blocks(const Trajectory& trajectory, double seconds) {
  if (!(seconds > 0)) throw ConfigError(concat("block length ", seconds, " s: seconds above 0 are needed"));
  std::vector<Trajectory> blocks;
  for (Index first = 0; first < trajectory.samples();) {
    const double end = trajectory.t(first) + seconds * (1 - 1e-9);
    Index last = first;
    while (last < trajectory.samples() && trajectory.t(last) < end) ++last;
    const bool complete = last < trajectory.samples();
    if (complete || blocks.empty() || trajectory.t(last - 1) - trajectory.t(first) >= 0.5 * seconds) {
      blocks.push_back(select_rows(trajectory, first, last - first));
      blocks.back().name = concat(trajectory.name, " block ", blocks.size() - 1);
    }
    first = last;
  }
  return blocks;
}

}  // namespace dlnn
