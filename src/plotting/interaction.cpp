#include "interaction.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "dlnn/core/error.hpp"
#include "escape.hpp"

namespace dlnn::plotting {

const std::string& interaction_script() {
  static const std::string script = R"js(
(function () {
  'use strict';
  const svg_ns = 'http://www.w3.org/2000/svg';
  function make(parent, tag, attributes) {
    const element = document.createElementNS(svg_ns, tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    parent.appendChild(element);
    return element;
  }
  function format(value) {
    const size = Math.abs(value);
    return size !== 0 && (size < 1e-3 || size >= 1e5) ? value.toExponential(3) : String(Number(value.toPrecision(4)));
  }
  // pixel -> value on an axis [min, max, logarithmic] that spans the pixels from a to b
  function to_value(pixel, a, b, axis) {
    const share = (pixel - a) / (b - a);
    return axis[2] ? axis[0] * Math.pow(axis[1] / axis[0], share) : axis[0] + share * (axis[1] - axis[0]);
  }
  // the drawn points of a curve, in pixels, sorted by x
  function points_of(group) {
    const points = [];
    group.querySelectorAll('path').forEach(function (path) {
      const numbers = (path.getAttribute('d').match(/-?[0-9.]+/g) || []).map(Number);
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
    });
    group.querySelectorAll('use').forEach(function (use) {
      const at = /translate\(([-0-9.]+),([-0-9.]+)\)/.exec(use.getAttribute('transform') || '');
      if (at) points.push([Number(at[1]), Number(at[2])]);
    });
    return points.sort(function (p, q) { return p[0] - q[0]; });
  }
  function nearest(points, x) {
    let low = 0, high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle][0] < x) low = middle; else high = middle;
    }
    const best = x - points[low][0] < points[high][0] - x ? points[low] : points[high];
    return Math.abs(best[0] - x) < 6 ? best : null;
  }
  function setup(svg) {
    const panels = JSON.parse(svg.getAttribute('data-panels'));
    const groups = svg.querySelectorAll('g[id*="_plot_"]');
    const overlay = make(svg, 'g', {'pointer-events': 'none', 'font-family': 'sans-serif', 'font-size': 12});
    panels.forEach(function (panel) {
      panel.curves.forEach(function (curve) {
        if (curve.line >= 0) curve.points = points_of(groups[curve.line]);
        if (curve.key < 0) return;
        const key = groups[curve.key];
        key.style.cursor = 'pointer';
        key.addEventListener('click', function () {
          curve.hidden = !curve.hidden;
          key.style.opacity = curve.hidden ? 0.35 : 1;
          [curve.band, curve.line].forEach(function (number) {
            if (number >= 0) groups[number].style.display = curve.hidden ? 'none' : '';
          });
        });
      });
    });
    function clear() { while (overlay.firstChild) overlay.removeChild(overlay.firstChild); }
    function show(panel, x, y) {
      const box = panel.box;
      make(overlay, 'path', {d: 'M' + x + ',' + box[1] + 'V' + box[3], stroke: '#888', 'stroke-dasharray': '3,3'});
      const rows = ['x = ' + format(to_value(x, box[0], box[2], panel.x)) + ',  y = ' + format(to_value(y, box[3], box[1], panel.y))];
      panel.curves.forEach(function (curve) {
        const point = !curve.hidden && curve.points && curve.points.length ? nearest(curve.points, x) : null;
        if (!point) return;
        make(overlay, 'circle', {cx: point[0], cy: point[1], r: 3, fill: '#222'});
        if (rows.length < 14) rows.push((curve.label ? curve.label + ': ' : '') + format(to_value(point[1], box[3], box[1], panel.y)));
      });
      const frame = make(overlay, 'rect', {rx: 3, fill: '#fffffff0', stroke: '#888'});
      const texts = rows.map(function (row) {
        const text = make(overlay, 'text', {fill: '#222'});
        text.textContent = row;
        return text;
      });
      const width = Math.max.apply(null, texts.map(function (text) { return text.getComputedTextLength(); })) + 12;
      const left = x + 12 + width > box[2] ? Math.max(x - 12 - width, 0) : x + 12;
      const top = Math.min(y + 8, svg.viewBox.baseVal.height - 16 * rows.length - 8);
      const geometry = {x: left, y: top, width: width, height: 16 * rows.length + 6};
      for (const name in geometry) frame.setAttribute(name, geometry[name]);
      texts.forEach(function (text, i) { text.setAttribute('x', left + 6); text.setAttribute('y', top + 16 * (i + 1)); });
    }
    svg.addEventListener('mouseleave', clear);
    svg.addEventListener('mousemove', function (event) {
      clear();
      const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      panels.forEach(function (panel) {
        const box = panel.box;
        if (p.x >= box[0] && p.x <= box[2] && p.y >= box[1] && p.y <= box[3]) show(panel, p.x, p.y);
      });
    });
  }
  document.querySelectorAll('svg[data-panels]').forEach(setup);
})();
)js";
  return script;
}

std::string panels_attribute(const Figure& figure, const Drawing& drawing, const std::string& ranges) {
  std::istringstream lines(ranges);
  auto panels = nlohmann::json::array();
  for (std::size_t p = 0; p < figure.panels.size(); ++p) {
    const auto& axes = figure.panels[p];
    const auto& layout = drawing.panels[p];
    double range[4] = {0, 1, 0, 1};
    for (double& bound : range) lines >> bound;
    auto curves = nlohmann::json::array();
    for (std::size_t c = 0; c < axes.curves.size(); ++c) {
      const auto& elements = layout.curves[c];
      curves.push_back({{"label", clean_text(axes.curves[c].label)},
                        {"band", elements.band},
                        {"line", elements.line},
                        {"key", elements.key}});
    }
    panels.push_back({{"box", {layout.box.left, layout.box.top, layout.box.right, layout.box.bottom}},
                      {"x", {range[0], range[1], axes.log_x}},
                      {"y", {range[2], range[3], axes.log_y}},
                      {"curves", curves}});
  }
  return escape_xml(panels.dump());
}

std::string make_interactive(std::string svg, const std::string& attribute) {
  const auto start = svg.find("<svg");
  const auto end = svg.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) throw IoError("gnuplot wrote something that is not SVG");
  svg.insert(end, "<script type=\"text/javascript\"><![CDATA[" + interaction_script() + "]]></script>\n");
  svg.insert(start + 4, " role=\"img\" data-panels=\"" + attribute + "\"");
  return svg;
}

std::string embeddable(std::string svg, const std::string& prefix) {
  const auto start = svg.find("<svg");
  const auto end = svg.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) throw IoError("not an SVG picture");
  svg = svg.substr(start, end + 6 - start);
  for (auto from = svg.find("<script"); from != std::string::npos; from = svg.find("<script", from)) {
    const auto to = svg.find("</script>", from);
    svg.erase(from, to == std::string::npos ? std::string::npos : to + 9 - from);
  }
  static const std::regex definition(R"((\sid=['"]))"), reference(R"((href=['"]#|url\(['"]?#))");
  svg = std::regex_replace(svg, definition, "$1" + prefix);
  return std::regex_replace(svg, reference, "$1" + prefix);
}

}  // namespace dlnn::plotting
