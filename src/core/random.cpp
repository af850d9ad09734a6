#include "dlnn/core/random.hpp"

#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace dlnn {
namespace {

std::uint64_t split_mix(std::uint64_t& x) {
  std::uint64_t z = (x += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (auto& word : state_) word = split_mix(seed);
}

std::uint64_t Random::bits() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log1p(-uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

std::uint64_t Random::below(std::uint64_t bound) {
  const std::uint64_t limit = -bound % bound;  // values below it would favour small results
  for (;;) {
    const std::uint64_t value = bits();
    if (value >= limit) return value % bound;
  }
}

std::vector<std::int64_t> Random::permutation(std::int64_t size) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
  return order;
}

Random Random::fork(std::uint64_t purpose) const {
  return Random(state_[0] ^ std::rotl(state_[1], 13) ^ std::rotl(state_[2], 29) ^ std::rotl(state_[3], 43) ^
                (purpose + 1) * 0x9e3779b97f4a7c15ULL);
}

}  // namespace dlnn
