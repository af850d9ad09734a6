#include "dlnn/core/error.hpp"
#include "layout.hpp"

namespace dlnn {

Contents list_robomimic(const hdf5::File& file, double) {
  throw DataError(concat(file.path(), ": robomimic layout"));
}

}  // namespace dlnn
