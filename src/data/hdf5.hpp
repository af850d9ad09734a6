#pragma once
// The little of the HDF5 C library that we use, owned by RAII and turned into exceptions. Nothing a file says is
// believed: links may not leave the file, and a dataset is opened only when its bytes are really there.

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlnn/core/linalg.hpp"

namespace dlnn::hdf5 {

/// Owns one HDF5 identifier.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) noexcept : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept;
  ~Handle();
  [[nodiscard]] hid_t get() const noexcept { return id_; }
  [[nodiscard]] explicit operator bool() const noexcept { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// While it lives, HDF5 prints no error stack of its own on standard error.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// The most specific line of HDF5's error stack: "truncated file: eof = 96, …".
[[nodiscard]] std::string reason();

/// Throws IoError when `path` is not a regular file that can be opened.
void check_readable(const std::filesystem::path& path);

/// A file open for reading.
class File {
 public:
  /// Throws IoError when the file cannot be read at all, DataError when it is not HDF5, truncated or damaged.
  explicit File(std::filesystem::path path);
  [[nodiscard]] hid_t id() const noexcept { return handle_.get(); }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// "file: /object", for messages.
  [[nodiscard]] std::string where(const std::string& object) const;

  /// Whether `object` ("data/demo_0/obs") can be reached without leaving the file.
  [[nodiscard]] bool has(const std::string& object) const;
  [[nodiscard]] bool has_group(const std::string& object) const;
  [[nodiscard]] bool has_dataset(const std::string& object) const;
  /// Names of the members of a group in alphabetical order. Throws DataError when it is no group.
  [[nodiscard]] std::vector<std::string> members(const std::string& group) const;

  /// Attribute as text (numbers are printed, arrays joined by commas); nothing when absent or of another kind.
  [[nodiscard]] std::optional<std::string> text(const std::string& object, const std::string& attribute) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& object, const std::string& attribute) const;
  [[nodiscard]] std::optional<double> number(const std::string& object, const std::string& attribute) const;
  /// Every attribute that can be told as text.
  [[nodiscard]] std::map<std::string, std::string> attributes(const std::string& object) const;

  /// Opens any object; throws DataError when it is absent or lies outside the file.
  [[nodiscard]] Handle open(const std::string& object) const;

 private:
  std::filesystem::path path_;
  Handle handle_;
};

/// A dataset of one or more dimensions, open for reading by rows (its first dimension).
class Dataset {
 public:
  enum class Kind { real, integer, other };

  /// Throws DataError: absent, not a dataset, stored outside the file, or larger than what is stored.
  Dataset(const File& file, const std::string& object);
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string& type_name() const noexcept { return type_name_; }  ///< "float64", "int32", "string"
  [[nodiscard]] const std::vector<hsize_t>& shape() const noexcept { return shape_; }
  [[nodiscard]] std::string shape_text() const;  ///< "(300, 2)"
  [[nodiscard]] Index rows() const noexcept;
  [[nodiscard]] Index columns() const noexcept;  ///< of a dataset with one or two dimensions
  [[nodiscard]] const std::string& where() const noexcept { return where_; }

  /// Rows first … first + count − 1 as [count, columns]; numbers of any kind. Throws DataError when HDF5 cannot read
  /// them.
  [[nodiscard]] Matrix read_rows(Index first, Index count) const;
  /// All entries of a one-dimensional dataset of strings. Throws DataError when it is none.
  [[nodiscard]] std::vector<std::string> read_strings() const;

 private:
  void check_storage(const File& file) const;

  std::string where_;
  Handle handle_;
  Kind kind_ = Kind::other;
  std::string type_name_;
  std::size_t element_size_ = 0;
  std::vector<hsize_t> shape_;
};

}  // namespace dlnn::hdf5
