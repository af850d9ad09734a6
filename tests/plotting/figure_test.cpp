#include "dlnn/plotting/figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <limits>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/plotting/html_report.hpp"
#include "plotting/xml_check.hpp"

namespace dlnn {
namespace {

using testing::HasSubstr;
using testing::Not;

class FigureTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_draw()) GTEST_SKIP() << "gnuplot is not installed";
    folder_ = std::filesystem::temp_directory_path() / concat("dlnn_figure_", ::getpid());
    make_folder(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

Figure sine(const std::string& name, const std::string& label) {
  Curve curve;
  for (int i = 0; i <= 200; ++i) {
    curve.x.push_back(0.01 * i);
    curve.y.push_back(std::sin(0.1 * i));
    curve.low.push_back(curve.y.back() - 0.1);
    curve.high.push_back(curve.y.back() + 0.1);
  }
  curve.label = label;
  return {name, "A sine.", {{"sine", "time (s)", "torque (N m)", false, false, {curve}}}, 1};
}

TEST_F(FigureTest, IsWellFormedAndSelfContained) {
  const auto file = draw_svg(sine("torque", "joint 1"), folder_);
  EXPECT_EQ(file, folder_ / "torque.svg");
  const std::string svg = read_file(file);
  EXPECT_EQ(xml_mistake(svg), "");
  EXPECT_THAT(svg, HasSubstr("torque (N m)"));
  EXPECT_THAT(svg, HasSubstr("data-panels="));
  for (const char* outside : {"href=\"http", "href='http", "src=", ".js\"", "@import"})
    EXPECT_THAT(svg, Not(HasSubstr(outside)));
}

TEST_F(FigureTest, HostileLabelsAreTextOnly) {
  const auto witness = folder_ / "witness";
  const std::string command = "touch " + witness.string();
  for (const std::string& label : {"\"; system(\"" + command + "\") #", "`" + command + "`", "'\n!" + command + "\n'",
                                   "'; system('" + command + "') #", "$(" + command + ") @x {/Bold x}_1 \\n %s",
                                   std::string("<script>alert(1)</script>]]> & \"' \xff\x01")}) {
    auto figure = sine("hostile", label);
    figure.panels[0].title = figure.panels[0].x_label = figure.panels[0].y_label = label;
    const std::string svg = read_file(draw_svg(figure, folder_));
    EXPECT_EQ(xml_mistake(svg), "") << label;
    EXPECT_THAT(svg, Not(HasSubstr("<script>alert"))) << label;
    EXPECT_FALSE(std::filesystem::exists(witness)) << label;
  }
}

TEST_F(FigureTest, NameCannotLeaveTheFolder) {
  EXPECT_EQ(draw_svg(sine("../../evil name", "x"), folder_).parent_path(), folder_);
}

TEST_F(FigureTest, NonFinitePointsAreLeftOut) {
  auto figure = sine("gaps", "x");
  figure.panels[0].curves[0].y[50] = std::nan("");
  figure.panels[0].curves[0].y[51] = std::numeric_limits<double>::infinity();
  Axes nothing{"nothing", "x",  "y",
               true,      true, {Curve{{1, 2}, {-1, std::nan("")}, "all undefined", {}, {}, Curve::Style::points}}};
  figure.panels.push_back(nothing);
  const std::string svg = read_file(draw_svg(figure, folder_));
  EXPECT_EQ(xml_mistake(svg), "");
  EXPECT_THAT(svg, HasSubstr("no data"));
}

TEST_F(FigureTest, LongCurvesStaySmallAndKeepTheirPeaks) {
  Curve curve;
  for (int i = 0; i < 200000; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(i == 123456 ? 1000.0 : std::sin(1e-3 * i));
  }
  const auto file = draw_svg({"long", "", {{"", "sample", "value", false, false, {curve}}}, 1}, folder_);
  EXPECT_LT(std::filesystem::file_size(file), 200000u);
  EXPECT_THAT(read_file(file), HasSubstr("1000"));  // the y axis reaches the one peak
}

TEST_F(FigureTest, ReportHoldsEveryPictureOnceWithDistinctIds) {
  HtmlReport report("Run <1>");
  report.heading("Torque & more");
  report.picture(draw_svg(sine("first", "a"), folder_), "first <b>");
  report.picture(draw_svg(sine("second", "b"), folder_), "second");
  TextTable table({"joint", "nMSE"});
  table.add_row({"<i>", "0.1"});
  report.table(table, "errors");
  report.save(folder_ / "report.html");
  const std::string html = read_file(folder_ / "report.html");
  EXPECT_EQ(count_of(html, "<svg"), 2);
  EXPECT_EQ(count_of(html, "</svg>"), 2);
  EXPECT_EQ(count_of(html, "<script"), 1);
  EXPECT_EQ(count_of(html, "id=\"picture1-first_plot_1a\""), 1);
  EXPECT_EQ(count_of(html, "id=\"picture2-second_plot_1a\""), 1);
  EXPECT_THAT(html, HasSubstr("Run &lt;1&gt;"));
  EXPECT_THAT(html, HasSubstr("first &lt;b&gt;"));
  EXPECT_THAT(html, HasSubstr("<td>&lt;i&gt;</td>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#section-1\">Torque &amp; more</a>"));
  for (const char* outside : {"href=\"http", "href='http", "src=", "<link rel=\"style"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

TEST_F(FigureTest, ReportRefusesAMissingPicture) {
  HtmlReport report("x");
  EXPECT_THROW(report.picture(folder_ / "absent.svg", ""), IoError);
}

}  // namespace
}  // namespace dlnn
