#include "dlnn/data/import.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "dlnn/data/column_map.hpp"
#include "dlnn/data/load.hpp"
#include "dlnn/data/write.hpp"
#include "foreign_files.hpp"
#include "support.hpp"

namespace dlnn {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Import : public ::testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file(const std::string& name, const std::string& content) const {
    folder_.write(name, content);
    return folder_ / name;
  }
  [[nodiscard]] static TrajectoryDataset import(const std::filesystem::path& path, ImportOptions options = {}) {
    if (!options.block) options.block = 0;
    return import_files({path}, options);
  }
  ScratchFolder folder_;
};

TEST_F(Import, ReadsCsvOfEverySeparator) {
  for (const char separator : {',', ';', '\t', ' '}) {
    std::string text = "# a comment\ntime,q1,q2,tau1,tau2\n0,1,2,3,4\n% another\n\n0.5,1.5,-2e0,+3,4\n";
    std::ranges::replace(text, ',', separator);
    const TrajectoryDataset dataset = import(file("a.csv", text));
    const Trajectory& one = dataset.trajectories.at(0);
    EXPECT_EQ(one.t, (Vector(2) << 0, 0.5).finished());
    EXPECT_EQ(one.q, (Matrix(2, 2) << 1, 2, 1.5, -2).finished());
    EXPECT_EQ(one.tau, (Matrix(2, 2) << 3, 4, 3, 4).finished());
    EXPECT_EQ(one.qd.size(), 0);
  }
}

TEST_F(Import, ReadsSpreadsheetsWithDecimalCommasAndDegrees) {
  const TrajectoryDataset dataset = import(
      file("a.csv", "\xEF\xBB\xBF\"time [ms]\";\"pos, 1 [deg]\";\"torque 1\"\r\n0;90,0;1,5\r\n10;180,0;2,5\r\n"));
  EXPECT_DOUBLE_EQ(dataset.trajectories[0].q(1, 0), std::numbers::pi);
  EXPECT_DOUBLE_EQ(dataset.trajectories[0].t(1), 0.01);
  EXPECT_DOUBLE_EQ(dataset.trajectories[0].tau(1, 0), 2.5);
}

TEST_F(Import, TakesNamesFromACommentAndUnitsFromASecondLine) {
  EXPECT_DOUBLE_EQ(import(file("a.txt", "# t q1 tau1\n0 1 2\n0.1 3 4\n")).trajectories[0].tau(1, 0), 4);
  EXPECT_DOUBLE_EQ(import(file("b.csv", "t,q1,tau1\nms,deg,Nm\n0,1,2\n100,180,4\n")).trajectories[0].q(1, 0),
                   std::numbers::pi);
}

TEST_F(Import, NamesLineAndColumnOfWhatIsNoNumber) {
  const auto bad = [&](const std::string& text) {
    return message_of<DataError>([&] { (void)import(file("bad.csv", text)); });
  };
  EXPECT_THAT(bad("t,q1\n0,1\n# c\n0.1,x7\n"),
              AllOf(HasSubstr("bad.csv"), HasSubstr("line 4, column 1 (q1)"), HasSubstr("\"x7\" is not a number")));
  EXPECT_THAT(bad("t,q1,tau1\n0,1,2\nx,1,2\n"), HasSubstr("line 3, column 0 (t): \"x\" is not a number"));
  EXPECT_THAT(bad("t,q1\n0,1\n0.1,\n"), HasSubstr("line 3, column 1 (q1): \"\" is not a number"));
  EXPECT_THAT(bad("t,q1\n0,1\n0.1\n"), HasSubstr("line 3 has 1 columns, the lines before have 2"));
  EXPECT_THAT(bad("t,q1\n0,1\n0.1,nan\n"), AllOf(HasSubstr("line 3"), HasSubstr("nan")));
  EXPECT_THAT(bad("t,q1\n0,1\n0.1,1e999\n"), AllOf(HasSubstr("line 3"), HasSubstr("inf")));
  EXPECT_THAT(bad("t,q1\n0,1\n0.1,2\n0.1,3\n"), AllOf(HasSubstr("line 4"), HasSubstr("--repair-time")));
  EXPECT_THAT(bad("t,q1\n"), HasSubstr("no line of numbers"));
  EXPECT_THAT(bad(""), HasSubstr("no line of numbers"));
  EXPECT_THAT(bad("q1,tau1\n0,1\n"), HasSubstr("--dt SECONDS"));
  EXPECT_THAT(bad("a,b\n0,1\n"), AllOf(HasSubstr("no column looks like q"), HasSubstr("0 a, 1 b")));
  EXPECT_THAT(bad(std::string("PNG\0\1", 5)), HasSubstr("neither text nor a known binary format"));
}

