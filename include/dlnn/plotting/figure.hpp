#pragma once
// Pictures as values, drawn by gnuplot as interactive SVG (hover, toggle curves by clicking the key).

#include <filesystem>
#include <string>
#include <vector>

namespace dlnn {

struct Curve {
  std::vector<double> x, y;
  std::string label;              ///< key entry; empty: none
  std::vector<double> low, high;  ///< optional band around y
  enum class Style { line, points, dashed } style = Style::line;
  int colour = -1;  ///< 0 … 5 of the palette, 6 black; −1: by its place among the curves
};

struct Axes {
  std::string title;
  std::string x_label, y_label;  ///< with units: "time (s)", "torque joint 1 (N m)"
  bool log_x = false, log_y = false;
  std::vector<Curve> curves;
};

/// Panels in `columns` columns, filled row by row.
struct Figure {
  std::string name;     ///< file name without ending, for example "torque"
  std::string caption;  ///< one sentence for the report: what it shows and how to read it
  std::vector<Axes> panels;
  int columns = 1;
};

/// True when gnuplot can be run.
[[nodiscard]] bool can_draw();

/// Draws `figure` into folder/name.svg (atomically) and returns that path. Lines are interrupted at non-finite points,
/// long curves thinned to the resolution of the picture. Labels are drawn as they are: nothing in them is interpreted.
/// Throws IoError.
std::filesystem::path draw_svg(const Figure& figure, const std::filesystem::path& folder);

}  // namespace dlnn
