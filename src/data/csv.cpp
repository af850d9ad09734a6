#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/interrupt.hpp"
#include "dlnn/data/recording.hpp"

namespace dlnn {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// The text behind the comment mark, or nothing when the line is no comment.
std::optional<std::string_view> comment_of(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("//")) return line.substr(2);
  if (line.starts_with('#') || line.starts_with('%')) return line.substr(1);
  return std::nullopt;
}

/// The separator of a file: the first of ; tab , that occurs in its first line of content, else spaces.
char separator_of(std::string_view line) {
  for (const char candidate : {';', '\t', ','})
    if (line.find(candidate) != std::string_view::npos) return candidate;
  return ' ';
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  line = trimmed(line);
  if (separator == ' ') {
    for (std::size_t begin = 0; begin != std::string_view::npos && begin < line.size();) {
      const std::size_t end = line.find_first_of(blanks, begin);
      fields.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(blanks, end);
    }
    return fields;
  }
  for (std::size_t begin = 0; begin <= line.size();) {
    // A quoted name may hold the separator.
    const std::size_t opening = line.find_first_not_of(blanks, begin);
    const bool quoted = opening != std::string_view::npos && line[opening] == '"';
    const std::size_t closing = quoted ? line.find('"', opening + 1) : begin;
    const std::size_t end = std::min(line.find(separator, std::min(closing, line.size())), line.size());
    fields.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return fields;
}

/// A number with . or, where `comma`, with , as its decimal sign; also 1e-3, +2, nan and inf.
std::optional<double> number_of(std::string_view field, bool comma) {
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = field.substr(1, field.size() - 2);
  if (field.starts_with('+')) field.remove_prefix(1);
  std::string copy;
  if (comma) {
    copy = field;
    std::ranges::replace(copy, ',', '.');
    field = copy;
  }
  double value = 0;
  const auto parsed = std::from_chars(field.data(), field.data() + field.size(), value);
  const bool whole = parsed.ptr == field.data() + field.size() && !field.empty();
  if (parsed.ec == std::errc::result_out_of_range && whole) return std::numeric_limits<double>::infinity();
  return parsed.ec == std::errc() && whole ? std::optional(value) : std::nullopt;
}

/// "q1 [deg]" and "q1 (deg)" into name and unit.
Column column_of(std::string_view header) {
  if (header.size() >= 2 && header.front() == '"' && header.back() == '"') header = header.substr(1, header.size() - 2);
  Column column;
  const std::size_t bracket = header.find_last_of("[(");
  const bool unit = bracket != std::string_view::npos && bracket > 0 &&
                    (header.back() == ']' || header.back() == ')') &&
                    std::isdigit(static_cast<unsigned char>(header[bracket + 1])) == 0;  // q[1] is an index
  column.name = trimmed(unit ? header.substr(0, bracket) : header);
  if (unit) column.unit = trimmed(header.substr(bracket + 1, header.size() - bracket - 2));
  column.array = column.name;
  return column;
}

class CsvReader {
 public:
  explicit CsvReader(const std::filesystem::path& file) : file_(file), content_(read_file(file)) {
    if (content_.find('\0') != std::string::npos)
      throw DataError(concat(file_, ": neither text nor a known binary format; give CSV, MAT, NPZ or HDF5"));
  }

  Recording read() {
    std::string_view rest = content_;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);  // byte order mark of spreadsheets
    Recording recording{.name = file_.stem().string(), .columns = {}, .values = {}, .lines = {}};
    for (Index line = 1; !rest.empty(); ++line) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      if (line % 4096 == 0 && interrupted()) throw Interrupted("stopped by the user; nothing was written");
      read_line(rest.substr(0, end), line, recording);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (recording.lines.empty()) throw DataError(concat(file_, ": no line of numbers in it"));
    const auto rows = static_cast<Index>(recording.lines.size());
    recording.values = Eigen::Map<const Matrix>(numbers_.data(), rows, static_cast<Index>(recording.columns.size()));
    return recording;
  }

 private:
  void read_line(std::string_view line, Index number, Recording& recording) {
    if (trimmed(line).empty()) return;
    if (const auto comment = comment_of(line)) {
      if (recording.lines.empty() && recording.columns.empty()) last_comment_ = *comment;
      return;
    }
    if (separator_ == 0) {
      separator_ = separator_of(line);
      comma_ = separator_ != ',' && content_.find('.') == std::string::npos;
    }
    const auto fields = fields_of(line, separator_);
    if (recording.lines.empty() && header(fields, recording)) return;
    if (fields.size() != recording.columns.size())
      throw DataError(concat(file_, ": line ", number, " has ", fields.size(), " columns, the lines before have ",
                             recording.columns.size(), "; complete or remove it"));
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto value = number_of(fields[i], comma_);
      Column& column = recording.columns[i];
      if (!value && !column.text)
        column.text = {static_cast<Index>(recording.lines.size()), std::string(fields[i].substr(0, 40))};
      numbers_.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    recording.lines.push_back(number);
  }

  /// Takes a line before the numbers as names or, the second time, as units. False for the first line of numbers.
  bool header(const std::vector<std::string_view>& fields, Recording& recording) {
    const bool names =
        std::ranges::none_of(fields, [&](std::string_view field) { return number_of(field, comma_).has_value(); });
    if (recording.columns.empty() && names) {
      for (const auto field : fields) recording.columns.push_back(column_of(field));
      return true;
    }
    if (names && fields.size() == recording.columns.size() && !units_) {
      for (std::size_t i = 0; i < fields.size(); ++i) recording.columns[i].unit = fields[i];
      return units_ = true;
    }
    if (!recording.columns.empty()) return false;
    auto titles = fields_of(last_comment_, separator_);
    if (titles.size() != fields.size()) titles = fields_of(last_comment_, ' ');
    for (std::size_t i = 0; i < fields.size(); ++i)
      recording.columns.push_back(titles.size() == fields.size() ? column_of(titles[i])
                                                                 : column_of(concat("column ", i)));
    return false;
  }

  std::filesystem::path file_;
  std::string content_;
  std::string_view last_comment_;
  char separator_ = 0;
  bool comma_ = false;
  bool units_ = false;
  std::vector<double> numbers_;
};

}  // namespace

Recording read_csv(const std::filesystem::path& file) {
  return CsvReader(file).read();
}

}  // namespace dlnn
