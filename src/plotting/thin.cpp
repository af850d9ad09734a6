#include "thin.hpp"

#include <algorithm>
#include <cmath>

namespace dlnn::plotting {
namespace {

void append(Curve& to, const Curve& from, std::size_t i) {
  to.x.push_back(from.x[i]);
  to.y.push_back(from.y[i]);
  if (!from.low.empty()) {
    to.low.push_back(from.low[i]);
    to.high.push_back(from.high[i]);
  }
}

/// Keeps the extremes of samples [first, last) in their order; a non-finite sample is kept too, since it is a gap in
/// the line.
void append_extremes(Curve& to, const Curve& from, std::size_t first, std::size_t last) {
  std::size_t lowest = first, highest = first;
  for (std::size_t i = first; i < last; ++i) {
    if (!std::isfinite(from.y[i])) {
      append(to, from, i);
      return;
    }
    if (from.y[i] < from.y[lowest]) lowest = i;
    if (from.y[i] > from.y[highest]) highest = i;
  }
  append(to, from, std::min(lowest, highest));
  if (lowest != highest) append(to, from, std::max(lowest, highest));
}

}  // namespace

Curve thin(const Curve& curve, std::size_t limit) {
  const std::size_t size = curve.x.size();
  if (size <= limit) return curve;
  Curve result;
  result.label = curve.label;
  result.style = curve.style;
  result.colour = curve.colour;
  if (curve.style == Curve::Style::points) {
    const std::size_t stride = (size + limit - 1) / limit;
    for (std::size_t i = 0; i < size; i += stride) append(result, curve, i);
    return result;
  }
  const std::size_t buckets = std::max<std::size_t>(1, limit / 2);
  for (std::size_t b = 0; b < buckets; ++b)
    append_extremes(result, curve, b * size / buckets, (b + 1) * size / buckets);
  return result;
}

}  // namespace dlnn::plotting
