#pragma once
// The commands that need LibTorch live in libdlnn, which the executable loads only for them, so that --help, `data` and
// `config` start at once. A request is the parsed command line; src/commands/<command>.cpp carries it out and throws
// dlnn::Error on failure.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dlnn {

struct TrainRequest {
  std::filesystem::path config;
  std::vector<std::string> overrides;  ///< "a.b=c"
  std::filesystem::path data;          ///< replaces data.file; empty: as configured
  std::string device = "auto";
  std::string output;            ///< replaces output; empty: as configured
  std::filesystem::path resume;  ///< run folder to continue; config is then empty
  bool print_config = false;
  bool quiet = false;
};

struct EvaluateRequest {
  std::filesystem::path run;
  std::filesystem::path data;
  std::string split = "test";
  std::string device = "auto";
  std::string json;         ///< file, or "-" for standard output
  std::string predictions;  ///< CSV of τ̂ and q̈̂; empty: none
  bool no_report = false;
  bool quiet = false;
};

struct RolloutRequest {
  std::filesystem::path run;
  std::filesystem::path data;
  std::string split = "test";
  std::string device = "auto";
  std::string integrator = "auto";  ///< auto: strang for models with friction of their own, else rk4
  double dt = 0;                    ///< s; 0: that of the data
  double horizon = 3;               ///< s
  int starts = 0;                   ///< starts for each trajectory; 0: as many as do not overlap by more than half
  std::string torque = "measured";  ///< measured or zero
  std::vector<double> initial_q, initial_qd;  ///< one free start instead of measured ones
  std::string output;                         ///< HDF5 file; empty: none
  std::string json;
  bool quiet = false;
};

struct CompareRequest {
  std::vector<std::filesystem::path> runs;
  std::filesystem::path data;
  std::string split = "test";
  std::string device = "auto";
  std::string json;
  std::string output;  ///< folder of the comparison report; empty: runs/compare
  bool quiet = false;
};

struct ExportRequest {
  std::filesystem::path run;
  std::string format = "torchscript";
  std::filesystem::path output;
};

struct LibtorchInfo {
  std::string version;
  bool cuda = false;  ///< a CUDA device can be used
};

/// One function for each command, filled by libdlnn.
struct Engine {
  void (*train)(const TrainRequest&);
  void (*evaluate)(const EvaluateRequest&);
  void (*rollout)(const RolloutRequest&);
  void (*compare)(const CompareRequest&);
  void (*export_model)(const ExportRequest&);
  LibtorchInfo (*libtorch_info)();
};

/// Loads libdlnn on first use. Throws IoError when it is not where it was installed.
[[nodiscard]] const Engine& engine();

}  // namespace dlnn
