#include "dlnn/core/error.hpp"
#include "layout.hpp"

namespace dlnn {

Contents list_d4rl(const hdf5::File& file, double) {
  throw DataError(concat(file.path(), ": D4RL layout"));
}

}  // namespace dlnn
