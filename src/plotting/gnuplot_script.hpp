#pragma once

#include <string>
#include <vector>

#include "dlnn/plotting/figure.hpp"

namespace dlnn::plotting {

/// A panel's axes in the picture: pixels from the top left corner.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// Where a curve's band, line and key entry stand among all plot elements of the picture (document order); −1: it has
/// none.
struct CurveElements {
  int band = -1, line = -1, key = -1;
};

struct PanelLayout {
  Box box;
  std::vector<CurveElements> curves;
};

/// What gnuplot is asked to do for one figure.
struct Drawing {
  double width = 0, height = 0;  ///< px
  std::vector<PanelLayout> panels;
  std::string data;    ///< for data.txt in the folder: one block a curve
  std::string script;  ///< reads data.txt, writes picture.svg and ranges.txt in the same folder
};

/// Lays the panels out and writes data and script for gnuplot, which is to run in the folder that holds them. A line is
/// broken where a value is not finite (or not positive on a logarithmic axis); a panel without any drawable point says
/// "no data".
[[nodiscard]] Drawing make_drawing(const Figure& figure);

}  // namespace dlnn::plotting
