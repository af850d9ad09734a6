#pragma once
// A recording before it is known what its columns mean: what the readers of CSV, MAT and NPZ have in common.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn {

struct Column {
  std::string name;     ///< "q1"; "column 0" where the file names none
  std::string array;    ///< the array it is a column of (MAT, NPZ); the same as name otherwise
  std::string unit{};   ///< "deg" of a header "q1 [deg]" or "q1 (deg)"; often empty
  std::string dtype{};  ///< "int32" where the file stores integers, else empty

  /// The first text among the numbers of the column, whose value is NaN: an error only in a column that is used.
  struct Text {
    Index row = 0;
    std::string content;
  };
  std::optional<Text> text{};
};

/// One recording as a table.
struct Recording {
  std::string name;  ///< for messages and as the name of the trajectory
  std::vector<Column> columns;
  Matrix values;             ///< [T, columns]; NaN and Inf as the file has them
  std::vector<Index> lines;  ///< CSV: line of each row, from 1; empty otherwise

  /// "line 17" or "sample 16", for messages.
  [[nodiscard]] std::string row_text(Index row) const;
};

/// Text with one sample a line. Separator , ; tab or spaces; header line with names (units in brackets), perhaps a line
/// of units below; lines that begin with # % or // are comments, the last one before the numbers may be the header;
/// decimal commas where ; separates. Throws DataError naming line and column.
[[nodiscard]] Recording read_csv(const std::filesystem::path& file);

/// MAT v4, v5, v7 and v7.3: numeric arrays [T, k] or [1, T] by name, fields of a struct by theirs; an array of structs
/// gives one recording an element. Throws DataError.
[[nodiscard]] std::vector<Recording> read_mat(const std::filesystem::path& file);

/// NPZ (stored or deflated), or a single NPY: arrays [T] or [T, k] of float or integer, C or Fortran order; [N, T, k]
/// gives N recordings. Throws DataError.
[[nodiscard]] std::vector<Recording> read_npz(const std::filesystem::path& file);

/// By the first bytes of the file: MAT, NPZ, NPY, else CSV. Throws DataError, IoError.
[[nodiscard]] std::vector<Recording> read_recordings(const std::filesystem::path& file);

}  // namespace dlnn
