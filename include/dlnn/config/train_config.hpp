#pragma once
// The configuration of `dlnn train`, one struct per section. Defaults are in the members; meaning, unit and range in
// visit().

#include <cstdint>
#include <string>
#include <vector>

#include "dlnn/config/field.hpp"

namespace dlnn {

/// Which measurements are trained on.
struct DataConfig {
  std::string file;
  std::int64_t stride = 1;
  double train_fraction = 1.0;
  std::string derivatives = "stored";
  std::int64_t window = 11;
  std::int64_t order = 3;
  double cutoff = 10.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("file", file, Field("HDF5 dataset; relative to the folder of this file, or given by --data").path());
    v("stride", stride, Field("keep every stride-th sample").at_least(1).at_most(1000000));
    v("train_fraction", train_fraction,
      Field("share of the training samples used, whole trajectories first (nested subsets)").above(0).at_most(1));
    v("derivatives", derivatives,
      Field("stored: qd and qdd of the file where present; otherwise derive both from q anew")
          .one_of({"stored", "savitzky_golay", "butterworth"}));
    v("window", window, Field("Savitzky-Golay window, odd number of samples").at_least(3));
    v("order", order, Field("Savitzky-Golay polynomial order").at_least(2).at_most(7));
    v("cutoff", cutoff, Field("Butterworth cut-off frequency", "Hz").above(0));
  }
};

/// A multilayer perceptron; one such net for each role in the model.
struct NetworkConfig {
  std::int64_t hidden = 64;
  std::int64_t depth = 2;
  std::string activation = "softplus";

  template <class Visitor>
  void visit(Visitor& v) {
    v("hidden", hidden, Field("units in each hidden layer").at_least(1).at_most(65536));
    v("depth", depth, Field("hidden layers").at_least(1).at_most(64));
    v("activation", activation,
      Field("activation; relu and elu only for mlp, since Lagrangian models need second derivatives")
          .one_of({"tanh", "softplus", "silu", "sine", "relu", "elu"}));
  }
};

/// Dissipative force F_d (physics of dlnn: passive and odd in velocity for any weights).
struct DissipationConfig {
  std::string type = "channels";
  std::string preset = "viscous+coulomb";
  std::string slip = "identity";
  std::vector<std::vector<double>> slip_matrix;
  double smoothing = 0.05;
  std::int64_t rank = 1;
  double rank_penalty = 1e-3;
  NetworkConfig network{.hidden = 16, .depth = 1, .activation = "tanh"};

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type, Field("none, or channels: a friction curve for each slip velocity").one_of({"none", "channels"}));
    v("preset", preset,
      Field("terms of the friction curve; +config: coefficients depend on q; full: with a low-rank coupling")
          .one_of({"viscous", "viscous+coulomb", "stribeck", "stribeck+config", "full"}));
    v("slip", slip,
      Field("slip velocities: identity (one a joint), differences (absolute angles of a chain), matrix (slip_matrix)")
          .one_of({"identity", "differences", "matrix"}));
    v("slip_matrix", slip_matrix, Field("rows map q̇ to slip velocities, for slip: matrix"));
    v("smoothing", smoothing,
      Field("start of the regularisation speed ε of Coulomb friction, in units of the RMS slip speed")
          .at_least(1e-3)
          .at_most(0.5));
    v("rank", rank, Field("rank of the coupling B, for preset full").at_least(1).at_most(3));
    v("rank_penalty", rank_penalty, Field("weight of the mean power of the coupling in the loss").at_least(0));
    v("network", network, Field("net of the configuration-dependent coefficients and of the coupling"));
  }
};

/// Which model, and its parts.
struct ModelConfig {
  std::string type = "dlnn";
  NetworkConfig network;
  std::string conservative = "neural";
  double mass_regularisation = 1e-3;
  double mass_output_scale = 0.1;
  DissipationConfig dissipation;
  bool viscous = false;
  double lnn_inertia = 1.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type, Field("mlp (black box), lnn, delan or dlnn").one_of({"mlp", "lnn", "delan", "dlnn"}));
    v("network", network, Field("the nets of the model"));
    v("conservative", conservative, Field("conservative part of dlnn and delan").one_of({"neural"}));
    v("mass_regularisation", mass_regularisation,
      Field("ε of the scaled mass matrix LLᵀ + εI").at_least(1e-8).at_most(1));
    v("mass_output_scale", mass_output_scale,
      Field(
          "initial scale of the output layer of the mass net: 0.1 starts near a constant mass matrix, which trains far "
          "better than 1")
          .above(0)
          .at_most(10));
    v("dissipation", dissipation, Field("dissipative part of dlnn"));
    v("viscous", viscous,
      Field("delan only: add viscous friction (not in the published form; the run is then named delan+viscous)"));
    v("lnn_inertia", lnn_inertia, Field("lnn only: α of the added ½α|q̇|² in scaled units").at_least(0));
  }
};

