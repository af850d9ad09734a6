#include "hdf5.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn::hdf5 {
namespace {

/// When a file cannot be closed (full disk), HDF5's clean-up at the end of the program crashes. We close what we open.
const herr_t no_clean_up = H5dont_atexit();

constexpr std::size_t max_text_bytes = 1 << 24;
constexpr std::size_t max_texts = 1 << 16;

/// An access property list under which no link leads out of the file.
Handle inside_only() {
  Handle list(H5Pcreate(H5P_LINK_ACCESS), H5Pclose);
  const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) -> herr_t {
    return -1;
  };
  H5Pset_elink_cb(list.get(), refuse, nullptr);
  return list;
}

Handle try_open(hid_t file, const std::string& object) {
  const Quiet quiet;
  const Handle access = inside_only();
  return {H5Oopen(file, object.empty() ? "/" : object.c_str(), access.get()), H5Oclose};
}

/// Elements of an attribute's dataspace, 0 for one that cannot be held.
std::size_t attribute_elements(hid_t attribute) {
  const Handle space(H5Aget_space(attribute), H5Sclose);
  const hssize_t count = space ? H5Sget_simple_extent_npoints(space.get()) : 0;
  return count > 0 && static_cast<std::size_t>(count) < max_texts ? static_cast<std::size_t>(count) : 0;
}

std::string fixed_string(const char* begin, std::size_t size) {
  std::string word(begin, std::find(begin, begin + size, '\0'));
  word.erase(word.find_last_not_of(' ') + 1);  // Fortran and MATLAB pad with spaces
  return word;
}

void check_read(herr_t result, const std::string& where) {
  if (result < 0)
    throw DataError(concat(where, ": cannot be read (", reason(), "); the file is damaged, copy or record it again"));
}

bool is_number(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_FLOAT || kind == H5T_INTEGER || kind == H5T_ENUM;
}

/// Strings of variable or fixed length, read by `read(memory type, buffer)` from an attribute or a dataset.
template <class Read>
std::vector<std::string> read_strings(hid_t type, std::size_t count, const std::string& where, const Read& read) {
  std::vector<std::string> words;
  if (H5Tis_variable_str(type) > 0) {
    std::vector<char*> pointers(count, nullptr);
    check_read(read(type, pointers.data()), where);
    for (const char* pointer : pointers) words.emplace_back(pointer == nullptr ? "" : pointer);
    const hsize_t size = count;
    const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
    H5Dvlen_reclaim(type, space.get(), H5P_DEFAULT, static_cast<void*>(pointers.data()));
    return words;
  }
  const std::size_t size = H5Tget_size(type);
  if (size == 0 || size > max_text_bytes / count) return {};
  std::vector<char> buffer(size * count);
  check_read(read(type, buffer.data()), where);
  for (std::size_t i = 0; i < count; ++i) words.push_back(fixed_string(buffer.data() + i * size, size));
  return words;
}

/// Nothing when the attribute holds no numbers.
std::vector<double> read_numbers(hid_t attribute, const std::string& where) {
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const std::size_t count = attribute_elements(attribute);
  if (!type || count == 0 || !is_number(type.get())) return {};
  std::vector<double> values(count);
  check_read(H5Aread(attribute, H5T_NATIVE_DOUBLE, values.data()), where);
  return values;
}

std::vector<std::string> read_texts(hid_t attribute, const std::string& where) {
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const std::size_t count = attribute_elements(attribute);
  if (type && count > 0 && H5Tget_class(type.get()) == H5T_STRING)
    return read_strings(type.get(), count, where, [&](hid_t memory, auto* buffer) {
      return H5Aread(attribute, memory, static_cast<void*>(buffer));
    });
  std::vector<std::string> words;
  for (const double value : read_numbers(attribute, where)) words.push_back(format_number(value, 17));
  return words;
}

Handle open_attribute(hid_t object, const std::string& name) {
  if (object < 0 || H5Aexists(object, name.c_str()) <= 0) return {};
  return {H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose};
}

std::string attribute_where(const File& file, const std::string& object, const std::string& attribute) {
  return concat(file.where(object), ": attribute ", attribute);
}

std::string type_text(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  const std::size_t bits = 8 * H5Tget_size(type);
  if (kind == H5T_FLOAT) return concat("float", bits);
  if (kind == H5T_INTEGER) return concat(H5Tget_sign(type) == H5T_SGN_NONE ? "uint" : "int", bits);
  if (kind == H5T_ENUM) return "enumeration";
  return kind == H5T_STRING ? "string" : kind == H5T_COMPOUND ? "compound" : "another type";
}

Dataset::Kind kind_of(hid_t type) {
  const H5T_class_t kind = H5Tget_class(type);
  const std::size_t size = H5Tget_size(type);
  if (kind == H5T_FLOAT && (size == 4 || size == 8)) return Dataset::Kind::real;
  return (kind == H5T_INTEGER || kind == H5T_ENUM) && size <= 8 ? Dataset::Kind::integer : Dataset::Kind::other;
}

