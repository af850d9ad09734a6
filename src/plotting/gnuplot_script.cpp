#include "gnuplot_script.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "escape.hpp"

namespace dlnn::plotting {
namespace {

// Okabe and Ito (2008), "Color Universal Design": told apart by colour-blind readers. Their yellow is left out: too
// pale on white.
constexpr std::array palette = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

constexpr double left_margin = 92, right_margin = 20, bottom_margin = 64;  // px around the axes of one panel
constexpr double title_height = 26, key_row_height = 22, key_padding = 16;
constexpr double character_width = 8.6;  // px, of the 13 px font; gnuplot itself reckons with wide characters

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// How the key (the list of labelled curves) is arranged above the axes.
struct Key {
  int entries = 0, columns = 1, rows = 0;
};

Key arrange_key(const Axes& axes, double width) {
  Key key;
  std::size_t longest = 0;
  for (const auto& curve : axes.curves) {
    if (curve.label.empty()) continue;
    ++key.entries;
    longest = std::max(longest, characters(clean_text(curve.label)));
  }
  if (key.entries == 0) return key;
  key.columns =
      std::clamp(static_cast<int>(width / (character_width * static_cast<double>(longest) + 52)), 1, key.entries);
  key.rows = (key.entries + key.columns - 1) / key.columns;
  return key;
}

double panel_width(int columns) {
  return columns == 1 ? 880 : columns == 2 ? 490 : 380;
}

/// The palette entry of a curve; curves without a colour of their own take the next one each.
std::size_t colour_number(const Curve& curve, std::size_t place) {
  return curve.colour >= 0 ? static_cast<std::size_t>(curve.colour) : place;
}

/// Dashes repeat the palette's colours for the curves beyond it.
std::string line_style(const Curve& curve, std::size_t place) {
  const std::size_t number = colour_number(curve, place);
  const char* colour = palette[number % palette.size()];
  if (curve.style == Curve::Style::points) return concat("points pt 7 ps 0.35 lc rgb '", colour, "'");
  const std::size_t dash = (curve.style == Curve::Style::dashed ? 2 : 1) + (number / palette.size()) % 4;
  return concat("lines lw 1.8 dt ", dash, " lc rgb '", colour, "'");
}

/// A curve as gnuplot reads it, "x y low high" a line, a blank line where the curve is interrupted; empty when no point
/// can be drawn.
std::string curve_data(const Curve& curve, const Axes& axes) {
  std::string text;
  bool gap = true;  // no blank line before the first point
  char line[128];
  const auto drawable = [](double value, bool log) { return std::isfinite(value) && (!log || value > 0); };
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double low = curve.low.empty() ? curve.y[i] : curve.low[i],
                 high = curve.high.empty() ? curve.y[i] : curve.high[i];
    if (!drawable(curve.x[i], axes.log_x) || !drawable(curve.y[i], axes.log_y) || !drawable(low, axes.log_y) ||
        !drawable(high, axes.log_y)) {
      if (!gap) text += "\n";
      gap = true;
      continue;
    }
    std::snprintf(line, sizeof line, "%.9g %.9g %.9g %.9g\n", curve.x[i], curve.y[i], low, high);
    text += line;
    gap = false;
  }
  return text;
}

/// The plot command of one panel, its curves appended to the data.
class PlotCommand {
 public:
  explicit PlotCommand(Drawing& drawing) : drawing_(drawing) {}

  std::string panel(const Axes& axes, PanelLayout& layout) {
    parts_.clear();
    layout.curves.resize(axes.curves.size());
    for (std::size_t c = 0; c < axes.curves.size(); ++c) add_curve(axes, c, layout.curves[c]);
    if (parts_.empty()) {
      ++elements_;
      return "unset logscale\nset label 2 'no data' at graph 0.5,0.5 center\nplot [0:1] [0:1] -1 notitle\nunset label "
             "2\n";
    }
    for (std::size_t c = 0; c < axes.curves.size(); ++c) {
      const auto& curve = axes.curves[c];
      if (curve.label.empty()) continue;
      layout.curves[c].key = add(concat("keyentry with ", line_style(curve, c), " title ", quote_gnuplot(curve.label)));
    }
    return "plot " + join(parts_, ", \\\n  ") + "\n";
  }

