#include "dlnn/data/column_map.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "dlnn/core/error.hpp"
#include "dlnn/core/text.hpp"

namespace dlnn {
namespace {

enum class Quantity { t, q, qd, qdd, tau, trajectory };
constexpr std::array<const char*, 6> quantity_names{"t", "q", "qd", "qdd", "tau", "trajectory"};

struct Synonym {
  std::string_view word;
  Quantity quantity;
};
constexpr Synonym synonyms[] = {{"t", Quantity::t},
                                {"time", Quantity::t},
                                {"timestamp", Quantity::t},
                                {"stamp", Quantity::t},
                                {"q", Quantity::q},
                                {"pos", Quantity::q},
                                {"position", Quantity::q},
                                {"positions", Quantity::q},
                                {"theta", Quantity::q},
                                {"angle", Quantity::q},
                                {"angles", Quantity::q},
                                {"qpos", Quantity::q},
                                {"qd", Quantity::qd},
                                {"dq", Quantity::qd},
                                {"qdot", Quantity::qd},
                                {"vel", Quantity::qd},
                                {"velocity", Quantity::qd},
                                {"velocities", Quantity::qd},
                                {"speed", Quantity::qd},
                                {"qvel", Quantity::qd},
                                {"omega", Quantity::qd},
                                {"qv", Quantity::qd},
                                {"qp", Quantity::q},
                                {"qa", Quantity::qdd},
                                {"qdd", Quantity::qdd},
                                {"ddq", Quantity::qdd},
                                {"qddot", Quantity::qdd},
                                {"acc", Quantity::qdd},
                                {"accel", Quantity::qdd},
                                {"acceleration", Quantity::qdd},
                                {"accelerations", Quantity::qdd},
                                {"qacc", Quantity::qdd},
                                {"tau", Quantity::tau},
                                {"torque", Quantity::tau},
                                {"torques", Quantity::tau},
                                {"effort", Quantity::tau},
                                {"efforts", Quantity::tau},
                                {"force", Quantity::tau},
                                {"moment", Quantity::tau},
                                {"current", Quantity::tau},
                                {"currents", Quantity::tau},
                                {"curr", Quantity::tau},
                                {"cur", Quantity::tau},
                                {"i", Quantity::tau},
                                {"u", Quantity::tau},
                                {"trajectory", Quantity::trajectory},
                                {"episode", Quantity::trajectory},
                                {"run", Quantity::trajectory}};
constexpr std::string_view commands[] = {"target", "des",     "desired",  "ref", "reference",
                                         "cmd",    "command", "setpoint", "raw", "d"};
constexpr std::string_view fillers[] = {"joint", "joints", "state", "states", "actual", "meas", "measured",
                                        "deg",   "rad",    "s",     "ms",     "us",     "ns",   "nm"};

/// What a column's name says: the quantity, and the rest, which names the joint.
struct Meaning {
  Quantity quantity;
  std::string joint;     ///< "1", "elbow"; empty when nothing is left
  bool command = false;  ///< a commanded, not a measured value
};

/// "actual_qDot[2]" into actual, q, dot, 2: words of letters (split where lower case meets upper case) and numbers.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  char before = ' ';
  for (const char c : name) {
    const auto is = [](int (*test)(int), char x) { return test(static_cast<unsigned char>(x)) != 0; };
    const bool letter = is(std::isalpha, c);
    const bool digit = is(std::isdigit, c);
    const bool joins = (letter && is(std::isalpha, before) && !(is(std::islower, before) && is(std::isupper, c))) ||
                       (digit && is(std::isdigit, before));
    if (joins)
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (letter || digit)
      words.emplace_back(1, static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    before = c;
  }
  return words;
}

std::optional<Meaning> meaning_of(std::string_view name) {
  std::optional<Quantity> quantity;
  Meaning meaning{Quantity::q, "", false};
  for (const std::string& word : words_of(name)) {
    const auto* found = std::ranges::find(synonyms, word, &Synonym::word);
    if (!quantity && found != std::end(synonyms))
      quantity = found->quantity;
    else if (quantity == Quantity::q && word == "dot")
      quantity = Quantity::qd;
    else if (quantity == Quantity::q && word == "ddot")
      quantity = Quantity::qdd;
    else if (std::ranges::find(commands, word) != std::end(commands))
      meaning.command = true;
    else if (std::ranges::find(fillers, word) == std::end(fillers))
      meaning.joint += meaning.joint.empty() ? word : "_" + word;
  }
  const bool lone_letter = quantity == Quantity::tau && meaning.joint.empty() && words_of(name).front() == "i";
  if (!quantity || lone_letter) return std::nullopt;  // i1 is the current of joint 1, i alone a row number
  meaning.quantity = *quantity;
  return meaning;
}

struct Named {
  Index column;
  std::string joint;
};

/// Columns of one quantity, measured ones where there are any.
std::vector<Named> columns_of(const Recording& recording, Quantity quantity) {
  std::vector<Named> measured;
  std::vector<Named> commanded;
  for (std::size_t i = 0; i < recording.columns.size(); ++i) {
    const auto meaning = meaning_of(recording.columns[i].name);
    if (meaning && meaning->quantity == quantity)
      (meaning->command ? commanded : measured).push_back({static_cast<Index>(i), meaning->joint});
  }
  std::vector<Named> found = measured.empty() ? commanded : measured;
  const auto numeric = [](const Named& one) {
    return !one.joint.empty() &&
           std::ranges::all_of(one.joint, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  };
  if (std::ranges::all_of(found, numeric))
    std::ranges::stable_sort(found, {}, [](const Named& one) { return std::stoll("0" + one.joint.substr(0, 9)); });
  return found;
}

std::string column_list(const Recording& recording) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < recording.columns.size() && i < 40; ++i)
    words.push_back(concat(i, " ", recording.columns[i].name));
  return join(words);
}

/// The columns of `quantity` in the order of q's joints.
std::vector<Index> aligned(const std::vector<Named>& joints, std::vector<Named> found, Quantity quantity,
                           const std::string& file) {
  const auto name = quantity_names[static_cast<std::size_t>(quantity)];
  if (!found.empty() && found.size() != joints.size())
    throw DataError(concat(file, ": ", found.size(), " columns look like ", name, " but ", joints.size(),
                           " like q; say which with --columns \"t=0,q=1:2,", name, "=…\""));
  std::vector<Index> columns;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto same = std::ranges::find(found, joints[i].joint, &Named::joint);
    columns.push_back(same != found.end() ? same->column : found[i].column);
  }
  auto sorted = columns;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    throw DataError(
        concat(file, ": the joints of ", name, " do not match those of q by name; say which with --columns"));
  return columns;
}