/// Number of chunks that hold a dataset of this shape; a double, since a hostile header may overflow any integer.
double chunks_needed(const std::vector<hsize_t>& shape, const std::vector<hsize_t>& chunk) {
  double count = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const hsize_t along = shape[i] / chunk[i] + (shape[i] % chunk[i] == 0 ? 0 : 1);
    count *= static_cast<double>(along);
  }
  return count;
}

}  // namespace

Handle& Handle::operator=(Handle&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(close_, other.close_);
  return *this;
}

Handle::~Handle() {
  if (id_ < 0) return;
  const Quiet quiet;
  close_(id_);
}

Quiet::Quiet() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() {
  H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

std::string reason() {
  std::string text;
  const auto keep_first = [](unsigned, const H5E_error2_t* entry, void* result) -> herr_t {
    auto& kept = *static_cast<std::string*>(result);
    if (kept.empty() && entry->desc != nullptr) kept = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  // Of "file write failed: time = …, error message = 'No space left on device', buf = 0x5562…" only what a user needs.
  constexpr std::string_view mark = "error message = '";
  if (const std::size_t begin = text.find(mark); begin != std::string::npos) {
    text.erase(0, begin + mark.size());
    text.resize(std::min(text.find('\''), text.size()));
  }
  return text.empty() ? "no reason given" : text;
}

void check_readable(const std::filesystem::path& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) throw IoError(concat("cannot read ", path, ": no such file"));
  if (!std::filesystem::is_regular_file(status))
    throw IoError(concat("cannot read ", path, ": it is not a regular file"));
  if (!std::ifstream(path, std::ios::binary)) throw IoError(concat("cannot read ", path, ": permission denied"));
}

File::File(std::filesystem::path path) : path_(std::move(path)) {
  check_readable(path_);
  const Quiet quiet;
  if (H5Fis_hdf5(path_.c_str()) <= 0)
    throw DataError(concat(path_, ": not an HDF5 file; convert CSV, MAT or NPZ with: dlnn data import FILE -o OUT.h5"));
  handle_ = Handle(H5Fopen(path_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!handle_)
    throw DataError(concat(path_, ": damaged or truncated HDF5 file (", reason(), "); copy or record it again"));
}

std::string File::where(const std::string& object) const {
  return concat(path_, ": /", object);
}

Handle File::open(const std::string& object) const {
  Handle handle = try_open(id(), object);
  if (!handle) throw DataError(concat(where(object), ": absent, damaged, or a link that leaves the file"));
  return handle;
}

bool File::has(const std::string& object) const {
  return static_cast<bool>(try_open(id(), object));
}

bool File::has_group(const std::string& object) const {
  const Handle handle = try_open(id(), object);
  return handle && H5Iget_type(handle.get()) == H5I_GROUP;
}

bool File::has_dataset(const std::string& object) const {
  const Handle handle = try_open(id(), object);
  return handle && H5Iget_type(handle.get()) == H5I_DATASET;
}

std::vector<std::string> File::members(const std::string& group) const {
  const Handle handle = open(group);
  const Quiet quiet;
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* result) -> herr_t {
    static_cast<std::vector<std::string>*>(result)->emplace_back(name);
    return 0;
  };
  if (H5Iget_type(handle.get()) != H5I_GROUP) throw DataError(concat(where(group), ": a group is expected here"));
  if (H5Literate(handle.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names) < 0)
    throw DataError(concat(where(group), ": damaged group (", reason(), ")"));
  return names;
}

std::vector<std::string> File::texts(const std::string& object, const std::string& attribute) const {
  const Handle handle = try_open(id(), object);
  const Quiet quiet;
  const Handle opened = open_attribute(handle.get(), attribute);
  return opened ? read_texts(opened.get(), attribute_where(*this, object, attribute)) : std::vector<std::string>{};
}

std::optional<std::string> File::text(const std::string& object, const std::string& attribute) const {
  const auto words = texts(object, attribute);
  if (words.empty()) return std::nullopt;
  return join(words, ",");
}

std::optional<double> File::number(const std::string& object, const std::string& attribute) const {
  const Handle handle = try_open(id(), object);
  const Quiet quiet;
  const Handle opened = open_attribute(handle.get(), attribute);
  const auto values =
      opened ? read_numbers(opened.get(), attribute_where(*this, object, attribute)) : std::vector<double>{};
  return values.size() == 1 ? std::optional(values.front()) : std::nullopt;
}

std::map<std::string, std::string> File::attributes(const std::string& object) const {
  const Handle handle = open(object);
  const Quiet quiet;
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5A_info_t*, void* result) -> herr_t {
    static_cast<std::vector<std::string>*>(result)->emplace_back(name);
    return 0;
  };
  H5Aiterate2(handle.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names);
  std::map<std::string, std::string> found;
  for (const auto& name : names)
    if (const auto value = text(object, name)) found[name] = *value;
  return found;
}

