#include "dlnn/config/yaml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "config/scratch_folder.hpp"
#include "dlnn/config/train_config.hpp"
#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Joint {
  std::string kind = "revolute";
  double length = 1;
  template <class Visitor>
  void visit(Visitor& v) {
    v("kind", kind, Field("kind").one_of({"revolute", "prismatic"}));
    v("length", length, Field("length", "m").above(0));
  }
};

/// Every type that a configuration may hold.
struct Everything {
  bool flag = false;
  std::int64_t count = 0;
  double number = 0;
  std::string text = "t";
  std::optional<double> maybe;
  std::optional<std::string> maybe_text;
  std::vector<double> numbers;
  std::vector<std::int64_t> counts;
  std::vector<std::string> words;
  std::vector<std::vector<double>> rows;
  std::map<std::string, double> parameters;
  Joint joint;
  std::vector<Joint> joints;
  template <class Visitor>
  void visit(Visitor& v) {
    v("flag", flag, Field("flag"));
    v("count", count, Field("count"));
    v("number", number, Field("number"));
    v("text", text, Field("text"));
    v("maybe", maybe, Field("maybe").at_least(0));
    v("maybe_text", maybe_text, Field("maybe text"));
    v("numbers", numbers, Field("numbers").at_most(10));
    v("counts", counts, Field("counts"));
    v("words", words, Field("words").one_of({"a", "b"}));
    v("rows", rows, Field("rows"));
    v("parameters", parameters, Field("parameters"));
    v("joint", joint, Field("joint"));
    v("joints", joints, Field("joints"));
  }
};

