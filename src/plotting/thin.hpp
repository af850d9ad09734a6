#pragma once

#include "dlnn/plotting/figure.hpp"

namespace dlnn::plotting {

/// A curve with far fewer points that looks the same at the resolution of a picture: of every bucket of samples the
/// lowest and the highest are kept (peaks survive), for points every k-th. Bands keep the outermost values. Curves of
/// at most `limit` points are returned as they are.
[[nodiscard]] Curve thin(const Curve& curve, std::size_t limit);

}  // namespace dlnn::plotting
