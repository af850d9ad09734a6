#include <matio.h>

#include <algorithm>
#include <cstdint>
#include <memory>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/recording.hpp"
#include "hdf5.hpp"
#include "probe.hpp"

namespace dlnn {
namespace {

using Variable = std::unique_ptr<matvar_t, void (*)(matvar_t*)>;

constexpr double largest_ratio = 1100;  // zlib cannot do better than 1032 : 1

struct NamedMatrix {
  std::string name;
  std::string dtype;  ///< empty for floating point
  Matrix values;
};

template <class T>
Matrix converted(const matvar_t& variable) {
  const auto rows = static_cast<Index>(variable.dims[0]);
  const auto columns = static_cast<Index>(variable.dims[1]);
  using ColumnMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const ColumnMajor>(static_cast<const T*>(variable.data), rows, columns).template cast<double>();
}

struct Type {
  matio_classes kind;
  const char* dtype;
  std::size_t size;
  Matrix (*convert)(const matvar_t&);
};
constexpr Type types[] = {
    {MAT_C_DOUBLE, "", 8, converted<double>},           {MAT_C_SINGLE, "", 4, converted<float>},
    {MAT_C_INT64, "int64", 8, converted<std::int64_t>}, {MAT_C_UINT64, "uint64", 8, converted<std::uint64_t>},
    {MAT_C_INT32, "int32", 4, converted<std::int32_t>}, {MAT_C_UINT32, "uint32", 4, converted<std::uint32_t>},
    {MAT_C_INT16, "int16", 2, converted<std::int16_t>}, {MAT_C_UINT16, "uint16", 2, converted<std::uint16_t>},
    {MAT_C_INT8, "int8", 1, converted<std::int8_t>},    {MAT_C_UINT8, "uint8", 1, converted<std::uint8_t>}};

const Type* type_of(const matvar_t& variable) {
  const auto* found = std::ranges::find(types, variable.class_type, &Type::kind);
  return found == std::end(types) || variable.isComplex != 0 || variable.rank != 2 ? nullptr : found;
}

double elements_of(const matvar_t& variable) {
  double count = 1;
  for (int d = 0; d < variable.rank; ++d) count *= static_cast<double>(variable.dims[d]);
  return count;
}

bool is_container(const matvar_t& variable) {
  return (variable.class_type == MAT_C_STRUCT || variable.class_type == MAT_C_CELL) && variable.data != nullptr;
}

/// Adds a numeric array, or the fields of one element of a struct or cell array, each under its own name.
void collect(const matvar_t* variable, const std::string& name, std::size_t element, std::vector<NamedMatrix>& found) {
  if (variable == nullptr) return;
  if (is_container(*variable)) {
    auto* container = const_cast<matvar_t*>(variable);  // matio's getters take no const
    if (static_cast<double>(element) >= elements_of(*variable)) return;
    if (variable->class_type == MAT_C_CELL)
      return collect(Mat_VarGetCell(container, static_cast<int>(element)), name, 0, found);
    const auto fields = Mat_VarGetNumberOfFields(container);
    char* const* names = Mat_VarGetStructFieldnames(container);
    for (unsigned field = 0; names != nullptr && field < fields; ++field)
      collect(Mat_VarGetStructFieldByIndex(container, field, element), names[field], 0, found);
    return;
  }
  const Type* type = type_of(*variable);
  if (type == nullptr || variable->data == nullptr || elements_of(*variable) < 2) return;
  if (variable->nbytes < elements_of(*variable) * static_cast<double>(type->size)) return;
  found.push_back({name, type->dtype, type->convert(*variable)});
}

/// Columns of all arrays as long as the longest; arrays with the samples along the second dimension are transposed.
Recording recording_of(const std::vector<NamedMatrix>& arrays, std::string name) {
  Index samples = 0;
  for (const auto& array : arrays) samples = std::max({samples, array.values.rows(), array.values.cols()});
  Recording recording{.name = std::move(name), .columns = {}, .values = {}, .lines = {}};
  std::vector<Matrix> parts;
  Index width = 0;
  for (const auto& array : arrays) {
    if (array.values.rows() != samples && array.values.cols() != samples) continue;
    parts.push_back(array.values.rows() == samples ? array.values : Matrix(array.values.transpose()));
    for (Index i = 0; i < parts.back().cols(); ++i)
      recording.columns.push_back(
          {parts.back().cols() > 1 ? concat(array.name, i + 1) : array.name, array.name, "", array.dtype});
    width += parts.back().cols();
  }
  recording.values.resize(samples, width);
  for (Index at = 0; const auto& part : parts) {
    recording.values.middleCols(at, part.cols()) = part;
    at += part.cols();
  }
  return recording;
}

/// Reads the values of one variable after a look at what its header announces.
Variable next_variable(mat_t* mat, double file_bytes, const std::filesystem::path& file) {
  Variable variable(Mat_VarReadNextInfo(mat), Mat_VarFree);
  if (!variable) return variable;
  const std::string where = concat(file, ": variable ", variable->name == nullptr ? "?" : variable->name);
  if (elements_of(*variable) > file_bytes * largest_ratio)
    throw DataError(
        concat(where, " announces ", elements_of(*variable), " numbers, more than the file can hold; save it again"));
  if (elements_of(*variable) > 0 && Mat_VarReadDataAll(mat, variable.get()) != 0)
    throw DataError(concat(where, " cannot be read; truncated or damaged, save it again"));
  return variable;
}

std::vector<Variable> all_variables(const std::filesystem::path& file) {
  const hdf5::Quiet quiet;  // v7.3 is HDF5
  Mat_LogInitFunc("dlnn", [](int, char*) {});
  const std::unique_ptr<mat_t, int (*)(mat_t*)> mat(Mat_Open(file.c_str(), MAT_ACC_RDONLY), Mat_Close);
  if (!mat)
    throw DataError(
        concat(file, ": damaged or truncated MAT file; save it again from MATLAB or Octave with: save -v7"));
  const auto bytes = static_cast<double>(std::filesystem::file_size(file));
  std::vector<Variable> variables;
  for (Variable variable = next_variable(mat.get(), bytes, file); variable;
       variable = next_variable(mat.get(), bytes, file))
    variables.push_back(std::move(variable));
  return variables;
}

}  // namespace

std::vector<Recording> read_mat(const std::filesystem::path& file) {
  probe(file, 0, [&] { (void)all_variables(file); });
  const auto variables = all_variables(file);
  double count = 1;
  for (const auto& variable : variables)
    if (is_container(*variable)) count = std::max(count, elements_of(*variable));
  std::vector<Recording> recordings;
  for (std::size_t i = 0; static_cast<double>(i) < count; ++i) {
    std::vector<NamedMatrix> arrays;
    for (const auto& variable : variables) {
      // With several recordings, what is no list of them is shared by all.
      const bool list = is_container(*variable) && elements_of(*variable) == count;
      collect(variable.get(), variable->name == nullptr ? "" : variable->name, list ? i : 0, arrays);
    }
    const std::string stem = file.stem().string();
    recordings.push_back(recording_of(arrays, count > 1 ? concat(stem, " ", i) : stem));
    if (recordings.back().values.size() == 0)
      throw DataError(concat(file, ": no numeric arrays of several samples in it"));
  }
  return recordings;
}

}  // namespace dlnn
