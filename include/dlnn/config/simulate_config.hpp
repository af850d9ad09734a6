#pragma once
// The configuration of `dlnn data simulate`. Lists "a joint" hold one number for each generalised coordinate, or one
// for all of them.

#include <cstdint>
#include <string>
#include <vector>

#include "dlnn/config/field.hpp"
#include "dlnn/config/system_config.hpp"

namespace dlnn {

/// Where each trajectory starts, drawn uniformly. With tracking, `center` is also the centre of the reference and the
/// other two are deviations from its start.
struct InitialConfig {
  std::vector<double> center{};
  std::vector<double> range{};
  std::vector<double> speed{};

  template <class Visitor>
  void visit(Visitor& v) {
    v("center", center, Field("middle of the start coordinates, a joint; empty: 0", "rad or m"));
    v("range", range, Field("largest distance from it, a joint; empty: 0", "rad or m").at_least(0));
    v("speed", speed, Field("largest start speed, a joint; empty: 0", "rad/s or m/s").at_least(0));
  }
};

/// What drives the system.
struct ActuationConfig {
  std::string type = "none";
  std::vector<double> amplitude{};
  double lowest_frequency = 0.1;
  double highest_frequency = 1.0;
  std::int64_t components = 4;
  std::vector<double> stiffness{};
  std::vector<double> damping{};

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type,
      Field("none: free swing; torque: random multisine torques; tracking: a controller (gravity compensation, "
            "stiffness, "
            "damping) follows random multisine coordinates")
          .one_of({"none", "torque", "tracking"}));
    v("amplitude", amplitude,
      Field("largest value of the multisine, a joint: torque, or coordinate from the centre; 0: none, empty: 1",
            "N m or rad")
          .at_least(0));
    v("lowest_frequency", lowest_frequency, Field("lowest frequency of the multisine", "Hz").above(0));
    v("highest_frequency", highest_frequency, Field("highest frequency of the multisine", "Hz").above(0));
    v("components", components, Field("sines a joint, of random frequency, phase and share").at_least(1).at_most(1000));
    v("stiffness", stiffness,
      Field("tracking only: torque for a unit of position error, a joint; empty: 100").at_least(0));
    v("damping", damping, Field("tracking only: torque for a unit of speed error, a joint; empty: 10").at_least(0));
  }
};

/// How many trajectories each split gets, and how they are sampled.
struct RecordingConfig {
  std::int64_t train = 8;
  std::int64_t valid = 2;
  std::int64_t test = 2;
  double duration = 5.0;
  double dt = 0.01;
  std::int64_t substeps = 10;
  std::vector<double> position_noise{};
  std::vector<double> torque_noise{};
  std::string derivatives = "exact";
  std::int64_t mantissa_bits = 36;

  template <class Visitor>
  void visit(Visitor& v) {
    v("train", train, Field("trajectories for training").at_least(1).at_most(9999));
    v("valid", valid, Field("trajectories for validation").at_least(1).at_most(9999));
    v("test", test, Field("trajectories for testing").at_least(1).at_most(9999));
    v("duration", duration, Field("length of a trajectory", "s").above(0).at_most(1e5));
    v("dt", dt, Field("time between two samples", "s").at_least(1e-6).at_most(10));
    v("substeps", substeps,
      Field("integration steps (Dormand-Prince, order 5) between two samples").at_least(1).at_most(100000));
    v("position_noise", position_noise,
      Field("standard deviation of noise on q, a joint; the exact values are kept as q_exact", "rad or m").at_least(0));
    v("torque_noise", torque_noise,
      Field("standard deviation of noise on tau, a joint; the exact values are kept as tau_exact", "N m or N")
          .at_least(0));
    v("derivatives", derivatives,
      Field("exact: store exact qd and qdd; none: leave them to be derived from q").one_of({"exact", "none"}));
    v("mantissa_bits", mantissa_bits,
      Field("stored precision; fewer bits compress better (36: 1.5e-11 relative)").at_least(10).at_most(53));
  }
};

struct SimulateConfig {
  std::int64_t seed = 0;
  std::string description{};
  std::string license{};
  SystemConfig system{};
  InitialConfig initial{};
  ActuationConfig actuation{};
  RecordingConfig recording{};

  template <class Visitor>
  void visit(Visitor& v) {
    v("seed", seed, Field("seed of everything random").at_least(0));
    v("description", description, Field("what the data are, kept in the file"));
    v("license", license, Field("licence of the data, kept in the file"));
    v("system", system, Field("what moves"));
    v("initial", initial, Field("how each trajectory starts"));
    v("actuation", actuation, Field("what drives it"));
    v("recording", recording, Field("what is recorded"));
  }
};

}  // namespace dlnn