 private:
  void add_curve(const Axes& axes, std::size_t c, CurveElements& elements) {
    const auto& curve = axes.curves[c];
    const std::string data = curve_data(curve, axes);
    if (data.empty()) return;
    drawing_.data += data + "\n\n";
    const std::string block = concat("'data.txt' index ", blocks_++);
    if (!curve.low.empty())
      elements.band = add(concat(block, " using 1:3:4 with filledcurves fs transparent solid 0.2 noborder lc rgb '",
                                 palette[colour_number(curve, c) % palette.size()], "' notitle"));
    elements.line = add(concat(block, " using 1:2 with ", line_style(curve, c), " notitle"));
  }

  int add(std::string part) {
    parts_.push_back(std::move(part));
    return elements_++;
  }

  Drawing& drawing_;
  std::vector<std::string> parts_;
  int blocks_ = 0;    ///< data blocks so far, in the whole picture
  int elements_ = 0;  ///< plot elements so far, in the whole picture
};

/// Everything of a panel but its plot command.
std::string axes_script(const Axes& axes, const Box& box, const Key& key, const Drawing& drawing) {
  const auto x = [&](double px) { return px / drawing.width; };
  const auto y = [&](double px) { return 1 - px / drawing.height; };
  std::string script = concat("set lmargin at screen ", x(box.left), "\nset rmargin at screen ", x(box.right),
                              "\nset tmargin at screen ", y(box.top), "\nset bmargin at screen ", y(box.bottom), "\n");
  script += "set xlabel " + quote_gnuplot(axes.x_label) + "\nset ylabel " + quote_gnuplot(axes.y_label) + "\n";
  const double key_top = box.top - key_padding + 4 - key.rows * key_row_height;
  script += concat("set label 1 ", quote_gnuplot(axes.title), " at screen ", x((box.left + box.right) / 2), ",",
                   y(key_top - 12), " center font 'sans-serif,15'\n");
  script += concat("set key at screen ", x(box.left), ",", y(key_top), " left top Left reverse horizontal maxcols ",
                   key.columns, " samplen 2 spacing 1.1\n");
  script += axes.log_x ? "set logscale x\nset format x '%h'\n" : "unset logscale x\nset format x '%h'\n";
  script += axes.log_y ? "set logscale y\nset format y '%.0e'\nset offsets 0,0,0,0\n"
                       : "unset logscale y\nset format y '%h'\nset offsets graph 0,0,0.04,0.04\n";
  return script;
}

}  // namespace

Drawing make_drawing(const Figure& figure) {
  const int columns = std::clamp(figure.columns, 1, std::max<int>(1, static_cast<int>(figure.panels.size())));
  const auto rows = (static_cast<int>(figure.panels.size()) + columns - 1) / columns;
  const double axes_height = rows == 1 ? 300 : 220;
  const double width = panel_width(columns);
  std::vector<Key> keys;
  int key_rows = 0;
  for (const auto& axes : figure.panels) {
    keys.push_back(arrange_key(axes, width - left_margin - right_margin));
    key_rows = std::max(key_rows, keys.back().rows);
  }
  const bool titled =
      std::any_of(figure.panels.begin(), figure.panels.end(), [](const Axes& axes) { return !axes.title.empty(); });
  const double top_margin = (titled ? title_height : 0) + key_padding + key_rows * key_row_height;
  const double height = top_margin + axes_height + bottom_margin;

  Drawing drawing{columns * width, std::max(rows, 1) * height, {}, {}, {}};
  drawing.script =
      concat("set encoding utf8\nset terminal svg size ", drawing.width, ",", drawing.height, " name '",
             identifier(figure.name),
             "' font 'sans-serif,13' background '#ffffff' noenhanced\nset output 'picture.svg'\nset print 'ranges.txt'"
             "\nset autoscale xfix\nset border 3 lc rgb '#555555'\nset tics nomirror out scale 0.6 font "
             "'sans-serif,12' textcolor rgb '#222222'\n"
             "set grid lc rgb '#cccccc' dt 1 lw 0.6\nset multiplot\n");
  PlotCommand plot(drawing);
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const int row = static_cast<int>(p) / columns, column = static_cast<int>(p) % columns;
    const double left = column * width, top = row * height;
    PanelLayout& layout = drawing.panels.emplace_back();
    layout.box = {left + left_margin, top + top_margin, left + width - right_margin, top + top_margin + axes_height};
    drawing.script += axes_script(figure.panels[p], layout.box, keys[p], drawing);
    drawing.script += plot.panel(figure.panels[p], layout);
    drawing.script += "print sprintf('%.17g %.17g %.17g %.17g', GPVAL_X_MIN, GPVAL_X_MAX, GPVAL_Y_MIN, GPVAL_Y_MAX)\n";
  }
  drawing.script += "unset multiplot\nunset output\n";
  return drawing;
}

}  // namespace dlnn::plotting
