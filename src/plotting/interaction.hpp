#pragma once

#include <string>
#include <vector>

#include "gnuplot_script.hpp"

namespace dlnn::plotting {

/// JavaScript that makes every <svg data-panels="…"> of its document interactive: the values of all curves at the
/// pointer, and curves that are hidden and shown by a click on their key entry. gnuplot's own script knows the axes of
/// the last panel only, catches the mouse wheel of the whole page and cannot be there twice in one page, hence this
/// one.
[[nodiscard]] const std::string& interaction_script();

/// The attribute data-panels: for each panel its box, axis ranges, and for each curve its label and the numbers that
/// gnuplot gave to its band, line and key entry. `ranges` is gnuplot's "xmin xmax ymin ymax" line of each panel.
[[nodiscard]] std::string panels_attribute(const Figure& figure, const Drawing& drawing, const std::string& ranges);

/// Adds the attribute, and the script at the end, to the SVG that gnuplot wrote.
[[nodiscard]] std::string make_interactive(std::string svg, const std::string& attribute);

/// The SVG element alone as it is put into an HTML page: without XML declaration and script, ids made unique by
/// `prefix`.
[[nodiscard]] std::string embeddable(std::string svg, const std::string& prefix);

}  // namespace dlnn::plotting
