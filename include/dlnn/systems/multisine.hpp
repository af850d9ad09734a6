#pragma once

#include "dlnn/core/linalg.hpp"
#include "dlnn/core/random.hpp"

namespace dlnn {

/// A smooth random signal for each of n channels: a sum of sines, never larger than the given amplitude.
class Multisine {
 public:
  /// Frequencies uniform in [lowest, highest] Hz, random phases, random shares of the amplitude [n].
  Multisine(const Vector& amplitude, double lowest, double highest, Index components, Random& random);

  [[nodiscard]] Vector value(double t) const;  ///< [n]
  [[nodiscard]] Vector rate(double t) const;   ///< [n], per s

 private:
  Matrix amplitude_, pulsation_, phase_;  ///< [n, components]; rad/s, rad
};

}  // namespace dlnn