Dataset::Dataset(const File& file, const std::string& object) : where_(file.where(object)), handle_(file.open(object)) {
  const Quiet quiet;
  if (H5Iget_type(handle_.get()) != H5I_DATASET) throw DataError(concat(where_, ": a dataset is expected here"));
  const Handle type(H5Dget_type(handle_.get()), H5Tclose);
  const Handle space(H5Dget_space(handle_.get()), H5Sclose);
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (!type || rank < 0) throw DataError(concat(where_, ": damaged dataset (", reason(), ")"));
  kind_ = kind_of(type.get());
  type_name_ = type_text(type.get());
  element_size_ = H5Tget_size(type.get());
  shape_.resize(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), shape_.data(), nullptr);
  check_storage(file);
}

/// Compares what the header announces with what the file holds, so that 10¹² rows in a small file are refused before
/// any allocation.
void Dataset::check_storage(const File& file) const {
  const Handle creation(H5Dget_create_plist(handle_.get()), H5Pclose);
  const H5D_layout_t layout = creation ? H5Pget_layout(creation.get()) : H5D_LAYOUT_ERROR;
  if (layout == H5D_VIRTUAL || H5Pget_external_count(creation.get()) > 0)
    throw DataError(concat(where_, ": its values lie in other files, which are not followed; copy them into this one"));
  const double elements = chunks_needed(shape_, std::vector<hsize_t>(shape_.size(), 1));
  const double bytes = elements * static_cast<double>(element_size_);
  const auto file_size = static_cast<double>(std::filesystem::file_size(file.path()));
  bool held = layout == H5D_COMPACT || layout == H5D_CONTIGUOUS;
  if (held && elements > 0)
    held = static_cast<double>(H5Dget_storage_size(handle_.get())) >= bytes && bytes <= file_size;
  if (layout == H5D_CHUNKED && elements > 0) {
    std::vector<hsize_t> chunk(shape_.size(), 0);
    hsize_t chunks = 0;
    const Handle space(H5Dget_space(handle_.get()), H5Sclose);
    const bool known = H5Pget_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data()) >= 0 &&
                       std::find(chunk.begin(), chunk.end(), hsize_t{0}) == chunk.end();
    held = known && chunks_needed(shape_, chunk) <= file_size &&
           H5Dget_num_chunks(handle_.get(), space.get(), &chunks) >= 0 &&
           static_cast<double>(chunks) >= chunks_needed(shape_, chunk) &&
           static_cast<double>(H5Dget_storage_size(handle_.get())) <= file_size;
  }
  if (!held && elements > 0)
    throw DataError(concat(where_, ": the header announces ", shape_text(), " ", type_name_, " (", format_number(bytes),
                           " bytes) but the file does not hold them (", format_number(file_size, 12),
                           " bytes); it is truncated or damaged, record or convert it again"));
}

std::string Dataset::shape_text() const {
  std::vector<std::string> words;
  for (const hsize_t size : shape_) words.push_back(std::to_string(size));
  return concat("(", join(words), words.size() == 1 ? ",)" : ")");
}

Index Dataset::rows() const noexcept {
  return shape_.empty() ? 1 : static_cast<Index>(shape_.front());
}

Index Dataset::columns() const noexcept {
  return shape_.size() < 2 ? 1 : static_cast<Index>(shape_[1]);
}

Matrix Dataset::read_rows(Index first, Index count) const {
  const Quiet quiet;
  Matrix values(count, columns());
  if (count == 0) return values;
  const Handle space(H5Dget_space(handle_.get()), H5Sclose);
  const std::vector<hsize_t> start{static_cast<hsize_t>(first), 0};
  const std::vector<hsize_t> size{static_cast<hsize_t>(count), static_cast<hsize_t>(columns())};
  const Handle memory(H5Screate_simple(static_cast<int>(shape_.size()), size.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr) < 0 ||
      H5Dread(handle_.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()) < 0)
    throw DataError(concat(where_, ": rows ", first, " to ", first + count - 1, " cannot be read (", reason(),
                           "); the file is damaged, copy or record it again"));
  return values;
}

std::vector<std::string> Dataset::read_strings() const {
  const Quiet quiet;
  const Handle type(H5Dget_type(handle_.get()), H5Tclose);
  const auto count = static_cast<std::size_t>(rows());
  std::vector<std::string> words;
  if (H5Tget_class(type.get()) == H5T_STRING && shape_.size() == 1 && count > 0 && count < max_texts)
    words = hdf5::read_strings(type.get(), count, where_, [&](hid_t memory, auto* buffer) {
      return H5Dread(handle_.get(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<void*>(buffer));
    });
  if (words.size() != count)
    throw DataError(concat(where_, ": a list of strings is needed, found ", type_name_, " ", shape_text()));
  return words;
}

}  // namespace dlnn::hdf5
