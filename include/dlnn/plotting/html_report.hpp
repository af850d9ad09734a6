#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "dlnn/core/text.hpp"

namespace dlnn {

/// One self-contained HTML page: headings, paragraphs, tables and SVG pictures inside, no network needed to open it.
class HtmlReport {
 public:
  explicit HtmlReport(std::string title);
  void heading(const std::string& text);
  void paragraph(const std::string& text);
  void table(const TextTable& table, const std::string& caption);
  void picture(const std::filesystem::path& svg, const std::string& caption);
  /// Atomic. Throws IoError.
  void save(const std::filesystem::path& file) const;

 private:
  std::string title_;
  std::string body_;
};

}  // namespace dlnn
