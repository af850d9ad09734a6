#include "npy.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

struct Header {
  std::string descr;
  bool fortran = false;
  std::vector<Index> shape;
  std::size_t data_begin = 0;
};

[[noreturn]] void refuse(const std::string& where, const std::string& why) {
  throw DataError(concat(where, ": ", why, "; write it again with numpy.savez, arrays of float64"));
}

/// What stands behind 'key': in the Python dictionary of the header.
std::string_view value_of(std::string_view dictionary, std::string_view key, const std::string& where) {
  const std::size_t begin = dictionary.find(concat("'", key, "':"));
  if (begin == std::string_view::npos) refuse(where, concat("damaged NPY header, no ", key));
  std::string_view value = dictionary.substr(begin + key.size() + 3);
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

std::vector<Index> shape_of(std::string_view tuple, const std::string& where) {
  const std::size_t end = tuple.find(')');
  if (!tuple.starts_with('(') || end == std::string_view::npos) refuse(where, "damaged NPY header, shape is no tuple");
  std::vector<Index> shape;
  for (const char* at = tuple.data() + 1; at < tuple.data() + end;) {
    Index size = 0;
    const auto parsed = std::from_chars(at, tuple.data() + end, size);
    if (parsed.ec != std::errc() || size < 0) refuse(where, "damaged NPY header, shape holds no sizes");
    shape.push_back(size);
    at = parsed.ptr;
    while (at < tuple.data() + end && (*at == ',' || *at == ' ' || *at == 'L')) ++at;
  }
  return shape;
}

Header parse_header(std::string_view bytes, const std::string& where) {
  if (bytes.size() < 12 || !bytes.starts_with("\x93NUMPY")) refuse(where, "not an NPY array");
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  const bool wide = byte(6) >= 2;
  const std::size_t length = wide ? byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24 : byte(8) | byte(9) << 8;
  const std::size_t begin = wide ? 12 : 10;
  if (length > bytes.size() - begin) refuse(where, "truncated NPY header");
  const std::string_view dictionary = bytes.substr(begin, length);
  Header header;
  const std::string_view descr = value_of(dictionary, "descr", where);
  const std::size_t quote = descr.find('\'', 1);
  if (!descr.starts_with('\'') || quote == std::string_view::npos)
    refuse(where, "an array of records, plain numbers are needed");
  header.descr = descr.substr(1, quote - 1);
  header.fortran = value_of(dictionary, "fortran_order", where).starts_with("True");
  header.shape = shape_of(value_of(dictionary, "shape", where), where);
  header.data_begin = begin + length;
  return header;
}

template <class T>
void convert(std::string_view bytes, std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
}

struct Type {
  std::string_view descr, name;
  std::size_t size;
  bool integer;
  void (*convert)(std::string_view, std::vector<double>&);
};
constexpr Type types[] = {
    {"<f8", "float64", 8, false, convert<double>},      {"<f4", "float32", 4, false, convert<float>},
    {"<i8", "int64", 8, true, convert<std::int64_t>},   {"<i4", "int32", 4, true, convert<std::int32_t>},
    {"<i2", "int16", 2, true, convert<std::int16_t>},   {"|i1", "int8", 1, true, convert<std::int8_t>},
    {"<u8", "uint64", 8, true, convert<std::uint64_t>}, {"<u4", "uint32", 4, true, convert<std::uint32_t>},
    {"<u2", "uint16", 2, true, convert<std::uint16_t>}, {"|u1", "uint8", 1, true, convert<std::uint8_t>},
    {"|b1", "bool", 1, true, convert<std::uint8_t>}};

const Type& type_of(const std::string& descr, const std::string& where) {
  for (const Type& type : types)
    if (type.descr == descr) return type;
  refuse(where, concat("dtype \"", descr, "\" cannot be read"));
}

/// Fortran order (first index fastest) to C order.
std::vector<double> to_c_order(const std::vector<double>& values, const std::vector<Index>& shape) {
  std::vector<double> result(values.size());
  std::vector<Index> index(shape.size(), 0);
  for (const double value : values) {
    Index flat = 0;
    for (std::size_t d = 0; d < shape.size(); ++d) flat = flat * shape[d] + index[d];
    result[static_cast<std::size_t>(flat)] = value;
    for (std::size_t d = 0; d < shape.size() && ++index[d] == shape[d]; ++d) index[d] = 0;
  }
  return result;
}

}  // namespace

NpyArray parse_npy(std::string_view bytes, const std::string& where) {
  const Header header = parse_header(bytes, where);
  const Type& type = type_of(header.descr, where);
  if (header.shape.empty() || header.shape.size() > 3)
    refuse(where, concat(header.shape.size(), " dimensions, one to three are needed"));
  double elements = 1;
  for (const Index size : header.shape) elements *= static_cast<double>(size);
  const std::string_view data = bytes.substr(header.data_begin);
  if (elements * static_cast<double>(type.size) > static_cast<double>(data.size()))
    refuse(where, concat("the header announces ", elements, " numbers of ", type.size, " bytes but only ", data.size(),
                         " bytes follow"));
  NpyArray array{.shape = header.shape, .dtype = std::string(type.name), .integer = type.integer, .values = {}};
  array.values.resize(static_cast<std::size_t>(elements));
  type.convert(data, array.values);
  if (header.fortran) array.values = to_c_order(array.values, array.shape);
  return array;
}

}  // namespace dlnn