template <class Config = TrainConfig>
std::string refusal(const std::string& text) {
  try {
    (void)from_yaml_text<Config>(text, "f.yaml");
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n"))) << "a message is one line";
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "accepted";
}

TEST(Yaml, DefaultsAreKeptWhereNothingIsGiven) {
  const auto config = from_yaml_text<TrainConfig>("model:\n  type: lnn\nloss:\n", "f.yaml");
  EXPECT_EQ(config.model.type, "lnn");
  EXPECT_EQ(config.model.network.hidden, TrainConfig().model.network.hidden);
  EXPECT_EQ(to_yaml(from_yaml_text<TrainConfig>("", "f.yaml")), to_yaml(TrainConfig()));
}

TEST(Yaml, EveryTypeSurvivesARoundTripExactly) {
  Everything config;
  config.flag = true;
  config.count = std::numeric_limits<std::int64_t>::min();
  config.number = 0.1 + 0.2;
  config.text = "two\nlines, \"quotes\" \\ # : ünï — ~";
  config.maybe = std::numeric_limits<double>::denorm_min();
  config.maybe_text = "null";
  config.numbers = {1, -0.0, 1.0 / 3.0, 1e300, -std::numeric_limits<double>::max()};
  config.numbers[3] = -1e300;
  config.counts = {std::numeric_limits<std::int64_t>::max(), -1};
  config.words = {"a", "b"};
  config.rows = {{1, 0}, {-1, 1e-17}, {}};
  config.parameters = {{"m1", 0.1}, {"a b", 2}};
  config.joints = {{"prismatic", 0.5}, {"revolute", 7}};
  for (const bool comments : {false, true}) {
    const std::string text = to_yaml(config, comments);
    const auto loaded = from_yaml_text<Everything>(text, "saved");
    EXPECT_EQ(loaded.flag, config.flag);
    EXPECT_EQ(loaded.count, config.count);
    EXPECT_EQ(loaded.number, config.number);
    EXPECT_EQ(loaded.text, config.text);
    EXPECT_EQ(loaded.maybe, config.maybe);
    EXPECT_EQ(loaded.maybe_text, config.maybe_text);
    EXPECT_EQ(loaded.numbers, config.numbers);
    EXPECT_EQ(loaded.counts, config.counts);
    EXPECT_EQ(loaded.words, config.words);
    EXPECT_EQ(loaded.rows, config.rows);
    EXPECT_EQ(loaded.parameters, config.parameters);
    ASSERT_EQ(loaded.joints.size(), 2U);
    EXPECT_EQ(loaded.joints[0].kind, "prismatic");
    EXPECT_EQ(loaded.joints[1].length, 7);
    EXPECT_EQ(to_yaml(loaded, comments), text);
  }
}

TEST(Yaml, WordsThatLookLikeSomethingElseSurvive) {
  for (const std::string text :
       {"",  " ",  "null", "~", "true", "1e5", "-",  "- a", "a: b", "#x",   "'q'",  "&a", "*a", "!t",  "[",
        "{", "%d", "@",    "`", "a\tb", "?",   "a ", "…",   "\\n",  "\r\n", "0x10", "=",  "<<", "---", "..."}) {
    Everything config;
    config.text = text;
    EXPECT_EQ(from_yaml_text<Everything>(to_yaml(config), "saved").text, text);
  }
}

TEST(Yaml, UnknownKeyNamesLinePathAndTheNearest) {
  EXPECT_EQ(refusal("seed: 1\noptimizer:\n  learning_rat: 0.1\n"),
            "f.yaml:3: optimizer.learning_rat is not a key; did you mean optimizer.learning_rate? Keys here: type, "
            "learning_rate, beta1, beta2, "
            "weight_decay, clip");
  EXPECT_THAT(refusal("learning_rate: 0.1"), HasSubstr("did you mean optimizer.learning_rate?"))
      << "a key of another section";
  EXPECT_THAT(refusal("optimizer.clip: 1"), HasSubstr("optimizer.clip is not a key"));
  EXPECT_THAT(refusal("extends: a.yaml"), HasSubstr("extends is not a key")) << "a text has no folder";
}

TEST(Yaml, WrongValuesNameWhatIsAllowed) {
  EXPECT_EQ(refusal("optimizer:\n  learning_rate: -1"),
            "f.yaml:2: optimizer.learning_rate must be a number above 0 and at most 10, not -1");
  EXPECT_EQ(refusal("loss:\n  type: forwrd"),
            "f.yaml:2: loss.type must be one of inverse, forward, both, not forwrd (did you mean forward?)");
  EXPECT_EQ(refusal("data: {cutoff: 0}"), "f.yaml:1: data.cutoff must be a number above 0 (Hz), not 0");
  EXPECT_EQ(refusal("loss: {joint_weights: [1, -2]}"),
            "f.yaml:1: loss.joint_weights[1] must be a list of numbers [a, b, …] at least 0, not -2");
  EXPECT_THAT(refusal("model:\n  dissipation:\n    slip_matrix: [[1, 0],\n      [x, 1]]"),
              HasSubstr("f.yaml:4: model.dissipation.slip_matrix[1][0]"));
  EXPECT_THAT(refusal<Everything>("words: [a, c]"),
              HasSubstr("words[1] must be a list of words [a, b, …], each one of a, b, not c"));
  EXPECT_THAT(refusal<Everything>("joints: [{length: 1}, {length: 0}]"),
              HasSubstr("joints[1].length must be a number above 0 (m), not 0"));
  EXPECT_THAT(refusal<Everything>("parameters: {m1: heavy}"), HasSubstr("parameters.m1 must be"));
}

TEST(Yaml, NumbersAreStrict) {
  for (const char* value : {"1.5", "1e3", "1e999", "1180591620717411303424", "9223372036854775808", "0x10", "\"3\"",
                            "true", "[3]", "{a: 3}", "", "~", "3 4", ".inf", ".nan", "-1", "1_000", "٣"}) {
    EXPECT_THAT(refusal(concat("seed: ", value)), HasSubstr("f.yaml:1: seed must be a whole number at least 0, not "))
        << value;
  }
  for (const char* value : {".inf", "-.inf", ".nan", "nan", "inf", "infinity", "1e999", "-1e999", "\"0.1\"", "0.1s",
                            "1,5", "[0.1]", "yes", "+-1", "0x1p3"}) {
    EXPECT_THAT(refusal<Everything>(concat("number: ", value)), HasSubstr("f.yaml:1: number must be a number, not "))
        << value;
  }
  for (const char* value : {"yes", "1", "True", "on", "\"true\"", "tru", ""}) {
    EXPECT_THAT(refusal<Everything>(concat("flag: ", value)), HasSubstr("flag must be true or false, not ")) << value;
  }
  EXPECT_EQ(from_yaml_text<Everything>("number: +.5e-3", "f").number, 0.5e-3);
  EXPECT_EQ(from_yaml_text<Everything>("count: +9223372036854775807", "f").count,
            std::numeric_limits<std::int64_t>::max());
}

TEST(Yaml, ShapesAreStrict) {
  EXPECT_THAT(refusal("data: [1]"), HasSubstr("data must be a section (key: value), not a list"));
  EXPECT_THAT(refusal("name: [a]"), HasSubstr("name must be text, not a list"));
  EXPECT_THAT(refusal("name:"), HasSubstr("name must be text, not empty"));
  EXPECT_THAT(refusal("loss: {joint_weights: 1}"), HasSubstr("loss.joint_weights must be a list of numbers"));
  EXPECT_THAT(refusal("- 1\n- 2"), HasSubstr("f.yaml:1: must be sections and keys"));
  EXPECT_THAT(refusal("hello"), HasSubstr("not hello"));
  EXPECT_THAT(refusal<Everything>("joints: [1]"), HasSubstr("joints[0] must be a list of sections, not 1"));
}

TEST(Yaml, DamagedTextIsRefusedInOneLine) {
  EXPECT_THAT(refusal("seed: 1\nname: a\nseed: 2\n"),
              HasSubstr("f.yaml:3: the key seed was already given at f.yaml:1"));
  EXPECT_THAT(refusal("a: [1, 2\nb: 3"), HasSubstr("not valid YAML"));
  EXPECT_THAT(refusal("a: 1\n  b: 2"), AllOf(HasSubstr("f.yaml:2"), HasSubstr("not valid YAML")));
  EXPECT_THAT(refusal("seed: 1\nname: \xff\xfe"), HasSubstr("f.yaml:2: not UTF-8 text"));
  EXPECT_THAT(refusal(std::string("seed: 1\0", 8)), HasSubstr("not UTF-8 text"));
  EXPECT_THAT(refusal("name: \xed\xa0\x80"), HasSubstr("not UTF-8 text")) << "a surrogate";
  EXPECT_THAT(refusal("name: a\n---\nname: b"), HasSubstr("after the end of the first YAML document"));
  EXPECT_THAT(refusal("~\n---\nname: b"), HasSubstr("after the end of the first YAML document"));
  EXPECT_THAT(refusal(", a]\nname: b"), HasSubstr("stray"));
  EXPECT_THAT(refusal("? [a]\n: 1"), HasSubstr("a key must be a word"));
  EXPECT_THAT(refusal("name: !!python/object x"), HasSubstr("YAML tag"));
  EXPECT_THAT(refusal("name: &a [*a]"), HasSubstr("nested too deeply"));
  EXPECT_NE(refusal(std::string(100000, '[')), "accepted");
  EXPECT_NE(refusal(std::string(100000, '{')), "accepted");
  EXPECT_LT(refusal("name: [" + std::string(100000, 'x') + "]").size(), 300U);
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    bomb += concat(c, ": &", c, " [");
    for (int i = 0; i < 10; ++i) bomb += concat("*", static_cast<char>(c - 1), i < 9 ? "," : "]\n");
  }
  EXPECT_THAT(refusal(bomb), HasSubstr("too large"));
}

