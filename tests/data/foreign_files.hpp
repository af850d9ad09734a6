#pragma once
// Writes NPZ and MAT files, as numpy and MATLAB do.

#include <matio.h>
#include <zip.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <string>

#include "dlnn/core/error.hpp"
#include "dlnn/core/linalg.hpp"

namespace dlnn {

/// An NPY file with that dictionary in front of the data.
inline std::string npy_bytes(std::string dictionary, const std::string& data) {
  dictionary.resize((dictionary.size() + 10 + 64) / 64 * 64 - 10 - 1, ' ');
  dictionary += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size() & 0xff);
  bytes += static_cast<char>(dictionary.size() >> 8);
  return bytes + dictionary + data;
}

inline std::string npy(const Matrix& values, bool fortran = false) {
  std::string data(static_cast<std::size_t>(values.size()) * sizeof(double), '\0');
  const Eigen::MatrixXd columns = values;
  std::memcpy(data.data(), fortran ? columns.data() : values.data(), data.size());
  const std::string shape =
      values.cols() == 1 ? concat("(", values.rows(), ",)") : concat("(", values.rows(), ", ", values.cols(), ")");
  return npy_bytes(
      concat("{'descr': '<f8', 'fortran_order': ", fortran ? "True" : "False", ", 'shape': ", shape, ", }"), data);
}

inline void write_npz(const std::filesystem::path& file, const std::map<std::string, std::string>& arrays,
                      bool deflated) {
  zip_t* archive = zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, bytes] : arrays) {
    zip_source_t* source = zip_source_buffer(archive, bytes.data(), bytes.size(), 0);
    const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(), source, ZIP_FL_OVERWRITE);
    zip_set_file_compression(archive, static_cast<zip_uint64_t>(index), deflated ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
  }
  zip_close(archive);
}

/// Version 4, 5, 7 (5 with compression) or 73.
inline void write_mat(const std::filesystem::path& file, const std::map<std::string, Matrix>& arrays, int version) {
  mat_t* mat = Mat_CreateVer(file.c_str(), nullptr,
                             version == 4    ? MAT_FT_MAT4
                             : version == 73 ? MAT_FT_MAT73
                                             : MAT_FT_MAT5);
  for (const auto& [name, values] : arrays) {
    Eigen::MatrixXd columns = values;
    std::size_t shape[] = {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())};
    matvar_t* variable =
        Mat_VarCreate(name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, columns.data(), MAT_F_DONT_COPY_DATA);
    Mat_VarWrite(mat, variable, version == 7 ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE);
    Mat_VarFree(variable);
  }
  Mat_Close(mat);
}

}  // namespace dlnn
