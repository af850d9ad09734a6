#include "dlnn/evaluation/component_errors.hpp"

#include <gtest/gtest.h>

#include "dlnn/config/simulate_config.hpp"
#include "dlnn/config/yaml.hpp"
#include "dlnn/data/load.hpp"
#include "dlnn/systems/registry.hpp"
#include "evaluation/analytic_model.hpp"

namespace dlnn {
namespace {

SimulateConfig arm() {
  return load_config<SimulateConfig>(DLNN_SOURCE_DIR "/configs/simulate/arm2.yaml");
}

TrajectoryDataset recording() {
  DataConfig config;
  config.file = DLNN_SOURCE_DIR "/data/arm2.h5";
  return load_dataset(config);
}

/// A known system as a model, with each part multiplied by a factor of its own.
class ScaledSystem : public PendulumModel {
 public:
  explicit ScaledSystem(double inertial = 1, double coriolis = 1, double gravity = 1, double dissipation = 1)
      : PendulumModel(2),
        system_(make_system(arm().system)),
        inertial_(inertial),
        coriolis_(coriolis),
        gravity_(gravity),
        dissipation_(dissipation) {}
  Tensor euler_lagrange(const Tensor& q, const Tensor& qd, const Tensor& qdd) override {
    return for_each(q, qd, qdd, [&](const Vector& x, const Vector& v, const Vector& a) -> Vector {
      const Vector gravity = system_->gravity_force(x);
      return inertial_ * system_->mass_matrix(x) * a + coriolis_ * (system_->bias_force(x, v) - gravity) +
             gravity_ * gravity;
    });
  }
  Tensor dissipative_force(const Tensor& q, const Tensor& qd) override {
    return for_each(q, qd, qd, [&](const Vector& x, const Vector& v, const Vector&) -> Vector {
      return dissipation_ * system_->dissipative_force(x, v);
    });
  }

 private:
  template <class Function>
  static Tensor for_each(const Tensor& q, const Tensor& qd, const Tensor& qdd, const Function& function) {
    const auto vector = [](const Tensor& row) { return Vector{{row[0].item<double>(), row[1].item<double>()}}; };
    Tensor result = torch::empty_like(q);
    for (std::int64_t i = 0; i < q.size(0); ++i) {
      const Vector value = function(vector(q[i]), vector(qd[i]), vector(qdd[i]));
      result[i] = torch::tensor({value[0], value[1]}, torch::kFloat64);
    }
    return result;
  }

  std::unique_ptr<System> system_;
  double inertial_, coriolis_, gravity_, dissipation_;
};

TEST(ComponentErrors, OfTheKnownSystemItselfAreZero) {
  const auto data = recording();
  ScaledSystem model;
  const auto errors = component_errors(model, data.info, gather(data, Split::test));
  ASSERT_TRUE(errors);
  for (const JointErrors* part : {&errors->inertial, &errors->coriolis, &errors->gravity, &errors->dissipation})
    EXPECT_LT(part->nmse_mean.value(), 1e-25);
}

// A part twice as large is wrong by itself: its mean square error is the mean square of the part.
TEST(ComponentErrors, TellThePartsApart) {
  const auto data = recording();
  const auto samples = gather(data, Split::test);
  const auto of = [&](ScaledSystem model) { return component_errors(model, data.info, samples).value(); };
  const auto wrong = [](const JointErrors& errors) { return errors.nmse_mean.value() > 0.5; };
  for (int k = 0; k < 4; ++k) {
    const auto factor = [&](int part) { return part == k ? 2.0 : 1.0; };
    const auto errors = of(ScaledSystem(factor(0), factor(1), factor(2), factor(3)));
    EXPECT_EQ(wrong(errors.inertial), k == 0);
    EXPECT_EQ(wrong(errors.coriolis), k == 1);
    EXPECT_EQ(wrong(errors.gravity), k == 2);
    EXPECT_EQ(wrong(errors.dissipation), k == 3);
  }
}

TEST(ComponentErrors, AreAbsentWithoutAKnownSystem) {
  auto data = recording();
  const auto samples = gather(data, Split::test);
  ScaledSystem model;
  BlackBox box(std::make_shared<PendulumModel>(2));
  EXPECT_FALSE(component_errors(box, data.info, samples));
  auto info = data.info;
  info.attributes["configuration"] = "the robot in the corner";
  EXPECT_FALSE(component_errors(model, info, samples));
  info.attributes.erase("configuration");
  EXPECT_FALSE(component_errors(model, info, samples));
  info = data.info;
  info.free_swing = true;  // leaves the scale of all parts open
  EXPECT_FALSE(component_errors(model, info, samples));
}

}  // namespace
}  // namespace dlnn