TEST(LoadConfig, ExtendsAndOverridesWinInOrder) {
  const ScratchFolder folder;
  folder.write("base.yaml", "seed: 1\noptimizer:\n  clip: 2\n  learning_rate: 0.1\nloss: {joint_weights: [1, 2]}\n");
  folder.write("sub/middle.yaml", "extends: ../base.yaml\noptimizer:\n  clip: 3\n");
  folder.write("top.yaml", "extends: sub/middle.yaml\nloss: {joint_weights: [5]}\n");
  const auto config = load_config<TrainConfig>(
      folder / "top.yaml", {"optimizer.beta1=0.5", "name=x", "name=run 2", "loss.joint_weights=[7, 8]"});
  EXPECT_EQ(config.seed, 1);
  EXPECT_EQ(config.optimizer.clip, 3);
  EXPECT_EQ(config.optimizer.learning_rate, 0.1);
  EXPECT_EQ(config.optimizer.beta1, 0.5);
  EXPECT_EQ(config.name, "run 2");
  EXPECT_EQ(config.loss.joint_weights, (std::vector<double>{7, 8}));
  EXPECT_EQ(load_config<TrainConfig>(folder / "top.yaml").loss.joint_weights, std::vector<double>{5});
}

TEST(LoadConfig, PathsAreRelativeToTheFileThatHoldsThem) {
  const ScratchFolder folder;
  folder.write("sets/base.yaml", "data: {file: ../robot.h5}\n");
  folder.write("top.yaml", "extends: sets/base.yaml\n");
  EXPECT_EQ(load_config<TrainConfig>(folder / "top.yaml").data.file, (folder / "robot.h5").string());
  EXPECT_EQ(load_config<TrainConfig>(folder / "top.yaml", {"data.file=a/b.h5"}).data.file,
            (std::filesystem::current_path() / "a/b.h5").string());
  EXPECT_EQ(load_config<TrainConfig>(folder / "top.yaml", {"data.file=/x/y.h5"}).data.file, "/x/y.h5");
}

