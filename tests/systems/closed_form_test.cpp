// Systems against each other and against published equations.
#include <gtest/gtest.h>

#include <cmath>

#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

constexpr double g = 9.81;

/// θ = A q with A the running sums: M_q = AᵀM_θA, forces f_q = Aᵀf_θ.
TEST(PlanarArm, OfTwoBarsIsTheDoublePendulumInJointAngles) {
  const auto relative = make_system(planar_config("planar_arm", 2));
  const auto absolute = make_system(planar_config("double_pendulum", 2));
  const Matrix map = (Matrix(2, 2) << 1, 0, 1, 1).finished();
  Random random(6);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector q = random_vector(2, 3, random);
    const Vector qd = random_vector(2, 4, random);
    EXPECT_LT((relative->mass_matrix(q) - map.transpose() * absolute->mass_matrix(map * q) * map).norm(), 1e-12);
    EXPECT_LT((relative->bias_force(q, qd) - map.transpose() * absolute->bias_force(map * q, map * qd)).norm(), 1e-12);
    EXPECT_NEAR(relative->potential(q), absolute->potential(map * q), 1e-12);
  }
}

/// Spong 1995, The swing up control problem for the acrobot, eq. 1-9; his q_1 counts from the horizontal.
TEST(Acrobot, FollowsTheEquationsOfSpong) {
  SystemConfig config{.type = "acrobot"};
  const double m1 = 1.1, l1 = 0.9, lc1 = 0.4, I1 = 0.08, m2 = 0.7, lc2 = 0.5, I2 = 0.06;
  config.bars = {bar(l1, m1, lc1, I1), bar(1.0, m2, lc2, I2)};
  const auto acrobot = make_system(config);
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector q = random_vector(2, 3, random);
    const Vector qd = random_vector(2, 4, random);
    const double q1 = q[0] - M_PI_2;
    const double q2 = q[1];
    const double d11 = m1 * lc1 * lc1 + m2 * (l1 * l1 + lc2 * lc2 + 2 * l1 * lc2 * std::cos(q2)) + I1 + I2;
    const double d22 = m2 * lc2 * lc2 + I2;
    const double d12 = m2 * (lc2 * lc2 + l1 * lc2 * std::cos(q2)) + I2;
    const double h1 = -m2 * l1 * lc2 * std::sin(q2) * (qd[1] * qd[1] + 2 * qd[1] * qd[0]);
    const double h2 = m2 * l1 * lc2 * std::sin(q2) * qd[0] * qd[0];
    const double phi2 = m2 * lc2 * g * std::cos(q1 + q2);
    const double phi1 = (m1 * lc1 + m2 * l1) * g * std::cos(q1) + phi2;
    EXPECT_LT((acrobot->mass_matrix(q) - (Matrix(2, 2) << d11, d12, d12, d22).finished()).norm(), 1e-12);
    EXPECT_LT((acrobot->bias_force(q, qd) - (Vector(2) << h1 + phi1, h2 + phi2).finished()).norm(), 1e-12);
  }
}

/// Tedrake, Underactuated Robotics, chapter 3: accelerations of a cart with a point mass on a massless pole.
TEST(CartPole, FollowsThePublishedAccelerations) {
  SystemConfig config{.type = "cart_pole", .cart_mass = 1.7};
  const double mc = 1.7, mp = 0.4, l = 0.6;
  config.bars = {bar(l, mp, l, 0)};
  const auto system = make_system(config);
  Random random(8);
  for (int trial = 0; trial < 50; ++trial) {
    const Vector q = random_vector(2, 3, random);
    const Vector qd = random_vector(2, 4, random);
    const double force = random.uniform(-5, 5);
    const double s = std::sin(q[1]);
    const double c = std::cos(q[1]);
    const double common = mc + mp * s * s;
    const double cart = (force + mp * s * (l * qd[1] * qd[1] + g * c)) / common;
    const double pole = (-force * c - mp * l * qd[1] * qd[1] * c * s - (mc + mp) * g * s) / (l * common);
    const Vector qdd = system->forward_dynamics(q, qd, (Vector(2) << force, 0).finished());
    EXPECT_LT((qdd - (Vector(2) << cart, pole).finished()).norm(), 1e-11);
  }
}

TEST(Pendulum, HasThePeriodOfASmallOscillation) {
  const auto system = make_system(planar_config("pendulum", 1));
  const Vector zero = Vector::Zero(1);
  const double stiffness = system->gravity_force(Vector::Constant(1, 1e-6))[0] / 1e-6;
  const BarConfig rod = planar_config("pendulum", 1).bars[0];
  const double inertia = rod.inertia + rod.mass * rod.center * rod.center + rod.rotor_inertia;
  EXPECT_NEAR(stiffness / system->mass_matrix(zero)(0, 0), rod.mass * rod.center * g / inertia, 1e-9);
}

}  // namespace
}  // namespace dlnn::test
