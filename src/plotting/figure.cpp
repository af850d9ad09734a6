#include "dlnn/plotting/figure.hpp"

#include <cstdlib>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "escape.hpp"
#include "gnuplot_script.hpp"
#include "interaction.hpp"
#include "process.hpp"
#include "thin.hpp"

namespace dlnn {
namespace {

constexpr std::size_t point_limit = 3000;  // drawn of one curve: three a pixel

/// A folder for gnuplot's input and output that vanishes afterwards.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "dlnn-plot-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
      throw IoError("cannot create a temporary folder for gnuplot in " + pattern);
    path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void check(const Figure& figure) {
  for (const auto& axes : figure.panels)
    for (const auto& curve : axes.curves)
      if (curve.x.size() != curve.y.size() || curve.low.size() != curve.high.size() ||
          (!curve.low.empty() && curve.low.size() != curve.x.size()))
        throw std::logic_error("figure " + figure.name + ", curve " + curve.label + ": x, y and band differ in length");
}

Figure thinned(const Figure& figure) {
  Figure result = figure;
  for (auto& axes : result.panels)
    for (auto& curve : axes.curves) curve = plotting::thin(curve, point_limit);
  return result;
}

}  // namespace

bool can_draw() {
  static const bool found = plotting::run_process({"gnuplot", "--version"}).status == 0;
  return found;
}

std::filesystem::path draw_svg(const Figure& full_figure, const std::filesystem::path& folder) {
  check(full_figure);
  const Figure figure = thinned(full_figure);
  const ScratchFolder scratch;
  const auto drawing = plotting::make_drawing(figure);
  write_file(scratch.path() / "data.txt", drawing.data);
  write_file(scratch.path() / "script.gp", drawing.script);
  const auto result = plotting::run_process({"gnuplot", "-d", "script.gp"}, scratch.path());
  if (result.status != 0)
    throw IoError(concat("gnuplot could not draw ", figure.name, ": ",
                         result.output.empty() ? "is it installed?" : result.output));
  const auto attribute = plotting::panels_attribute(figure, drawing, read_file(scratch.path() / "ranges.txt"));
  const auto target = folder / (plotting::identifier(figure.name) + ".svg");
  write_file(target, plotting::make_interactive(read_file(scratch.path() / "picture.svg"), attribute));
  return target;
}

}  // namespace dlnn
