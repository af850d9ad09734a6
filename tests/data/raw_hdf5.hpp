#pragma once
// Spoils HDF5 files in every way a test needs.

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn {

/// A file opened for changes until the object dies.
class RawHdf5 {
 public:
  explicit RawHdf5(const std::filesystem::path& file) : file_(H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)) {}
  ~RawHdf5() { H5Fclose(file_); }
  RawHdf5(const RawHdf5&) = delete;
  RawHdf5& operator=(const RawHdf5&) = delete;

  /// An empty file.
  static void create(const std::filesystem::path& file) {
    H5Fclose(H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  }

  void group(const std::string& name) {
    H5Gclose(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  void remove(const std::string& object) { H5Ldelete(file_, object.c_str(), H5P_DEFAULT); }
  void remove_attribute(const std::string& object, const std::string& name) {
    H5Adelete_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT);
  }

  /// A matrix (a vector for one column) as float64, or as float32.
  void write(const std::string& object, const Matrix& values, hid_t type = H5T_IEEE_F64LE) {
    const hsize_t shape[] = {static_cast<hsize_t>(values.rows()), static_cast<hsize_t>(values.cols())};
    const hid_t space = H5Screate_simple(values.cols() == 1 ? 1 : 2, shape, nullptr);
    const hid_t data = H5Dcreate2(file_, object.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    H5Dclose(data);
    H5Sclose(space);
  }
  void replace(const std::string& object, const Matrix& values) {
    remove(object);
    write(object, values);
  }
  void integers(const std::string& object, Index rows, Index columns) {
    remove(object);
    write(object, Matrix::Ones(rows, columns), H5T_STD_I32LE);
  }

  /// Strings of fixed length in one dimension.
  void strings(const std::string& object, const std::vector<std::string>& words) {
    constexpr std::size_t width = 16;
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, width);
    const hsize_t count = words.size();
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    std::string buffer;
    for (std::string word : words) {
      word.resize(width, '\0');
      buffer += word;
    }
    const hid_t data = H5Dcreate2(file_, object.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffer.data());
    H5Dclose(data);
    H5Sclose(space);
    H5Tclose(type);
  }
  void text(const std::string& object, const std::string& name, const std::string& value) {
    if (H5Aexists_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT) > 0) remove_attribute(object, name);
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, value.size());
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, value.data());
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }

  void variable_text(const std::string& object, const std::string& name, const char* value) {
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate_by_name(file_, object.c_str(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, static_cast<const void*>(&value));
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }

  /// A chunked dataset of that shape without a single chunk.
  void announce(const std::string& object, hsize_t rows, hsize_t columns) {
    remove(object);
    const hsize_t shape[] = {rows, columns};
    const hsize_t chunk[] = {1024, columns};
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 2, chunk);
    create(object, shape, creation);
  }
  void external_storage(const std::string& object, const std::filesystem::path& elsewhere, hsize_t rows,
                        hsize_t columns) {
    remove(object);
    const hsize_t shape[] = {rows, columns};
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_external(creation, elsewhere.c_str(), 0, rows * columns * sizeof(double));
    create(object, shape, creation);
  }
  void virtual_dataset(const std::string& object, const std::filesystem::path& elsewhere, hsize_t rows,
                       hsize_t columns) {
    remove(object);
    const hsize_t shape[] = {rows, columns};
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    H5Pset_virtual(creation, space, elsewhere.c_str(), "/q", space);
    H5Sclose(space);
    create(object, shape, creation);
  }
  void external_link(const std::string& object, const std::string& file, const std::string& target) {
    remove(object);
    H5Lcreate_external(file.c_str(), target.c_str(), file_, object.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  }
  void soft_link(const std::string& object, const std::string& target) {
    remove(object);
    H5Lcreate_soft(target.c_str(), file_, object.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  }

 private:
  void create(const std::string& object, const hsize_t* shape, hid_t creation) {
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    H5Dclose(H5Dcreate2(file_, object.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(creation);
  }

  hid_t file_;
};

}  // namespace dlnn
