#include "dlnn/integrators/integrate.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "integrators/examples.hpp"

namespace dlnn::test {
namespace {

TEST(Integrate, EveryNameReportsAllSamplesAtTheirTimes) {
  for (const auto& name : integrator_names()) {
    CoupledOscillators system{.viscous = 0.3};
    std::vector<double> times;
    integrate(name, system, 1.0, start, 0.01, 7, [&](std::int64_t k, double t, const State& s) {
      EXPECT_EQ(k, static_cast<std::int64_t>(times.size()));
      EXPECT_TRUE(s.q.allFinite());
      times.push_back(t);
    });
    ASSERT_EQ(times.size(), 8U) << name;
    for (std::size_t k = 0; k < times.size(); ++k) EXPECT_DOUBLE_EQ(times[k], 1.0 + 0.01 * static_cast<double>(k));
  }
}

TEST(Integrate, NamesTheNearestIntegrator) {
  CoupledOscillators system;
  try {
    integrate("rk5", system, 0.0, start, 0.01, 1, [](auto, double, const State&) {});
    FAIL() << "accepted rk5";
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean rk4?"), std::string::npos) << error.what();
  }
}

TEST(Integrate, StrangNeedsAFrictionPart) {
  struct Free {
    Vector acceleration(double, const Vector& q, const Vector&) const { return -q; }
  } system;
  EXPECT_THROW(integrate("strang", system, 0.0, start, 0.01, 1, [](auto, double, const State&) {}), ConfigError);
}

TEST(Integrate, AdaptiveStepsEndInAnErrorWhereTheMotionEnds) {
  struct Explosion {  // q̈ = q³ reaches infinity in finite time
    Vector acceleration(double, const Vector& q, const Vector&) const { return q.array().cube(); }
  } system;
  EXPECT_THROW(integrate("dormand_prince", system, 0.0, State{vector2(3, 3), vector2(3, 3)}, 0.1, 100,
                         [](auto, double, const State&) {}),
               NumericalError);
}

TEST(Integrate, SemiImplicitEulerKeepsTheEnergyBoundedWhereExplicitEulerDoesNot) {
  CoupledOscillators system;
  const double initial = system.energy(start);
  const auto largest_change = [&](const char* name) {
    double largest = 0;
    integrate(name, system, 0.0, start, 0.01, 20000,
              [&](auto, double, const State& s) { largest = std::max(largest, std::abs(system.energy(s) - initial)); });
    return largest;
  };
  EXPECT_LT(largest_change("semi_implicit_euler"), 0.1);
  EXPECT_GT(largest_change("euler"), 1.0);
}

}  // namespace
}  // namespace dlnn::test
