#include "dlnn/data/write.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "hdf5.hpp"

namespace dlnn {
namespace {

using hdf5::Handle;

constexpr int schema_version = 1;
constexpr Index chunk_rows = 8192;
constexpr unsigned gzip_level = 6;

/// HDF5 says "no" by a negative number; the file named is the one the user asked for, not the temporary one.
template <class Id>
Id checked(Id result, const std::filesystem::path& file) {
  if (result < 0) throw IoError(concat("cannot write ", file, ": ", hdf5::reason()));
  return result;
}

class Writer {
 public:
  Writer(const std::filesystem::path& temporary, std::filesystem::path target) : target_(std::move(target)) {
    // Version 1.8 of the format: its metadata carry checksums, and every reader of today knows it.
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_V18);
    const Handle creation = without_times(H5P_FILE_CREATE);
    file_ = {checked(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), target_), H5Fclose};
  }

  [[nodiscard]] hid_t root() const { return file_.get(); }

  [[nodiscard]] Handle group(const std::string& name) const {
    const Handle creation = without_times(H5P_GROUP_CREATE);
    return {checked(H5Gcreate2(file_.get(), name.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT), target_),
            H5Gclose};
  }

  void texts(hid_t object, const std::string& name, const std::vector<std::string>& words) const {
    const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type.get(), H5T_VARIABLE);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    std::vector<const char*> pointers;
    pointers.reserve(words.size());
    for (const auto& word : words) pointers.push_back(word.c_str());
    const hsize_t count = words.size();
    const Handle space(words.size() == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr), H5Sclose);
    attribute(object, name, type.get(), space, static_cast<const void*>(pointers.data()));
  }

  template <class Number>
  void number(hid_t object, const std::string& name, hid_t type, Number value) const {
    attribute(object, name, type, Handle(H5Screate(H5S_SCALAR), H5Sclose), &value);
  }

  void rows(hid_t group, const std::string& name, const double* values, std::vector<hsize_t> shape) const {
    const Handle creation = without_times(H5P_DATASET_CREATE);
    std::vector<hsize_t> chunk = shape;
    chunk[0] = std::clamp<hsize_t>(shape[0], 1, chunk_rows);
    H5Pset_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(creation.get());
    H5Pset_deflate(creation.get(), gzip_level);
    const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
    const Handle data(
        checked(H5Dcreate2(group, name.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, creation.get(), H5P_DEFAULT),
                target_),
        H5Dclose);
    checked(H5Dwrite(data.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), target_);
  }

  /// Writes what is still buffered; a full disk shows here.
  void close() {
    checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), target_);
    file_ = Handle();
  }

 private:
  static Handle without_times(hid_t kind) {
    Handle list(H5Pcreate(kind), H5Pclose);
    H5Pset_obj_track_times(list.get(), false);
    return list;
  }

  void attribute(hid_t object, const std::string& name, hid_t type, const Handle& space, const void* value) const {
    const Handle created(
        checked(H5Acreate2(object, name.c_str(), type, space.get(), H5P_DEFAULT, H5P_DEFAULT), target_), H5Aclose);
    checked(H5Awrite(created.get(), type, value), target_);
  }

  std::filesystem::path target_;
  Handle file_;
};

void check_shape(const std::filesystem::path& file, const Trajectory& trajectory, const char* name,
                 const Matrix& values, Index columns) {
  if (values.size() == 0 || (values.rows() == trajectory.samples() && values.cols() == columns)) return;
  throw DataError(concat(file, ": trajectory ", trajectory.name, ": ", name, " is ", values.rows(), " × ",
                         values.cols(), " but q has ", trajectory.samples(), " samples of ", columns, " joints"));
}

void write_trajectory(const Writer& writer, const std::string& key, const Trajectory& trajectory,
                      const TrajectoryDataset& dataset, const std::filesystem::path& file) {
  const Index dof = dataset.info.dof;
  if (trajectory.samples() < 1 || trajectory.t.size() != trajectory.samples())
    throw DataError(concat(file, ": trajectory ", trajectory.name, " has ", trajectory.samples(), " samples and ",
                           trajectory.t.size(), " times"));
  const Handle group = writer.group("trajectories/" + key);
  writer.texts(group.get(), "split", {std::string(to_string(trajectory.split))});
  if (!trajectory.name.empty()) writer.texts(group.get(), "name", {trajectory.name});
  for (const auto& [name, text] : trajectory.attributes) writer.texts(group.get(), name, {text});

  const auto samples = static_cast<hsize_t>(trajectory.samples());
  writer.rows(group.get(), "t", trajectory.t.data(), {samples});
  const std::array<std::pair<const char*, const Matrix*>, 4> quantities{
      {{"q", &trajectory.q},
       {"qd", &trajectory.qd},
       {"qdd", &trajectory.qdd},
       {"tau", dataset.info.free_swing ? nullptr : &trajectory.tau}}};
  for (const auto& [name, values] : quantities) {
    if (values == nullptr) continue;
    check_shape(file, trajectory, name, *values, dof);
    if (values->size() > 0)
      writer.rows(group.get(), name, values->data(), {samples, static_cast<hsize_t>(values->cols())});
  }
  for (const auto& [name, values] : trajectory.channels) {
    check_shape(file, trajectory, name.c_str(), values, values.cols());
    writer.rows(group.get(), name, values.data(), {samples, static_cast<hsize_t>(values.cols())});
  }
}

void write_info(const Writer& writer, const DatasetInfo& info) {
  writer.number<std::int64_t>(writer.root(), "schema_version", H5T_NATIVE_INT64, schema_version);
  writer.number<std::int64_t>(writer.root(), "dof", H5T_NATIVE_INT64, info.dof);
  if (info.dt) writer.number<double>(writer.root(), "dt", H5T_NATIVE_DOUBLE, *info.dt);
  std::vector<std::string> types;
  for (const JointType type : info.joint_types) types.emplace_back(to_string(type));
  if (!types.empty()) writer.texts(writer.root(), "joint_types", types);
  const std::array<std::pair<const char*, const std::string*>, 6> texts{{{"system", &info.system},
                                                                         {"angle_convention", &info.angle_convention},
                                                                         {"units", &info.units},
                                                                         {"description", &info.description},
                                                                         {"source", &info.source},
                                                                         {"license", &info.license}}};
  for (const auto& [name, text] : texts)
    if (!text->empty()) writer.texts(writer.root(), name, {*text});
  for (const auto& [name, text] : info.attributes) writer.texts(writer.root(), name, {text});
}

}  // namespace

void write_dataset(const std::filesystem::path& file, const TrajectoryDataset& dataset) {
  AtomicFile atomic(file);
  const hdf5::Quiet quiet;
  Writer writer(atomic.temporary(), file);
  write_info(writer, dataset.info);
  { const Handle parent = writer.group("trajectories"); }
  for (std::size_t i = 0; i < dataset.trajectories.size(); ++i) {
    char key[24];
    std::snprintf(key, sizeof key, "%04zu", i);
    write_trajectory(writer, key, dataset.trajectories[i], dataset, file);
  }
  writer.close();
  atomic.commit();
}

}  // namespace dlnn
