#pragma once
// Reading trajectories without believing the file and without needing to hold all of it.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "dlnn/data/trajectory.hpp"

namespace dlnn {

struct ReaderOptions {
  double dt = 0;                   ///< s; for files that hold no time. 0: the file's own
  Index chunk_rows = 65536;        ///< rows read at once
  std::uint64_t memory_limit = 0;  ///< bytes that one trajectory may need; 0: what the machine has available
};

/// Where the rows of one quantity of one trajectory lie: `dataset` from `first_row` on.
struct RowSource {
  std::string dataset;
  Index first_row = 0;
};

/// One trajectory as the file announces it; nothing of it has been read.
struct TrajectoryEntry {
  std::string name;            ///< "0003", or the file's own name for it
  std::string where;           ///< the object that holds it, for messages: "/trajectories/0003"
  std::optional<Split> split;  ///< absent when the file assigns none
  Index samples = 0;
  double t0 = 0;  ///< s; first time stamp where the file holds no time
  RowSource q;
  std::optional<RowSource> t, qd, qdd, tau;
  std::map<std::string, RowSource> channels;
  std::map<std::string, std::string> attributes;
};

/// Opens a dataset, recognises its layout (ours, robomimic or D4RL) and reads its trajectories one by one. Every value
/// that is handed out has been checked: finite, time strictly increasing, shapes as announced. Throws IoError,
/// DataError.
class TrajectoryReader {
 public:
  explicit TrajectoryReader(const std::filesystem::path& file, ReaderOptions options = {});
  ~TrajectoryReader();
  TrajectoryReader(TrajectoryReader&&) noexcept;
  TrajectoryReader& operator=(TrajectoryReader&&) noexcept;

  [[nodiscard]] const std::filesystem::path& file() const noexcept;
  [[nodiscard]] const DatasetInfo& info() const noexcept;
  [[nodiscard]] const std::vector<TrajectoryEntry>& entries() const noexcept;
  /// How another layout was mapped to q, qd, tau and t, and what an engineer should know of it; one line each.
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept;

  /// Every `stride`-th row of the first `rows` (0: all) of a trajectory. qd and qdd are empty [0, 0] where the file has
  /// none; tau is zero. Reads chunk by chunk: memory is that of the rows kept. `with_channels` also reads the further
  /// channels.
  [[nodiscard]] Trajectory read(std::size_t index, Index stride = 1, Index rows = 0, bool with_channels = false) const;

  /// Hands a whole trajectory over in chunks of at most `chunk_rows` rows, in order, without channels.
  void for_each_chunk(std::size_t index, const std::function<void(const Trajectory&)>& visit) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dlnn
