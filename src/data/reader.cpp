#include "dlnn/data/reader.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"
#include "layout.hpp"
#include "probe.hpp"

namespace dlnn {
namespace {

/// Bytes that can be allocated without driving the machine into swap; "no limit" where Linux does not say.
std::uint64_t available_memory() {
  std::ifstream in("/proc/meminfo");
  for (std::string key; in >> key;) {
    std::uint64_t kibibytes = 0;
    if (key == "MemAvailable:" && in >> kibibytes) return 1024 * kibibytes;
  }
  return std::numeric_limits<std::uint64_t>::max();
}

constexpr std::uint64_t listing_memory = std::uint64_t{1} << 30;  // far more than the contents of any dataset take

void check_finite(const std::string& where, const Matrix& values, Index first_row) {
  if (values.allFinite()) return;
  for (Index k = 0; k < values.rows(); ++k)
    for (Index i = 0; i < values.cols(); ++i)
      if (!std::isfinite(values(k, i)))
        throw DataError(concat(where, ": sample ", first_row + k, ", column ", i + 1, " is ", values(k, i),
                               "; cut the recording there or repair the value"));
}

}  // namespace

/// The open file, its contents, and the datasets of the trajectory being read.
struct TrajectoryReader::State {
  hdf5::File file;
  ReaderOptions options;
  Contents contents;

  State(const std::filesystem::path& path, ReaderOptions reader_options)
      : file(path), options(reader_options), contents(list_contents(file, options.dt)) {}

  Matrix rows(const RowSource& source, Index first, Index count) const {
    const hdf5::Dataset dataset(file, source.dataset);
    Matrix values = dataset.read_rows(source.first_row + first, count);
    check_finite(dataset.where(), values, source.first_row + first);
    return values;
  }

  Vector times(const TrajectoryEntry& entry, Index first, Index count) const;
  Trajectory chunk(const TrajectoryEntry& entry, Index first, Index count, bool with_channels) const;
  void check_memory(const TrajectoryEntry& entry, Index kept) const;
};

Vector TrajectoryReader::State::times(const TrajectoryEntry& entry, Index first, Index count) const {
  if (!entry.t) {
    if (!contents.info.dt)
      throw DataError(concat(file.path(), ": ", entry.where,
                             " has no t and the file no dt; give the sampling time with --dt SECONDS"));
    return Vector::LinSpaced(count, static_cast<double>(first), static_cast<double>(first + count - 1)).array() *
               *contents.info.dt +
           entry.t0;
  }
  // One row of overlap, so that the order of time is also checked across chunks.
  const Index overlap = first > 0 ? 1 : 0;
  const Vector t = rows(*entry.t, first - overlap, count + overlap).col(0);
  for (Index k = 1; k < t.size(); ++k)
    if (!(t(k) > t(k - 1)))
      throw DataError(concat(file.where(entry.t->dataset), ": sample ", first - overlap + k, " is ",
                             format_number(t(k), 10), " s after ", format_number(t(k - 1), 10),
                             " s; time must increase: remove or sort the samples, or cut there"));
  return t.tail(count);
}

Trajectory TrajectoryReader::State::chunk(const TrajectoryEntry& entry, Index first, Index count,
                                          bool with_channels) const {
  Trajectory part;
  part.name = entry.name;
  part.split = entry.split.value_or(Split::train);
  part.attributes = entry.attributes;
  part.t = times(entry, first, count);
  part.q = rows(entry.q, first, count);
  if (entry.qd) part.qd = rows(*entry.qd, first, count);
  if (entry.qdd) part.qdd = rows(*entry.qdd, first, count);
  part.tau = Matrix::Zero(count, contents.info.dof);
  if (entry.tau) {
    // Fewer actuators than coordinates (D4RL): the actuated ones are the last.
    const Matrix tau = rows(*entry.tau, first, count);
    const Index columns = std::min(tau.cols(), part.tau.cols());
    part.tau.rightCols(columns) = tau.leftCols(columns);
  }
  if (with_channels)
    for (const auto& [name, source] : entry.channels) part.channels[name] = rows(source, first, count);
  return part;
}

void TrajectoryReader::State::check_memory(const TrajectoryEntry& entry, Index kept) const {
  const double bytes =
      2.0 * static_cast<double>(kept) * static_cast<double>(1 + 4 * contents.info.dof) * sizeof(double);
  const auto limit = static_cast<double>(options.memory_limit > 0 ? options.memory_limit : available_memory());
  if (bytes > limit)
    throw DataError(concat(file.path(), ": ", entry.where, " needs ", format_number(bytes / 1e9), " GB for ", kept,
                           " samples and ", format_number(limit / 1e9),
                           " GB are available; keep fewer with a larger stride"));
}

TrajectoryReader::TrajectoryReader(const std::filesystem::path& file, ReaderOptions options) {
  hdf5::check_readable(file);
  probe(file, listing_memory, [&] { const State listed(file, options); });
  state_ = std::make_unique<State>(file, options);
}
TrajectoryReader::~TrajectoryReader() = default;
TrajectoryReader::TrajectoryReader(TrajectoryReader&&) noexcept = default;
TrajectoryReader& TrajectoryReader::operator=(TrajectoryReader&&) noexcept = default;

const std::filesystem::path& TrajectoryReader::file() const noexcept {
  return state_->file.path();
}
const DatasetInfo& TrajectoryReader::info() const noexcept {
  return state_->contents.info;
}
const std::vector<TrajectoryEntry>& TrajectoryReader::entries() const noexcept {
  return state_->contents.entries;
}
const std::vector<std::string>& TrajectoryReader::notes() const noexcept {
  return state_->contents.notes;
}

Trajectory TrajectoryReader::read(std::size_t index, Index stride, Index rows, bool with_channels) const {
  const TrajectoryEntry& entry = entries().at(index);
  const Index end = rows > 0 ? std::min(rows, entry.samples) : entry.samples;
  const Index kept = (end + stride - 1) / stride;
  state_->check_memory(entry, kept);

  std::vector<Trajectory> parts;
  for (Index first = 0; first < end; first += state_->options.chunk_rows) {
    const Index count = std::min(state_->options.chunk_rows, end - first);
    const Index skip = (stride - first % stride) % stride;  // rows of this chunk before the next one that is kept
    if (skip >= count) continue;
    const Trajectory part = state_->chunk(entry, first, count, with_channels);
    parts.push_back(select_rows(part, skip, (count - skip + stride - 1) / stride, stride));
  }
  return concatenate(parts);
}

void TrajectoryReader::for_each_chunk(std::size_t index, const std::function<void(const Trajectory&)>& visit) const {
  const TrajectoryEntry& entry = entries().at(index);
  for (Index first = 0; first < entry.samples; first += state_->options.chunk_rows)
    visit(state_->chunk(entry, first, std::min(state_->options.chunk_rows, entry.samples - first), false));
}

}  // namespace dlnn
