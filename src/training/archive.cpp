#include "archive.hpp"

#include <torch/csrc/jit/serialization/unpickler.h>
#include <torch/torch.h>
#include <zip.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <system_error>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

constexpr std::uintmax_t size_limit = std::uintmax_t{1}
                                      << 33;  // 8 GiB: far above any checkpoint, far below a machine's trouble

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw ModelError(
      concat(file, " is not a readable checkpoint: ", what, "; train again or use another checkpoint of the run"));
}

struct CloseZip {
  void operator()(zip_t* archive) const { ::zip_discard(archive); }
  void operator()(zip_file_t* entry) const { ::zip_fclose(entry); }
};
using Zip = std::unique_ptr<zip_t, CloseZip>;

Zip open_zip(const std::filesystem::path& file) {
  std::error_code failure;
  if (!std::filesystem::is_regular_file(file, failure)) refuse(file, "it is no file");
  const auto size = std::filesystem::file_size(file, failure);
  if (failure) refuse(file, failure.message());
  if (size > size_limit) refuse(file, concat("it has ", size, " bytes"));
  int code = 0;
  Zip archive(::zip_open(file.c_str(), ZIP_RDONLY, &code));
  if (archive == nullptr) {
    zip_error_t error;
    ::zip_error_init_with_code(&error, code);
    const std::string why = ::zip_error_strerror(&error);
    ::zip_error_fini(&error);
    refuse(file, concat("it is truncated or not a checkpoint at all (", why, ")"));
  }
  return archive;
}

/// One entry, its checksum verified. Entries are stored, not compressed, so that none can be larger than the file.
std::string read_entry(zip_t* archive, const zip_stat_t& entry, const std::filesystem::path& file) {
  std::string content(entry.size, '\0');
  const std::unique_ptr<zip_file_t, CloseZip> stream(::zip_fopen_index(archive, entry.index, 0));
  if (stream == nullptr) refuse(file, concat("entry ", entry.name, " cannot be read"));
  const auto count = ::zip_fread(stream.get(), content.data(), entry.size);
  char beyond = 0;  // libzip compares the checksum when it meets the end
  if (count != static_cast<zip_int64_t>(entry.size) || ::zip_fread(stream.get(), &beyond, 1) != 0) {
    refuse(file, concat("entry ", entry.name, " is damaged"));
  }
  return content;
}

/// All entries by their name below the archive's top folder: "data.pkl", "data/0", …
std::map<std::string, std::string> read_entries(const std::filesystem::path& file) {
  const Zip archive = open_zip(file);
  const auto file_size = std::filesystem::file_size(file);
  std::map<std::string, std::string> entries;
  std::uintmax_t total = 0;
  for (zip_int64_t i = 0; i < ::zip_get_num_entries(archive.get(), 0); ++i) {
    zip_stat_t entry;
    constexpr zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_INDEX | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD;
    if (::zip_stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &entry) != 0 ||
        (entry.valid & needed) != needed) {
      refuse(file, "its table of contents is damaged");
    }
    if (entry.comp_method != ZIP_CM_STORE || entry.size > file_size - total) {
      refuse(file, concat("entry ", entry.name, " claims ", entry.size, " bytes in a file of ", file_size));
    }
    total += entry.size;
    const std::string name = entry.name;
    entries[name.substr(std::min(name.find('/'), name.size() - 1) + 1)] = read_entry(archive.get(), entry, file);
  }
  return entries;
}

/// Hands tensor data to LibTorch's unpickler, which believes the sizes in the pickle: check() compares them with the
/// records afterwards.
class Storages {
 public:
  explicit Storages(const std::map<std::string, std::string>& entries) : entries_(entries) {}

  at::DataPtr read(const std::string& name) {
    const auto entry = entries_.find("data/" + name);
    if (entry == entries_.end()) throw std::runtime_error("record data/" + name + " is missing");
    const std::string& bytes = entry->second;
    at::DataPtr memory = at::getCPUAllocator()->allocate(bytes.size());
    std::memcpy(memory.get(), bytes.data(), bytes.size());
    sizes_[memory.get()] = bytes.size();
    return memory;
  }

  void check(const at::Tensor& tensor) const {
    if (tensor.layout() != at::kStrided) throw std::runtime_error("it holds a sparse tensor");
    if (tensor.storage().nbytes() == 0) return;
    const auto record = sizes_.find(tensor.storage().data());
    if (record == sizes_.end() || record->second < tensor.storage().nbytes())
      throw std::runtime_error("a tensor is longer than its data");
  }

 private:
  const std::map<std::string, std::string>& entries_;
  std::map<const void*, std::size_t> sizes_;
};

constexpr int deepest = 8;  // our tuples nest three deep; a hostile file may hold itself

/// Checks every tensor; a checkpoint is made of tuples, texts, numbers and tensors only.
void check_tensors(const c10::IValue& value, const Storages& storages, int depth = 0) {
  if (depth > deepest) throw std::runtime_error("it nests too deeply");
  if (value.isTensor()) {
    storages.check(value.toTensor());
  } else if (value.isTuple()) {
    for (const auto& element : value.toTupleRef().elements()) check_tensors(element, storages, depth + 1);
  } else if (!(value.isString() || value.isInt() || value.isDouble() || value.isBool() || value.isNone())) {
    throw std::runtime_error(concat("it holds a value of type ", value.tagKind()));
  }
}

c10::IValue unpickle(const std::map<std::string, std::string>& entries) {
  const auto pickle = entries.find("data.pkl");
  if (pickle == entries.end()) throw std::runtime_error("it has no data.pkl");
  const std::string& bytes = pickle->second;
  Storages storages(entries);
  std::size_t position = 0;
  const auto reader = [&](char* buffer, std::size_t length) -> std::size_t {
    const std::size_t count = std::min(length, bytes.size() - position);
    std::copy_n(bytes.data() + position, count, buffer);
    position += count;
    return count;
  };
  torch::jit::Unpickler unpickler(
      reader, nullptr, nullptr, [&](const std::string& name) { return storages.read(name); }, at::kCPU);
  c10::IValue value = unpickler.parse_ivalue();
  check_tensors(value, storages);
  return value;
}

}  // namespace

c10::IValue read_archive(const std::filesystem::path& file) {
  const auto entries = read_entries(file);
  try {
    return unpickle(entries);
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    const bool internal = what.find("INTERNAL ASSERT") != std::string::npos;  // asks to report a bug of PyTorch
    refuse(file, internal ? "its pickle is damaged" : what);
  } catch (const std::exception& error) {
    refuse(file, error.what());
  }
}

}  // namespace dlnn
