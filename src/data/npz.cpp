#include <zip.h>

#include <algorithm>
#include <memory>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "dlnn/data/recording.hpp"
#include "npy.hpp"

namespace dlnn {
namespace {

constexpr zip_uint64_t largest_ratio = 1100;  // deflate cannot do better than 1032 : 1
constexpr zip_uint64_t chunk_bytes = 1 << 20;

struct NamedArray {
  std::string name;
  NpyArray array;
};

std::string entry_bytes(zip_t* archive, zip_uint64_t index, const std::string& where) {
  zip_stat_t status;
  zip_stat_init(&status);
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat_index(archive, index, 0, &status) != 0 || (status.valid & needed) != needed)
    throw DataError(concat(where, ": damaged entry; write the file again"));
  if (status.size > (status.comp_size + 64) * largest_ratio)
    throw DataError(concat(where, ": announces ", status.size, " bytes out of ", status.comp_size,
                           "; damaged, write the file again"));
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> entry(zip_fopen_index(archive, index, 0), zip_fclose);
  if (!entry) throw DataError(concat(where, ": ", zip_strerror(archive), "; write the file again without a password"));
  std::string bytes;
  // Grows with what is really there, not with what the header announces.
  while (bytes.size() < status.size) {
    const std::size_t begin = bytes.size();
    const zip_uint64_t wanted = std::min(chunk_bytes, status.size - begin);
    bytes.resize(begin + wanted);
    const zip_int64_t got = zip_fread(entry.get(), bytes.data() + begin, wanted);
    if (got <= 0)
      throw DataError(concat(where, ": ends after ", begin, " of ", status.size,
                             " bytes; truncated or damaged, write the file again"));
    bytes.resize(begin + static_cast<std::size_t>(got));
  }
  // The checksum is compared only when the end has been read.
  char beyond = 0;
  if (zip_fread(entry.get(), &beyond, 1) != 0)
    throw DataError(concat(where, ": wrong checksum; damaged, write the file again"));
  return bytes;
}

std::vector<NamedArray> read_archive(const std::filesystem::path& file) {
  int failure = 0;
  const std::unique_ptr<zip_t, void (*)(zip_t*)> archive(zip_open(file.c_str(), ZIP_RDONLY, &failure), zip_discard);
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, failure);
    const std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw DataError(concat(file, ": damaged or truncated NPZ file (", why, "); write it again with numpy.savez"));
  }
  std::vector<NamedArray> arrays;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive.get(), 0); ++i) {
    const char* raw = zip_get_name(archive.get(), static_cast<zip_uint64_t>(i), 0);
    std::string name = raw == nullptr ? "" : raw;
    if (!name.ends_with(".npy")) continue;
    name.resize(name.size() - 4);
    const std::string where = concat(file, ": array ", name);
    arrays.push_back({name, parse_npy(entry_bytes(archive.get(), static_cast<zip_uint64_t>(i), where), where)});
  }
  return arrays;
}

/// Samples of an array: its second dimension where there are three.
Index samples_of(const NpyArray& array) {
  return array.shape.size() == 3 ? array.shape[1] : array.shape[0];
}
Index width_of(const NpyArray& array) {
  return array.shape.size() == 1 ? 1 : array.shape.back();
}

/// The number of recordings: the first dimension of three-dimensional arrays, 1 when there is none.
Index recordings_in(const std::vector<NamedArray>& arrays) {
  for (const auto& [name, array] : arrays)
    if (array.shape.size() == 3) return array.shape[0];
  return 1;
}

/// Row `index` of [N, T] time stamps or slab of [N, T, k], the whole array when it has no recording dimension.
Eigen::Map<const Matrix> part_of(const NpyArray& array, Index index, Index samples, Index recordings) {
  const bool per_recording = array.shape.size() == 3 || (array.shape.size() == 2 && recordings > 1 &&
                                                         array.shape[0] == recordings && array.shape[1] == samples);
  const Index columns = per_recording && array.shape.size() == 2 ? 1 : width_of(array);
  return {array.values.data() + (per_recording ? index * samples * columns : 0), samples, columns};
}

Recording recording_of(const std::vector<NamedArray>& arrays, Index index, Index recordings,
                       const std::filesystem::path& file) {
  Recording recording;
  recording.name = recordings > 1 ? concat(file.stem().string(), " ", index) : file.stem().string();
  // The arrays of the recording are those as long as the longest; others ("dt", "gains") describe it.
  Index samples = 0;
  for (const auto& [name, array] : arrays)
    if (recordings == 1 || array.shape.size() == 3) samples = std::max(samples, samples_of(array));
  std::vector<Eigen::Map<const Matrix>> parts;
  Index width = 0;
  for (const auto& [name, array] : arrays) {
    const bool stamps =
        array.shape.size() == 2 && recordings > 1 && array.shape[0] == recordings && array.shape[1] == samples;
    const bool transposed = recordings == 1 && array.shape.size() == 2 && array.shape[1] == samples;
    if (transposed && samples_of(array) != samples)
      throw DataError(concat(file, ": array ", name, " has shape ", array.shape[0], " × ", samples, " beside ", samples,
                             " samples; write it with one sample a row (its transpose)"));
    if (samples_of(array) != samples && !stamps) continue;
    if (array.shape.size() == 3 && array.shape[0] != recordings)
      throw DataError(concat(file, ": array ", name, " holds ", array.shape[0], " recordings, the others ", recordings,
                             "; write one array an instant"));
    parts.push_back(part_of(array, index, samples, recordings));
    const Index columns = parts.back().cols();
    for (Index i = 0; i < columns; ++i)
      recording.columns.push_back(
          {columns > 1 ? concat(name, i + 1) : name, name, "", array.integer ? array.dtype : ""});
    width += columns;
  }
  recording.values.resize(samples, width);
  for (Index at = 0; const auto& part : parts) {
    recording.values.middleCols(at, part.cols()) = part;
    at += part.cols();
  }
  return recording;
}

}  // namespace

std::vector<Recording> read_npz(const std::filesystem::path& file) {
  std::vector<NamedArray> arrays;
  const std::string bytes = read_file(file);
  if (bytes.starts_with("\x93NUMPY")) {
    arrays.push_back({"column", parse_npy(bytes, concat(file))});
  } else {
    arrays = read_archive(file);
  }
  std::vector<Recording> recordings;
  const Index count = arrays.empty() ? 0 : recordings_in(arrays);
  for (Index i = 0; i < count; ++i) recordings.push_back(recording_of(arrays, i, count, file));
  if (recordings.empty() || recordings.front().values.size() == 0)
    throw DataError(concat(file, ": no array of numbers in it"));
  return recordings;
}

}  // namespace dlnn
