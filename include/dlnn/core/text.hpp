#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dlnn {

/// The candidate nearest to `word` by edit distance, or "" when none is near enough to be a likely typing error.
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

/// A number as people read it: four significant digits, "1.234e-05" only where needed.
[[nodiscard]] std::string format_number(double value, int digits = 4);

/// "a, b, c".
[[nodiscard]] std::string join(std::span<const std::string> words, std::string_view separator = ", ");

/// The non-empty pieces of `text` between any of the separator characters: split_words("a, b", ", ") is {"a", "b"}.
[[nodiscard]] std::vector<std::string> split_words(std::string_view text, std::string_view separators);

/// A table in columns for a terminal: the first column left-aligned, the others right-aligned, widths counted in UTF-8
/// code points.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> header) : header_(std::move(header)) {}
  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] std::string str() const;
  [[nodiscard]] const std::vector<std::string>& header() const noexcept { return header_; }
  [[nodiscard]] const std::vector<std::vector<std::string>>& rows() const noexcept { return rows_; }

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace dlnn
