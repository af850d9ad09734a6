#include "dlnn/data/inspect.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "excitation.hpp"
#include "inspect_passes.hpp"
#include "inspect_warnings.hpp"
#include "power_spectrum.hpp"

namespace dlnn {
namespace {

constexpr Index longest_segment = 1024;
constexpr double power_share = 0.99;

/// Differences of neighbouring samples over time: central inside, one-sided at the ends.
Matrix slopes(const Vector& t, const Matrix& values) {
  const Index last = values.rows() - 1;
  Matrix result = Matrix::Zero(values.rows(), values.cols());
  for (Index k = 0; last > 0 && k <= last; ++k) {
    const Index before = std::max<Index>(k - 1, 0);
    const Index after = std::min(k + 1, last);
    result.row(k) = (values.row(after) - values.row(before)) / (t(after) - t(before));
  }
  return result;
}

/// The chunk with the speeds and accelerations that the file does not have.
Trajectory completed(Trajectory chunk) {
  if (chunk.qd.size() == 0) chunk.qd = slopes(chunk.t, chunk.q);
  if (chunk.qdd.size() == 0) chunk.qdd = slopes(chunk.t, chunk.qd);
  return chunk;
}

TrajectoryReport first_pass(const TrajectoryReader& reader, std::size_t index, FirstPass& whole) {
  const TrajectoryEntry& entry = reader.entries()[index];
  FirstPass own(reader.info());
  TimeAxis time;
  own.begin();
  whole.begin();
  reader.for_each_chunk(index, [&](const Trajectory& raw) {
    const Trajectory chunk = completed(raw);
    time.add(chunk.t);
    own.add(chunk);
    whole.add(chunk);
  });
  return {.name = entry.name,
          .split = entry.split,
          .samples = entry.samples,
          .duration = time.duration(),
          .dt = time.mean_step(),
          .jitter = time.jitter(),
          .gaps = 0,
          .joints = own.reports()};
}

/// What the second pass gathers over the whole file.
struct Gathered {
  SecondPass shares;
  Excitation excitation;
  PowerSpectrum speed, torque;
};

void second_pass(const TrajectoryReader& reader, std::size_t index, TrajectoryReport& report, Gathered& whole) {
  SecondPass own(report.joints);
  TimeAxis time;
  reader.for_each_chunk(index, [&](const Trajectory& raw) {
    const Trajectory chunk = completed(raw);
    time.count_gaps(chunk.t, report.dt);
    own.add(chunk);
    whole.shares.add(chunk);
    whole.excitation.add(chunk);
    whole.speed.add(chunk.qd);
    whole.torque.add(chunk.tau);
  });
  own.fill(report.joints);
  report.gaps = time.gaps();
}

Vector speed_rms(const std::vector<JointReport>& joints) {
  Vector rms(static_cast<Index>(joints.size()));
  for (Index i = 0; i < rms.size(); ++i) rms(i) = joints[static_cast<std::size_t>(i)].qd.rms;
  return rms;
}

/// The largest power of two that fits into most trajectories.
Index segment_length(const std::vector<TrajectoryReport>& trajectories) {
  std::vector<Index> samples;
  samples.reserve(trajectories.size());
  for (const auto& trajectory : trajectories) samples.push_back(trajectory.samples);
  std::ranges::sort(samples);
  const Index usual = samples[samples.size() / 4];
  return static_cast<Index>(std::bit_floor(static_cast<std::size_t>(std::clamp<Index>(usual, 2, longest_segment))));
}

void fill_spectrum(Inspection& inspection, const Gathered& whole, Index segment) {
  const double rate = 1.0 / inspection.trajectories.front().dt;
  for (Index k = 0; k <= segment / 2; ++k)
    inspection.spectrum.frequency.push_back(static_cast<double>(k) * rate / static_cast<double>(segment));
  for (std::size_t i = 0; i < inspection.joints.size(); ++i) {
    const auto joint = static_cast<Index>(i);
    inspection.spectrum.speed.push_back(whole.speed.normalised(joint));
    inspection.spectrum.torque.push_back(whole.torque.normalised(joint));
    inspection.joints[i].bandwidth = rate * whole.speed.quantile(joint, power_share);
    inspection.joints[i].torque_bandwidth = rate * whole.torque.quantile(joint, power_share);
  }
}

Inspection described(const TrajectoryReader& reader) {
  Inspection inspection;
  inspection.file = reader.file();
  inspection.info = reader.info();
  inspection.notes = reader.notes();
  std::set<std::string> channels;
  const auto any = [&](auto member) {
    return std::ranges::any_of(reader.entries(),
                               [&](const TrajectoryEntry& entry) { return (entry.*member).has_value(); });
  };
  inspection.has_t = any(&TrajectoryEntry::t);
  inspection.has_qd = any(&TrajectoryEntry::qd);
  inspection.has_qdd = any(&TrajectoryEntry::qdd);
  inspection.has_tau = any(&TrajectoryEntry::tau);
  for (const auto& entry : reader.entries())
    for (const auto& [name, source] : entry.channels) channels.insert(name);
  inspection.channels.assign(channels.begin(), channels.end());
  return inspection;
}

}  // namespace

double Range::largest() const {
  return std::max(std::abs(minimum), std::abs(maximum));
}

double Range::deviation() const {
  return std::sqrt(std::max(0.0, rms * rms - mean * mean));
}

Index Inspection::samples(std::optional<Split> split) const {
  Index sum = 0;
  for (const auto& trajectory : trajectories)
    if (trajectory.split == split) sum += trajectory.samples;
  return sum;
}

std::size_t Inspection::count(std::optional<Split> split) const {
  return static_cast<std::size_t>(std::ranges::count(trajectories, split, &TrajectoryReport::split));
}

Inspection inspect(const std::filesystem::path& file, const ReaderOptions& options) {
  const TrajectoryReader reader(file, options);
  Inspection inspection = described(reader);
  FirstPass first(reader.info());
  for (std::size_t i = 0; i < reader.entries().size(); ++i)
    inspection.trajectories.push_back(first_pass(reader, i, first));
  inspection.joints = first.reports();
  inspection.info.free_swing =
      std::ranges::all_of(inspection.joints, [](const JointReport& joint) { return joint.tau.largest() == 0; });

  const Index segment = segment_length(inspection.trajectories);
  Gathered whole{SecondPass(inspection.joints), Excitation(inspection.info.joint_types, speed_rms(inspection.joints)),
                 PowerSpectrum(segment), PowerSpectrum(segment)};
  for (std::size_t i = 0; i < reader.entries().size(); ++i) second_pass(reader, i, inspection.trajectories[i], whole);
  whole.shares.fill(inspection.joints);
  for (std::size_t i = 0; i < inspection.joints.size(); ++i) {
    inspection.joints[i].condition = whole.excitation.condition(static_cast<Index>(i));
    inspection.joints[i].weakest = whole.excitation.weakest(static_cast<Index>(i));
  }
  if (inspection.trajectories.front().dt > 0) fill_spectrum(inspection, whole, segment);
  inspection.warnings = inspection_warnings(inspection);
  return inspection;
}

}  // namespace dlnn