TEST_F(Import, ReadsPastTextInAColumnThatIsNotUsed) {
  const auto path = file("a.csv", "t,state,q1,tau1\n0,RUN,1,2\n0.1,STOP,3,4\n");
  EXPECT_DOUBLE_EQ(import(path).trajectories[0].q(1, 0), 3);
  ImportOptions options;
  options.columns = "t=t,q=state";
  EXPECT_THAT(message_of<DataError>([&] { (void)import(path, options); }),
              HasSubstr("line 2, column 1 (state): \"RUN\" is not a number"));
}

TEST_F(Import, TakesMotorCurrentsForTorquesAndNeverLosesThemSilently) {
  EXPECT_DOUBLE_EQ(import(file("a.csv", "t;pos_J1;cur_J1\n0;1;2\n1;3;4\n")).trajectories[0].tau(1, 0), 4);
  EXPECT_DOUBLE_EQ(import(file("b.csv", "t,q1,I_1 (A)\n0,1,2\n1,3,4\n")).trajectories[0].tau(1, 0), 4);
  EXPECT_EQ(import(file("c.csv", "i,t,q1\n0,0,2\n1,1,4\n")).trajectories[0].tau.size(), 0);  // a row number
  const auto path = file("d.csv", "t,q1,strange\n0,1,2\n1,3,4\n");
  EXPECT_THAT(import(path).warnings, ::testing::Contains(HasSubstr("name it: --columns")));
  ImportOptions options;
  options.torque_scale = {2};
  EXPECT_THAT(message_of<DataError>([&] { (void)import(path, options); }),
              HasSubstr("--torque-scale is given but no column looks like torque"));
}

TEST_F(Import, RepairsTimeAndCutsGaps) {
  const auto path = file("a.csv", "t,q1\n0,0\n1,1\n1,2\n2,3\n9,4\n10,5\n");
  const TrajectoryDataset dataset = import(path, {.repair_time = true, .max_gap = 3});
  ASSERT_EQ(dataset.trajectories.size(), 2U);
  EXPECT_EQ(dataset.trajectories[0].q, (Matrix(3, 1) << 0, 1, 3).finished());
  EXPECT_EQ(dataset.trajectories[1].q, (Matrix(2, 1) << 4, 5).finished());
  EXPECT_THAT(dataset.warnings, Contains(HasSubstr("1 samples left out")));
}

TEST_F(Import, CutsWhereAColumnNumbersTheRecordings) {
  const TrajectoryDataset dataset = import(file("a.csv", "episode,t,q1\n0,0,0\n0,1,1\n1,0,5\n1,1,6\n1,2,7\n"));
  ASSERT_EQ(dataset.trajectories.size(), 2U);
  EXPECT_EQ(dataset.trajectories[1].q, (Matrix(3, 1) << 5, 6, 7).finished());
}

TEST_F(Import, ScalesTorqueAndPosition) {
  const TrajectoryDataset dataset =
      import(file("a.csv", "t,q1,q2,i1,i2\n0,1,2,3,4\n1,2,3,4,5\n"),
             {.columns = "t=0,q=1:2,tau=3:4", .position_scale = {10}, .torque_scale = {2, -1}});
  EXPECT_EQ(dataset.trajectories[0].q.row(0), (Eigen::RowVector2d(10, 20)));
  EXPECT_EQ(dataset.trajectories[0].tau.row(1), (Eigen::RowVector2d(8, -5)));
}

TEST_F(Import, UnwrapsAngles) {
  const auto path = file("a.csv", "t,q1\n0,3\n1,-3.1\n2,-2.9\n");
  EXPECT_NEAR(import(path).trajectories[0].q(2, 0), -2.9 + 2 * std::numbers::pi, 1e-12);
  EXPECT_EQ(import(path, {.keep_wrapped = true}).trajectories[0].q(2, 0), -2.9);
}