/// The assignments of a specification: separated by commas, or by spaces where there is no comma, since a name may hold
/// spaces.
std::vector<std::string> assignments_of(const std::string& specification) {
  std::vector<std::string> words = split_words(specification, specification.find(',') == std::string::npos ? " " : ",");
  for (std::string& word : words) {
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
  }
  return words;
}

/// Columns that one word of a specification names.
std::vector<Index> resolve(const Recording& recording, const std::string& word, const std::string& file) {
  const auto count = static_cast<Index>(recording.columns.size());
  Index first = 0;
  Index last = 0;
  const char* end = word.data() + word.size();
  auto parsed = std::from_chars(word.data(), end, first);
  if (parsed.ec == std::errc()) {
    last = first;
    if (parsed.ptr != end && *parsed.ptr == ':') parsed = std::from_chars(parsed.ptr + 1, end, last);
    if (parsed.ec == std::errc() && parsed.ptr == end) {
      if (first < 0 || last < first || last >= count)
        throw ConfigError(concat("--columns: \"", word, "\" but ", file, " has columns 0 to ", count - 1));
      std::vector<Index> range;
      for (Index i = first; i <= last; ++i) range.push_back(i);
      return range;
    }
  }
  std::vector<Index> found;
  for (Index i = 0; i < count; ++i) {
    const Column& column = recording.columns[static_cast<std::size_t>(i)];
    if (column.name == word || column.array == word || ::fnmatch(word.c_str(), column.name.c_str(), 0) == 0)
      found.push_back(i);
  }
  if (found.empty())
    throw ConfigError(concat("--columns: no column \"", word, "\" in ", file, "; it has: ", column_list(recording)));
  return found;
}

}  // namespace

ColumnMap map_columns_by_name(const Recording& recording, const std::string& file) {
  const auto joints = columns_of(recording, Quantity::q);
  if (joints.empty())
    throw DataError(concat(file,
                           ": no column looks like q (q1, pos_1, theta…); say which with --columns "
                           "\"t=0,q=1:2,tau=5:6\"; the columns are: ",
                           column_list(recording)));
  ColumnMap map;
  for (const Named& one : joints) map.q.push_back(one.column);
  map.qd = aligned(joints, columns_of(recording, Quantity::qd), Quantity::qd, file);
  map.qdd = aligned(joints, columns_of(recording, Quantity::qdd), Quantity::qdd, file);
  map.tau = aligned(joints, columns_of(recording, Quantity::tau), Quantity::tau, file);
  for (const Named& one : columns_of(recording, Quantity::t))
    if (map.t.empty()) map.t.push_back(one.column);
  for (const Named& one : columns_of(recording, Quantity::trajectory))
    if (map.trajectory.empty()) map.trajectory.push_back(one.column);
  return map;
}

ColumnMap map_columns(const Recording& recording, const std::string& specification, const std::string& file) {
  ColumnMap map;
  const std::array<std::vector<Index>*, 6> targets{&map.t, &map.q, &map.qd, &map.qdd, &map.tau, &map.trajectory};
  for (const std::string& assignment : assignments_of(specification)) {
    const std::size_t equals = assignment.find('=');
    const std::string name = assignment.substr(0, equals);
    const auto* const found = std::ranges::find(quantity_names, name);
    if (equals == std::string::npos || found == quantity_names.end())
      throw ConfigError(concat("--columns: \"", assignment,
                               "\"; write t=…, q=…, qd=…, qdd=…, tau=… or trajectory=…, separated by commas"));
    auto& columns = *targets[static_cast<std::size_t>(found - quantity_names.begin())];
    for (const std::string& word : split_words(assignment.substr(equals + 1), "+"))
      for (const Index column : resolve(recording, word, file)) columns.push_back(column);
  }
  if (map.q.empty()) throw ConfigError("--columns: q is missing; joint positions are needed");
  if (map.t.size() > 1 || map.trajectory.size() > 1)
    throw ConfigError("--columns: t and trajectory are one column each");
  for (std::size_t i = 2; i < 5; ++i)
    if (!targets[i]->empty() && targets[i]->size() != map.q.size())
      throw ConfigError(concat("--columns: ", quantity_names[i], " has ", targets[i]->size(), " columns but q has ",
                               map.q.size(), "; give one a joint"));
  return map;
}

}  // namespace dlnn
