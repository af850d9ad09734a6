#pragma once
// NumPy's array format. https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#include <string>
#include <string_view>
#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn {

/// An array of numbers read from NPY bytes; values in C order whatever the file had.
struct NpyArray {
  std::vector<Index> shape;  ///< one to three dimensions
  std::string dtype;         ///< "float32", "int64", …
  bool integer = false;
  std::vector<double> values;
};

/// Parses the bytes of one NPY file. `where` names it in the DataError thrown for anything but little-endian float32,
/// float64, bool or integers with one to three dimensions whose bytes are all there.
[[nodiscard]] NpyArray parse_npy(std::string_view bytes, const std::string& where);

}  // namespace dlnn
