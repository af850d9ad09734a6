#include "layout.hpp"

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {

Contents list_contents(const hdf5::File& file, double dt) {
  if (file.has_group("trajectories")) return list_dlnn(file, dt);
  if (file.has_group("data")) return list_robomimic(file, dt);
  if (file.has_dataset("terminals") || file.has_dataset("timeouts")) return list_d4rl(file, dt);
  throw DataError(concat(
      file.path(), ": layout not recognised: none of /trajectories (dlnn), /data (robomimic), /terminals or /timeouts ",
      "(D4RL) is there; the file holds: ", join(file.members("")), "; convert it with: dlnn data import"));
}

hdf5::Dataset open_real(const hdf5::File& file, const std::string& object) {
  hdf5::Dataset dataset(file, object);
  if (dataset.kind() != hdf5::Dataset::Kind::real)
    throw DataError(concat(dataset.where(), ": dtype is ", dataset.type_name(),
                           ", float32 or float64 is needed; store physical values, not counts"));
  if (dataset.shape().empty() || dataset.shape().size() > 2)
    throw DataError(concat(dataset.where(), ": shape is ", dataset.shape_text(), ", (samples, joints) is needed"));
  return dataset;
}

}  // namespace dlnn
