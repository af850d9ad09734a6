#include <gtest/gtest.h>

#include <cmath>

#include "dlnn/core/random.hpp"
#include "dlnn/integrators/integrate.hpp"
#include "integrators/examples.hpp"

namespace dlnn::test {
namespace {

Matrix random_matrix(Index n, Random& random) {
  return Matrix::NullaryExpr(n, n, [&] { return random.normal(); });
}

TEST(FrictionStep, NeverAddsEnergyWhateverStepMassAndDamping) {
  Random random(3);
  for (int trial = 0; trial < 5000; ++trial) {
    const Index n = 1 + static_cast<Index>(random.below(4));
    const Matrix root = random_matrix(n, random);
    const Matrix mass = root * root.transpose() + 1e-3 * Matrix::Identity(n, n);
    const Matrix form = random_matrix(n, random);
    const Vector v = Vector::NullaryExpr(n, [&] { return random.normal(); });
    const double h = std::pow(10.0, random.uniform(-4, 6));
    const auto damping = [&](const Vector& w) {  // depends strongly on the velocity at which it is frozen
      const Vector rates = (5 * form * w).array().sin().exp() * 2 - 0.7;
      const Matrix d = form.transpose() * rates.cwiseMax(0).asDiagonal() * form;
      return [&mass, d](const Vector& u, double step) -> Vector { return (mass + step * d).llt().solve(mass * u); };
    };
    const Vector after = passive_friction_step(v, h, damping);
    EXPECT_LE(after.dot(mass * after), v.dot(mass * v) * (1 + 1e-9)) << "h = " << h;
  }
}

TEST(FrictionStep, StopsStiffFrictionAtOnce) {
  const CoupledOscillators system{.viscous = 1e8};
  const Vector v = vector2(1, -2);
  EXPECT_LT(system.friction_step(vector2(0.3, 0.2), v, 1.0).norm(), 1e-7);
}

/// Largest speed in the last fifth of 5 s, after the motion has come to rest (smoothed friction leaves a slow creep).
double remaining_speed(const char* name, CoupledOscillators system) {
  constexpr std::int64_t steps = 250;
  double largest = 0;
  integrate(name, system, 0.0, State{vector2(0.4, 0.3), vector2(1.0, -1.0)}, 0.02, steps,
            [&](std::int64_t k, double, const State& s) {
              if (k > 4 * steps / 5) largest = s.qd.allFinite() ? std::max(largest, s.qd.norm()) : HUGE_VAL;
            });
  return largest;
}

TEST(Strang, BringsCoulombFrictionToRestWhereRungeKuttaChatters) {
  const CoupledOscillators system{.coulomb = 3.0, .smoothing = 1e-4};  // h·D/M is about 600
  EXPECT_LT(remaining_speed("strang", system), 0.01);
  EXPECT_GT(remaining_speed("rk4", system), 5 * remaining_speed("strang", system));
}

TEST(Strang, IsStableForStiffDampingWhereRungeKuttaDiverges) {
  const CoupledOscillators system{.viscous = 1e4};
  EXPECT_LT(remaining_speed("strang", system), 0.01);
  EXPECT_EQ(remaining_speed("rk4", system), HUGE_VAL);
}

}  // namespace
}  // namespace dlnn::test