TEST_F(Import, CutsASingleRecordingIntoBlocksOfEverySplit) {
  std::string text = "t,q1,tau1\n";
  for (int k = 0; k < 1000; ++k) text += concat(0.01 * k, ",", std::sin(0.02 * k), ",", std::cos(0.02 * k), "\n");
  const TrajectoryDataset dataset = import_files({file("long.csv", text)}, {});
  EXPECT_EQ(dataset.trajectories.size(), 20U);
  for (const Split split : {Split::train, Split::valid, Split::test}) EXPECT_GT(dataset.samples(split), 0);
  EXPECT_NEAR(dataset.info.dt.value(), 0.01, 1e-12);
  write_dataset(folder_ / "long.h5", dataset);
  EXPECT_EQ(load_dataset({.file = (folder_ / "long.h5").string()}).trajectories.size(), 20U);  // trained on as it is
}

std::vector<std::string> names_of(const Recording& recording, const std::vector<Index>& columns) {
  std::vector<std::string> names;
  for (const Index i : columns) names.push_back(recording.columns[static_cast<std::size_t>(i)].name);
  return names;
}

Recording with_columns(const std::vector<std::string>& names) {
  Recording recording;
  for (const auto& name : names) recording.columns.push_back({name, name, "", ""});
  recording.values = Matrix::Zero(2, static_cast<Index>(names.size()));
  return recording;
}

TEST(MapColumns, KnowsTheNamesOfManyLogs) {
  const Recording robot = with_columns({"timestamp", "target_q_0", "target_q_1", "actual_q_1", "actual_q_0",
                                        "actual_qd_0", "actual_qd_1", "actual_current_0", "actual_current_1"});
  const ColumnMap map = map_columns_by_name(robot, "log");
  EXPECT_THAT(names_of(robot, map.t), ElementsAre("timestamp"));
  EXPECT_THAT(names_of(robot, map.q), ElementsAre("actual_q_0", "actual_q_1"));
  EXPECT_THAT(names_of(robot, map.qd), ElementsAre("actual_qd_0", "actual_qd_1"));
  EXPECT_THAT(names_of(robot, map.tau), ElementsAre("actual_current_0", "actual_current_1"));

  const Recording named =
      with_columns({"elbow/effort", "shoulder/effort", "shoulder/position", "elbow/position", "thetaDot", "Time"});
  EXPECT_THAT(message_of<DataError>([&] { (void)map_columns_by_name(named, "log"); }),
              HasSubstr("1 columns look like qd but 2 like q"));

  const Recording aligned = with_columns({"elbow/effort", "shoulder/effort", "shoulder/position", "elbow/position"});
  EXPECT_THAT(names_of(aligned, map_columns_by_name(aligned, "log").tau),
              ElementsAre("shoulder/effort", "elbow/effort"));

  const Recording dots = with_columns(
      {"theta1", "theta2", "theta_dot_1", "theta_dot_2", "theta_ddot_1", "theta_ddot_2", "tau_cmd_1", "tau_cmd_2"});
  EXPECT_THAT(names_of(dots, map_columns_by_name(dots, "log").qdd), ElementsAre("theta_ddot_1", "theta_ddot_2"));
  EXPECT_THAT(names_of(dots, map_columns_by_name(dots, "log").tau), ElementsAre("tau_cmd_1", "tau_cmd_2"));

  const Recording ten = with_columns({"q10", "q9", "q[8]"});
  EXPECT_THAT(names_of(ten, map_columns_by_name(ten, "log").q), ElementsAre("q[8]", "q9", "q10"));
}

