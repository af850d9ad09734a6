#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dlnn/integrators/integrate.hpp"
#include "dlnn/systems/driven_system.hpp"
#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

using State = PhaseState<Vector>;

Vector no_torque(double, const Vector& q, const Vector&) {
  return Vector::Zero(q.size());
}

State start_of(const System& system) {
  Random random(4);
  return {random_vector(system.dof(), 1.5, random), random_vector(system.dof(), 1.0, random)};
}

/// Largest change of energy during 0.5 s.
double energy_drift(const System& system, double h) {
  DrivenSystem driven(system, no_torque);
  const State start = start_of(system);
  const double initial = system.energy(start.q, start.qd);
  double drift = 0;
  integrate("rk4", driven, 0.0, start, h, std::lround(0.5 / h), [&](auto, double, const State& s) {
    drift = std::max(drift, std::abs(system.energy(s.q, s.qd) - initial));
  });
  return drift;
}

TEST(Energy, IsConservedWithoutFrictionToTheOrderOfTheIntegrator) {
  for (const auto& system : all_systems()) {
    const double ratio = energy_drift(*system, 1.0 / 128) / energy_drift(*system, 1.0 / 256);
    EXPECT_GT(std::log2(ratio), 3.7) << system->name();
  }
}

TEST(Energy, FallsMonotonicallyUnderFriction) {
  for (const char* scheme : {"rk4", "strang"}) {
    for (const auto& system : all_systems(strong_friction())) {
      DrivenSystem driven(*system, no_torque);
      const State start = start_of(*system);
      double previous = system->energy(start.q, start.qd) + 1e-12;
      integrate(scheme, driven, 0.0, start, 1e-3, 1000, [&](auto, double, const State& s) {
        const double energy = system->energy(s.q, s.qd);
        EXPECT_LE(energy, previous + 1e-8) << system->name() << " " << scheme;
        previous = energy;
      });
    }
  }
}

/// Position after 0.2 s under a torque that depends on time and speed.
Vector driven_end(const System& system, const char* scheme, double h) {
  DrivenSystem driven(system, [](double t, const Vector& q, const Vector& qd) -> Vector {
    return Vector::Constant(q.size(), std::sin(5 * t)) - 0.1 * qd;
  });
  State end;
  integrate(scheme, driven, 0.0, start_of(system), h, std::lround(0.2 / h),
            [&](auto, double, const State& s) { end = s; });
  return end.q;
}

TEST(DrivenSystem, StrangConvergesToRungeKutta) {
  for (const auto& system : all_systems(strong_friction())) {
    const Vector reference = driven_end(*system, "rk4", 5e-5);
    const double coarse = (driven_end(*system, "strang", 4e-4) - reference).norm();
    const double fine = (driven_end(*system, "strang", 1e-4) - reference).norm();
    EXPECT_LT(fine, coarse / 8) << system->name() << " " << coarse << " " << fine;
  }
}

}  // namespace
}  // namespace dlnn::test
