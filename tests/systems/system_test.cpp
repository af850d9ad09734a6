// Identities that every reference system satisfies.
#include "dlnn/systems/system.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <functional>
#include <type_traits>

#include "dlnn/core/error.hpp"
#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

/// Derivative of f at 0 by five-point central differences; error O(h⁴).
template <class Function>
std::invoke_result_t<Function, double> derivative(Function&& f, double h = 2e-3) {
  return (8.0 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

struct SystemIdentities : ::testing::Test {
  /// Calls check(system, q, q̇, q̈) at random states of every system.
  static void at_random_states(const std::function<void(const System&, Vector, Vector, Vector)>& check,
                               const FrictionConfig& friction = {}) {
    Random random(11);
    for (const auto& system : all_systems(friction)) {
      SCOPED_TRACE(system->name());
      const Index n = system->dof();
      for (int trial = 0; trial < 20; ++trial) {
        check(*system, random_vector(n, 3, random), random_vector(n, 2, random), random_vector(n, 5, random));
      }
    }
  }
};

TEST_F(SystemIdentities, MassMatrixIsSymmetricPositiveDefinite) {
  at_random_states([](const System& system, const Vector& q, const Vector&, const Vector&) {
    const Matrix mass = system.mass_matrix(q);
    EXPECT_LT((mass - mass.transpose()).norm(), 1e-12 * mass.norm());
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Matrix>(mass).eigenvalues().minCoeff(), 0);
  });
}

TEST_F(SystemIdentities, GravityIsTheGradientOfThePotential) {
  at_random_states([](const System& system, const Vector& q, const Vector&, const Vector&) {
    const Vector gravity = system.gravity_force(q);
    for (Index i = 0; i < q.size(); ++i) {
      const double slope = derivative([&](double h) { return system.potential(q + h * Vector::Unit(q.size(), i)); });
      EXPECT_NEAR(gravity[i], slope, 1e-7);
    }
  });
}

/// c = Ṁq̇ − ½∂_q(q̇ᵀMq̇), so that M q̈ + c + g is the Euler-Lagrange operator of T − V.
TEST_F(SystemIdentities, BiasForceFollowsFromTheLagrangian) {
  at_random_states([](const System& system, const Vector& q, const Vector& qd, const Vector&) {
    const Matrix mass_rate = derivative([&](double h) -> Matrix { return system.mass_matrix(q + h * qd); });
    Vector expected = mass_rate * qd + system.gravity_force(q);
    for (Index i = 0; i < q.size(); ++i) {
      expected[i] -= derivative([&](double h) { return system.kinetic(q + h * Vector::Unit(q.size(), i), qd); });
    }
    EXPECT_LT((system.bias_force(q, qd) - expected).cwiseAbs().maxCoeff(), 1e-7);
  });
}

TEST_F(SystemIdentities, BiasForceAtRestIsGravity) {
  at_random_states([](const System& system, const Vector& q, const Vector& qd, const Vector&) {
    EXPECT_LT((system.bias_force(q, 0 * qd) - system.gravity_force(q)).norm(), 1e-12);
  });
}

TEST_F(SystemIdentities, ForwardDynamicsInvertsInverseDynamics) {
  at_random_states(
      [](const System& system, const Vector& q, const Vector& qd, const Vector& qdd) {
        const Vector tau = system.inverse_dynamics(q, qd, qdd);
        EXPECT_LT((system.forward_dynamics(q, qd, tau) - qdd).norm(), 1e-10);
      },
      strong_friction());
}

/// dH/dt = q̇ᵀ(τ + F_d), along the acceleration that the system itself gives.
TEST_F(SystemIdentities, PowerBalances) {
  at_random_states(
      [](const System& system, const Vector& q, const Vector& qd, const Vector& tau) {
        const Vector qdd = system.forward_dynamics(q, qd, tau);
        const auto energy_at = [&](double t) { return system.energy(q + t * qd + 0.5 * t * t * qdd, qd + t * qdd); };
        const double rate = derivative(energy_at, 2e-3 / (1 + 0.1 * qdd.norm()));
        const double power = qd.dot(tau + system.dissipative_force(q, qd));
        EXPECT_NEAR(rate, power, 1e-6 * (1 + std::abs(power)));
      },
      strong_friction());
}

TEST(System, SingularMassMatrixIsAnErrorOfOneLine) {
  SystemConfig config{.type = "pendulum"};
  config.bars = {bar(1, 1, 0, 0)};
  const auto system = make_system(config);
  EXPECT_THROW((void)system->forward_dynamics(Vector::Zero(1), Vector::Zero(1), Vector::Ones(1)), NumericalError);
}

}  // namespace
}  // namespace dlnn::test