TEST(MapColumns, TakesNumbersNamesAndPatterns) {
  const Recording recording = with_columns({"clock", "a_x", "b_x", "a_y", "b_y"});
  const ColumnMap map = map_columns(recording, "t=clock, q=1:2, tau=*_y", "log");
  EXPECT_THAT(map.q, ElementsAre(1, 2));
  EXPECT_THAT(map.tau, ElementsAre(3, 4));
  EXPECT_THAT(map_columns(recording, "q=b_y+a_x", "log").q, ElementsAre(4, 1));
  EXPECT_THAT(map_columns(recording, "t=0 q=1:2", "log").q, ElementsAre(1, 2));
  EXPECT_THAT(map_columns(with_columns({"my clock", "joint angle"}), "t=my clock, q=joint angle", "log").q,
              ElementsAre(1));
  for (const auto& [bad, why] : {std::pair{"t=0", "q is missing"},
                                 {"q=1:9", "columns 0 to 4"},
                                 {"q=no", "no column \"no\""},
                                 {"w=1", "write t="},
                                 {"q=1:2,tau=3", "tau has 1 columns"}})
    EXPECT_THAT(message_of<ConfigError>([&, text = bad] { (void)map_columns(recording, text, "log"); }),
                HasSubstr(why));
}

TEST_F(Import, ReadsNpzAndMatOfEveryKind) {
  const Trajectory source = sine_trajectory(60, 2, 0.01, 0.3);
  std::vector<std::filesystem::path> files;
  for (const bool deflated : {false, true})
    for (const bool fortran : {false, true}) {
      files.push_back(folder_ / concat("a", deflated, fortran, ".npz"));
      write_npz(files.back(),
                {{"t", npy(source.t)},
                 {"q", npy(source.q, fortran)},
                 {"tau", npy(source.tau, fortran)},
                 {"gains", npy(Matrix::Ones(3, 1))}},
                deflated);
    }
  for (const int version : {4, 5, 7, 73})
    for (const bool transposed : {false, true}) {
      files.push_back(folder_ / concat("a", version, transposed, ".mat"));
      write_mat(files.back(),
                {{"t", source.t}, {"q", transposed ? Matrix(source.q.transpose()) : source.q}, {"tau", source.tau}},
                version);
    }
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const TrajectoryDataset dataset = import(path);
    EXPECT_EQ(dataset.trajectories[0].q, source.q);
    EXPECT_EQ(dataset.trajectories[0].tau, source.tau);
    EXPECT_EQ(dataset.trajectories[0].t, source.t);
  }
}

TEST_F(Import, RefusesArraysWithOneJointARow) {
  const Trajectory source = sine_trajectory(60, 2, 0.01, 0.3);
  write_npz(folder_ / "a.npz", {{"t", npy(source.t)}, {"q", npy(source.q.transpose())}}, false);
  EXPECT_THAT(message_of<DataError>([&] { (void)import(folder_ / "a.npz"); }),
              HasSubstr("array q has shape 2 × 60 beside 60 samples; write it with one sample a row"));
}

TEST_F(Import, RefusesIntegersAndHostileNpyHeaders) {
  const auto bad = [&](const std::string& bytes) {
    write_npz(folder_ / "bad.npz", {{"q", bytes}}, true);
    return message_of<DataError>([&] { (void)import(folder_ / "bad.npz", {.dt = 0.1}); });
  };
  EXPECT_THAT(bad(npy_bytes("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 1), }", std::string(8, '\1'))),
              AllOf(HasSubstr("q"), HasSubstr("int32"), HasSubstr("not counts")));
  EXPECT_THAT(
      bad(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, 2), }", std::string(64, '\0'))),
      HasSubstr("only 64 bytes follow"));
  EXPECT_THAT(
      bad(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 9223372036854775807), }",
                    "")),
      HasSubstr("announces"));
  EXPECT_THAT(bad(npy_bytes("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 2), }", std::string(64, '\0'))),
              HasSubstr("shape holds no sizes"));
  EXPECT_THAT(bad(npy_bytes("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", std::string(64, '\0'))),
              HasSubstr("\"|O\" cannot be read"));
  EXPECT_THAT(bad(npy_bytes("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }", "")),
              HasSubstr("array of records"));
  EXPECT_THAT(bad(std::string("\x93NUMPY\x01\x00\xff\xff{}", 12)), HasSubstr("truncated NPY header"));
}

TEST_F(Import, RefusesOneFileWithOtherJoints) {
  const auto one = file("one.csv", "t,q1\n0,1\n1,2\n");
  const auto two = file("two.csv", "t,q1,q2\n0,1,1\n1,2,1\n");
  EXPECT_THAT(message_of<DataError>([&] {
                (void)import_files({one, two}, {});
              }),
              HasSubstr("trajectory two has 2 joints, the first 1"));
}

}  // namespace
}  // namespace dlnn
