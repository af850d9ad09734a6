#include "dlnn/plotting/html_report.hpp"

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/version.hpp"
#include "escape.hpp"
#include "interaction.hpp"

namespace dlnn {
namespace {

using plotting::escape_xml;

constexpr const char* style_sheet = R"css(
:root { color-scheme: light dark; --text: #1d2126; --faint: #5d6670; --line: #d5dae0; --page: #fff; --stripe: #f5f7f9; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e7eb; --faint: #a0a9b3; --line: #3b434c; --page: #16191d; --stripe: #1e2328; --link: #7db8f2; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 1000px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; padding-top: .6rem; border-top: 1px solid var(--line); }
a { color: var(--link); }
nav ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; margin: .3rem 0; }
th, td { padding: .25rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
td { white-space: nowrap; }
th { vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
tbody tr:nth-child(even) { background: var(--stripe); }
figure { margin: 1rem 0 1.6rem; }
figure svg { width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: 6px; }
figcaption, .caption, footer { color: var(--faint); font-size: .9rem; }
footer { margin-top: 2.5rem; }
)css";

std::string table_row(const std::vector<std::string>& cells, const char* tag) {
  std::string row = "<tr>";
  for (const auto& cell : cells) row += concat("<", tag, ">", escape_xml(cell), "</", tag, ">");
  return row + "</tr>\n";
}

}  // namespace

HtmlReport::HtmlReport(std::string title) : title_(std::move(title)) {}

void HtmlReport::heading(const std::string& text) {
  headings_.push_back(text);
  body_ += concat("<h2 id=\"section-", headings_.size(), "\">", escape_xml(text), "</h2>\n");
}

void HtmlReport::paragraph(const std::string& text) {
  body_ += "<p>" + escape_xml(text) + "</p>\n";
}

void HtmlReport::table(const TextTable& table, const std::string& caption) {
  body_ += "<div class=\"scroll\"><table>\n<thead>" + table_row(table.header(), "th") + "</thead>\n<tbody>\n";
  for (const auto& row : table.rows()) body_ += table_row(row, "td");
  body_ += "</tbody></table></div>\n";
  if (!caption.empty()) body_ += "<p class=\"caption\">" + escape_xml(caption) + "</p>\n";
}

void HtmlReport::picture(const std::filesystem::path& svg, const std::string& caption) {
  ++pictures_;
  body_ += "<figure>\n" + plotting::embeddable(read_file(svg), concat("picture", pictures_, "-")) + "\n<figcaption>" +
           escape_xml(caption) + "</figcaption>\n</figure>\n";
}

void HtmlReport::save(const std::filesystem::path& file) const {
  std::string contents;
  for (std::size_t i = 0; i < headings_.size(); ++i)
    contents += concat("<li><a href=\"#section-", i + 1, "\">", escape_xml(headings_[i]), "</a></li>\n");
  const std::string title = escape_xml(title_);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>" +
      title + "</title>\n<style>" + style_sheet + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
  if (!contents.empty()) page += "<nav><ul>\n" + contents + "</ul></nav>\n";
  page += body_;
  if (pictures_ > 0) {
    page +=
        "<p class=\"caption\">Move over a picture to read its curves; click an entry of its key to hide or show a "
        "curve.</p>\n";
    page += "<script>" + plotting::interaction_script() + "</script>\n";
  }
  page += concat("<footer>dlnn ", version(), ", revision ", git_revision(), "</footer>\n</body>\n</html>\n");
  write_file(file, page);
}

}  // namespace dlnn