template <class... Overrides>
std::string load_refusal(const std::filesystem::path& file, const Overrides&... overrides) {
  try {
    (void)load_config<TrainConfig>(file, {overrides...});
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
    return error.what();
  }
  return "accepted";
}

TEST(LoadConfig, MistakesInExtendsNameBothFiles) {
  const ScratchFolder folder;
  folder.write("a.yaml", "extends: b.yaml\n");
  folder.write("b.yaml", "\nextends: a.yaml\n");
  folder.write("self.yaml", "extends: self.yaml\n");
  folder.write("orphan.yaml", "seed: 1\nextends: nowhere.yaml\n");
  folder.write("list.yaml", "extends: [a.yaml, b.yaml]\n");
  folder.write("bad_base.yaml", "seeds: 1\n");
  folder.write("child.yaml", "extends: bad_base.yaml\n");
  EXPECT_THAT(load_refusal(folder / "a.yaml"), AllOf(HasSubstr("b.yaml:2"), HasSubstr("a.yaml"), HasSubstr("in turn")));
  EXPECT_THAT(load_refusal(folder / "self.yaml"), HasSubstr("in turn"));
  EXPECT_THAT(load_refusal(folder / "orphan.yaml"),
              AllOf(HasSubstr("nowhere.yaml"), HasSubstr("orphan.yaml:2"), HasSubstr("no such file")));
  EXPECT_THAT(load_refusal(folder / "list.yaml"), HasSubstr("list.yaml:1: extends must be the path of one YAML file"));
  EXPECT_THAT(load_refusal(folder / "child.yaml"),
              HasSubstr("bad_base.yaml:1: seeds is not a key; did you mean seed?"));
  EXPECT_THAT(load_refusal(folder / "none.yaml"), HasSubstr("none.yaml: no such file"));
  EXPECT_THAT(load_refusal(folder / "."), HasSubstr("not a file"));
  EXPECT_THAT(load_refusal("/dev/zero"), HasSubstr("not a file"));
}

TEST(LoadConfig, OverridesAreCheckedLikeTheFile) {
  const ScratchFolder folder;
  folder.write("f.yaml", "name: a\n");
  const auto file = folder / "f.yaml";
  EXPECT_EQ(
      load_refusal(file, "optimizer.learning_rate=-1"),
      "--set optimizer.learning_rate=-1: optimizer.learning_rate must be a number above 0 and at most 10, not -1");
  EXPECT_THAT(load_refusal(file, "optimizr.clip=1"),
              HasSubstr("--set optimizr.clip=1: optimizr is not a key; did you mean optimizer?"));
  EXPECT_THAT(load_refusal(file, "name.x=1"), HasSubstr("name must be text, not a section"));
  EXPECT_THAT(load_refusal(file, "seed"), HasSubstr("write --set section.key=value"));
  EXPECT_THAT(load_refusal(file, "=1"), HasSubstr("write --set section.key=value"));
  EXPECT_THAT(load_refusal(file, "seed="), HasSubstr("no value after ="));
  EXPECT_THAT(load_refusal(file, "seed=1\nname: b"), HasSubstr("--set"));
  EXPECT_THAT(load_refusal(file, "seed=[1"), HasSubstr("not valid YAML"));
  EXPECT_THAT(load_refusal(file, "a..b=1"), HasSubstr("is not a key"));
  EXPECT_THAT(load_refusal(file, "\xff=1"), HasSubstr("not UTF-8"));
}

}  // namespace
}  // namespace dlnn
