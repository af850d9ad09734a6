#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace dlnn {

/// Random numbers that are the same on every platform and whose state can be saved: xoshiro256++ (Blackman and Vigna
/// 2021), seeded by SplitMix64. There is no global generator: whoever draws is given one.
class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(std::uint64_t seed);

  [[nodiscard]] std::uint64_t bits();
  /// Uniform in [0, 1).
  [[nodiscard]] double uniform();
  [[nodiscard]] double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Standard normal (Box-Muller, one value a call so that the state is the four words alone).
  [[nodiscard]] double normal();
  /// Uniform in {0, …, bound − 1}; bound > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  /// A random permutation of 0, …, size − 1 (Fisher-Yates).
  [[nodiscard]] std::vector<std::int64_t> permutation(std::int64_t size);
  /// An independent generator for a named purpose; the state of this one does not change.
  [[nodiscard]] Random fork(std::uint64_t purpose) const;

  [[nodiscard]] const State& state() const noexcept { return state_; }
  void set_state(const State& state) noexcept { state_ = state; }

 private:
  State state_{};
};

}  // namespace dlnn