struct LossConfig {
  std::string type = "inverse";
  double forward_weight = 1.0;
  std::vector<double> joint_weights;

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type,
      Field("inverse: torque error; forward: acceleration error; both: their sum")
          .one_of({"inverse", "forward", "both"}));
    v("forward_weight", forward_weight, Field("weight of the acceleration error in both").above(0));
    v("joint_weights", joint_weights, Field("weight of each joint's error; empty: all 1").at_least(0));
  }
};

struct OptimizerConfig {
  std::string type = "adam";
  double learning_rate = 3e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double weight_decay = 0.0;
  double clip = 0.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type, Field("adam, or adamw (decoupled weight decay)").one_of({"adam", "adamw"}));
    v("learning_rate", learning_rate, Field("largest learning rate of the schedule").above(0).at_most(10));
    v("beta1", beta1, Field("decay of the mean of the gradient").at_least(0).below(1));
    v("beta2", beta2, Field("decay of the mean of the squared gradient").at_least(0).below(1));
    v("weight_decay", weight_decay, Field("weight decay").at_least(0));
    v("clip", clip, Field("largest gradient norm; 0: no clipping").at_least(0));
  }
};

struct ScheduleConfig {
  std::string type = "cosine";
  std::int64_t warmup_steps = 50;
  double final_fraction = 0.003;
  std::int64_t plateau_patience = 20;
  double plateau_factor = 0.5;

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type,
      Field("constant, cosine (over all steps) or plateau (on the validation loss)")
          .one_of({"constant", "cosine", "plateau"}));
    v("warmup_steps", warmup_steps, Field("steps over which the rate rises linearly from 0").at_least(0));
    v("final_fraction", final_fraction, Field("last rate / largest rate").at_least(0).at_most(1));
    v("plateau_patience", plateau_patience,
      Field("validations without a better loss before the rate falls").at_least(1));
    v("plateau_factor", plateau_factor, Field("factor of that fall").above(0).below(1));
  }
};

struct TrainingConfig {
  std::int64_t steps = 4000;
  std::int64_t batch_size = 512;
  std::int64_t validate_every = 100;
  std::int64_t checkpoint_every = 500;
  std::int64_t early_stop = 0;
  double ema_decay = 0.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("steps", steps, Field("optimiser steps").at_least(1));
    v("batch_size", batch_size, Field("samples a step; larger than the training set: all of it").at_least(1));
    v("validate_every", validate_every, Field("steps between two validations").at_least(1));
    v("checkpoint_every", checkpoint_every, Field("steps between two checkpoints").at_least(1));
    v("early_stop", early_stop, Field("stop after that many validations without a better loss; 0: never").at_least(0));
    v("ema_decay", ema_decay,
      Field("decay of the running mean of the weights that is validated and kept; 0: off").at_least(0).below(1));
  }
};

struct TrainConfig {
  std::string name = "run";
  std::int64_t seed = 0;
  std::string dtype = "float32";
  std::int64_t threads = 1;
  std::string output = "runs";
  DataConfig data;
  ModelConfig model;
  LossConfig loss;
  OptimizerConfig optimizer;
  ScheduleConfig schedule;
  TrainingConfig training;

  template <class Visitor>
  void visit(Visitor& v) {
    v("name", name, Field("name of the run folder"));
    v("seed", seed, Field("seed of initial weights and shuffling").at_least(0));
    v("dtype", dtype, Field("arithmetic of the model").one_of({"float32", "float64"}));
    v("threads", threads,
      Field("CPU threads of LibTorch; results are reproducible for a given number").at_least(1).at_most(1024));
    v("output", output, Field("folder that holds the runs; relative to the working directory"));
    v("data", data, Field("the measurements"));
    v("model", model, Field("the model"));
    v("loss", loss, Field("what is minimised"));
    v("optimizer", optimizer, Field("the optimiser"));
    v("schedule", schedule, Field("the learning rate over the steps"));
    v("training", training, Field("length and bookkeeping"));
  }
};

}  // namespace dlnn
