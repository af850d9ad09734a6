// Every bad dataset gets one line that names the file, the trajectory, the dataset, the index, the value and the mend.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "dlnn/data/load.hpp"
#include "dlnn/data/reader.hpp"
#include "dlnn/data/write.hpp"
#include "raw_hdf5.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Refusals : public ::testing::Test {
 protected:
  void SetUp() override { write_dataset(file_, sample_dataset(3, 40, 2)); }
  [[nodiscard]] std::string message() const {
    return message_of<DataError>([this] { (void)load_dataset({.file = file_.string()}); });
  }
  ScratchFolder folder_;
  std::filesystem::path file_ = folder_ / "bad.h5";
};

TEST_F(Refusals, MissingPositions) {
  RawHdf5(file_).remove("/trajectories/0001/q");
  EXPECT_THAT(message(), AllOf(HasSubstr("bad.h5"), HasSubstr("/trajectories/0001"), HasSubstr("no dataset q")));
}

TEST_F(Refusals, ShapesThatDisagree) {
  RawHdf5(file_).replace("/trajectories/0001/tau", Matrix::Zero(39, 2));
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0001/tau"), HasSubstr("(39, 2)"), HasSubstr("40 samples")));
}

TEST_F(Refusals, NotANumber) {
  Matrix qd = sample_dataset(3, 40, 2).trajectories[2].qd;
  qd(17, 1) = std::numeric_limits<double>::quiet_NaN();
  RawHdf5(file_).replace("/trajectories/0002/qd", qd);
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0002/qd"), HasSubstr("sample 17"), HasSubstr("column 2"),
                               HasSubstr("nan")));
}

TEST_F(Refusals, Infinity) {
  Matrix tau = Matrix::Zero(40, 2);
  tau(3, 0) = std::numeric_limits<double>::infinity();
  RawHdf5(file_).replace("/trajectories/0000/tau", tau);
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0000/tau"), HasSubstr("sample 3"), HasSubstr("column 1"),
                               HasSubstr("inf")));
}

TEST_F(Refusals, TimeThatDoesNotIncrease) {
  Matrix t = Vector::LinSpaced(40, 0, 0.39);
  t(11) = t(10);
  RawHdf5(file_).replace("/trajectories/0000/t", t);
  EXPECT_THAT(message(),
              AllOf(HasSubstr("/trajectories/0000/t"), HasSubstr("sample 11"), HasSubstr("time must increase")));
}

TEST_F(Refusals, AnotherNumberOfJoints) {
  RawHdf5(file_).replace("/trajectories/0002/q", Matrix::Zero(40, 3));
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0002/q"), HasSubstr("3 joints"), HasSubstr("dof is 2")));
}

TEST_F(Refusals, AnUnknownSplit) {
  RawHdf5(file_).text("/trajectories/0001", "split", "validation");
  EXPECT_THAT(message(),
              AllOf(HasSubstr("/trajectories/0001"), HasSubstr("\"validation\""), HasSubstr("train, valid or test")));
}

TEST_F(Refusals, NoSplit) {
  RawHdf5(file_).remove_attribute("/trajectories/0001", "split");
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0001"), HasSubstr("dlnn data split")));
}

TEST_F(Refusals, AnEmptySplit) {
  TrajectoryDataset dataset = sample_dataset(2, 40, 2);
  write_dataset(file_, dataset);
  const TrajectoryDataset loaded = load_dataset({.file = file_.string()});
  EXPECT_THAT(message_of<DataError>([&] { (void)gather(loaded, Split::test); }),
              AllOf(HasSubstr("bad.h5"), HasSubstr("test split is empty")));
}

TEST_F(Refusals, Integers) {
  RawHdf5(file_).integers("/trajectories/0001/q", 40, 2);
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0001/q"), HasSubstr("int32"), HasSubstr("float32 or float64")));
}

TEST_F(Refusals, AHeaderThatAnnouncesTheMoon) {
  RawHdf5(file_).announce("/trajectories/0001/q", 1000000000000ULL, 2);
  EXPECT_THAT(message(), AllOf(HasSubstr("/trajectories/0001/q"), HasSubstr("(1000000000000, 2)"),
                               HasSubstr("does not hold them")));
}

TEST_F(Refusals, AnExternalLink) {
  RawHdf5(file_).external_link("/trajectories/0001/q", "/etc/passwd", "/q");
  EXPECT_THAT(message(), HasSubstr("link that leaves the file"));
}

TEST_F(Refusals, LinksInACircle) {
  RawHdf5(file_).soft_link("/trajectories/0001/q", "/trajectories/0001/q");
  EXPECT_THAT(message(), HasSubstr("/trajectories/0001/q"));
}

TEST_F(Refusals, ValuesInAnotherFile) {
  RawHdf5(file_).external_storage("/trajectories/0001/q", folder_ / "elsewhere.bin", 40, 2);
  EXPECT_THAT(message(), HasSubstr("lie in other files"));
}

TEST_F(Refusals, AVirtualDataset) {
  RawHdf5(file_).virtual_dataset("/trajectories/0001/q", folder_ / "elsewhere.h5", 40, 2);
  EXPECT_THAT(message(), HasSubstr("lie in other files"));
}

TEST_F(Refusals, MoreThanTheMemory) {
  const TrajectoryReader reader(file_, {.memory_limit = 100});
  EXPECT_THAT(message_of<DataError>([&] { (void)reader.read(0); }),
              AllOf(HasSubstr("/trajectories/0000"), HasSubstr("larger stride")));
}

TEST_F(Refusals, ATruncatedFile) {
  std::filesystem::resize_file(file_, std::filesystem::file_size(file_) / 2);
  EXPECT_THAT(message(), AllOf(HasSubstr("bad.h5"), HasSubstr("truncated")));
}

TEST_F(Refusals, AnotherKindOfFile) {
  std::ofstream(file_) << "t,q1\n0,1\n";
  EXPECT_THAT(message(), AllOf(HasSubstr("not an HDF5 file"), HasSubstr("dlnn data import")));
  std::ofstream(file_, std::ios::trunc).close();
  EXPECT_THAT(message(), HasSubstr("not an HDF5 file"));
}

TEST_F(Refusals, NoFileAndAFolder) {
  EXPECT_THAT(message_of<IoError>([&] { (void)load_dataset({.file = (folder_ / "none.h5").string()}); }),
              HasSubstr("no such file"));
  EXPECT_THAT(message_of<IoError>([&] { (void)load_dataset({.file = folder_.path().string()}); }),
              HasSubstr("not a regular file"));
}

TEST_F(Refusals, AnUnknownLayout) {
  RawHdf5(file_).remove("/trajectories");
  EXPECT_THAT(message(), HasSubstr("layout not recognised"));
}

TEST_F(Refusals, WarnsOfASpeedThatIsNotTheDerivative) {
  TrajectoryDataset dataset = sample_dataset(3, 40, 2);
  for (auto& trajectory : dataset.trajectories) trajectory.qd.col(1) *= 2;
  write_dataset(file_, dataset);
  const auto warnings = load_dataset({.file = file_.string()}).warnings;
  ASSERT_EQ(warnings.size(), 2U);  // qd against q, and qdd against qd
  EXPECT_THAT(warnings[0], AllOf(HasSubstr("qd of joint 2"), HasSubstr("relative RMS 0.5")));
}

}  // namespace
}  // namespace dlnn
