// Files cut anywhere and bytes flipped anywhere: each loads or throws dlnn::Error, and nothing crashes.

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "dlnn/core/atomic_file.hpp"
#include "dlnn/core/random.hpp"
#include "dlnn/data/import.hpp"
#include "dlnn/data/load.hpp"
#include "dlnn/data/write.hpp"
#include "foreign_files.hpp"
#include "raw_hdf5.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

class Hostile : public ::testing::Test {
 protected:
  /// Feeds the reader `cuts` beginnings of the file and `flips` copies with a few wrong bytes; some must be refused.
  void torment(const std::string& name, int cuts, int flips,
               const std::function<void(const std::filesystem::path&)>& read) {
    const std::string good = read_file(folder_ / name);
    Random random(7);
    int refused = 0;
    const auto attempt = [&](const std::string& bytes) {
      const auto file = folder_ / concat("bad_", name);
      std::ofstream(file, std::ios::binary) << bytes;
      try {
        read(file);
      } catch (const Error&) {
        ++refused;
      }
    };
    for (int i = 0; i < cuts; ++i)
      attempt(good.substr(0, good.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(cuts)));
    EXPECT_GT(refused, 0);
    for (int i = 0; i < flips; ++i) {
      std::string bytes = good;
      for (std::uint64_t n = 1 + random.below(4); n > 0; --n)
        bytes[random.below(bytes.size())] = static_cast<char>(random.below(256));
      attempt(bytes);
    }
  }

  static void import(const std::filesystem::path& file) { (void)import_files({file}, {.dt = 0.01}); }
  ScratchFolder folder_;
};

TEST_F(Hostile, Hdf5) {
  write_dataset(folder_ / "a.h5", sample_dataset(2, 12, 1));
  torment("a.h5", 60, 300, [](const std::filesystem::path& file) { (void)load_dataset({.file = file.string()}); });
}

/// The format that h5py writes by default: no checksums, strings of variable length.
TEST_F(Hostile, OldHdf5) {
  {
    RawHdf5::create(folder_ / "a.h5");
    RawHdf5 raw(folder_ / "a.h5");
    raw.group("/trajectories");
    for (const char* name : {"/trajectories/0", "/trajectories/1"}) {
      raw.group(name);
      raw.variable_text(name, "split", "train");
      raw.write(std::string(name) + "/t", Vector::LinSpaced(12, 0, 1.1));
      for (const char* quantity : {"/q", "/qd", "/qdd"}) raw.write(std::string(name) + quantity, Matrix::Ones(12, 1));
    }
  }
  EXPECT_NO_THROW((void)load_dataset({.file = (folder_ / "a.h5").string()}));
  torment("a.h5", 60, 300, [](const std::filesystem::path& file) { (void)load_dataset({.file = file.string()}); });
}

TEST_F(Hostile, Npz) {
  const Trajectory source = sine_trajectory(20, 2, 0.01, 0);
  for (const bool deflated : {false, true}) {
    write_npz(folder_ / "a.npz", {{"t", npy(source.t)}, {"q", npy(source.q)}}, deflated);
    torment("a.npz", 60, 300, import);
  }
}

TEST_F(Hostile, Csv) {
  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 30; ++k) text += concat(0.01 * k, ",", 0.1 * k, ",1\n");
  write_file(folder_ / "a.csv", text);
  torment("a.csv", 20, 400, import);
}

TEST_F(Hostile, Mat) {
  const Trajectory source = sine_trajectory(20, 2, 0.01, 0);
  for (const int version : {5, 7}) {
    write_mat(folder_ / "a.mat", {{"t", source.t}, {"q", source.q}}, version);
    torment("a.mat", 40, 200, import);
  }
}

}  // namespace
}  // namespace dlnn
