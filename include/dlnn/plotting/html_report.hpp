#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dlnn/core/text.hpp"

namespace dlnn {

/// One self-contained HTML page: headings, paragraphs, tables and SVG pictures inside, no network needed to open it.
/// All text is escaped.
class HtmlReport {
 public:
  explicit HtmlReport(std::string title);
  /// Starts a section; the page begins with links to all sections.
  void heading(const std::string& text);
  void paragraph(const std::string& text);
  void table(const TextTable& table, const std::string& caption);
  /// Puts a picture made by draw_svg into the page. Throws IoError when it cannot be read.
  void picture(const std::filesystem::path& svg, const std::string& caption);
  /// Atomic. Throws IoError.
  void save(const std::filesystem::path& file) const;

 private:
  std::string title_;
  std::string body_;
  std::vector<std::string> headings_;  ///< table of contents
  int pictures_ = 0;
};

}  // namespace dlnn
