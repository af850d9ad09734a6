#include "dlnn/systems/serial_arm.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "dlnn/core/error.hpp"
#include "systems/all_systems.hpp"

namespace dlnn::test {
namespace {

/// ½Σ(m|v_c|² + ωᵀIω + rotor q̇²) from differences of the link poses: an independent Lagrangian.
double kinetic_from_poses(const SerialArm& arm, const std::vector<LinkConfig>& links, const Vector& q,
                          const Vector& qd) {
  constexpr double h = 1e-5;
  const auto before = arm.link_poses(q - h * qd);
  const auto after = arm.link_poses(q + h * qd);
  const auto here = arm.link_poses(q);
  double energy = 0;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const LinkConfig& link = links[i];
    const Eigen::Vector3d center(link.center.data());
    const Eigen::Vector3d velocity =
        (after[i].origin + after[i].rotation * center - before[i].origin - before[i].rotation * center) / (2 * h);
    const Eigen::Matrix3d spin = here[i].rotation.transpose() * (after[i].rotation - before[i].rotation) / (2 * h);
    const Eigen::Vector3d omega(spin(2, 1), spin(0, 2), spin(1, 0));  // in the link frame
    const auto& v = link.inertia;
    const Eigen::Matrix3d inertia{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}};
    const double rate = qd[static_cast<Index>(i)];
    energy +=
        0.5 * (link.mass * velocity.squaredNorm() + omega.dot(inertia * omega) + link.rotor_inertia * rate * rate);
  }
  return energy;
}

TEST(SerialArm, KineticEnergyOfTheMassMatrixIsThatOfTheMovingLinks) {
  Random random(9);
  for (const auto& links : {six_joint_arm(), oblique_arm_config().links}) {
    const auto n = static_cast<Index>(links.size());
    const SerialArm arm(links, 9.81, Friction(n));
    for (int trial = 0; trial < 20; ++trial) {
      const Vector q = random_vector(n, 3, random);
      const Vector qd = random_vector(n, 1, random);
      const double energy = arm.kinetic(q, qd);
      EXPECT_NEAR(kinetic_from_poses(arm, links, q, qd), energy, 1e-7 * energy);
    }
  }
}

/// Bars as links: joint axes horizontal, x of each link along the bar, hanging down at q = 0.
TEST(SerialArm, OfParallelAxesIsThePlanarArm) {
  const SystemConfig planar = planar_config("planar_arm", 4);
  SystemConfig spatial{.type = "serial_arm"};
  double offset = 0;
  for (const BarConfig& b : planar.bars) {
    // The first joint frame turns x to "down" and z to the horizontal axis.
    const std::vector<double> rotation =
        spatial.links.empty() ? std::vector<double>{M_PI_2, M_PI_2, 0} : std::vector<double>{0, 0, 0};
    spatial.links.push_back({.offset = {offset, 0, 0},
                             .rotation = rotation,
                             .mass = b.mass,
                             .center = {b.center, 0, 0},
                             .inertia = {0, b.inertia, b.inertia, 0, 0, 0},
                             .rotor_inertia = b.rotor_inertia});
    offset = b.length;
  }
  const auto arm = make_system(spatial);
  const auto reference = make_system(planar);
  Random random(10);
  for (int trial = 0; trial < 20; ++trial) {
    const Vector q = random_vector(4, 3, random);
    const Vector qd = random_vector(4, 3, random);
    EXPECT_LT((arm->mass_matrix(q) - reference->mass_matrix(q)).norm(), 1e-12);
    EXPECT_LT((arm->bias_force(q, qd) - reference->bias_force(q, qd)).norm(), 1e-11);
    EXPECT_NEAR(arm->potential(q), reference->potential(q), 1e-11);
  }
}

/// Known pose of the UR10: stretched along −x at q = 0, the flange at x = −(a2 + a3), y = −(d4 + d6), z = d1 − d5.
TEST(SixJointArm, ReachesWhereItsPublishedGeometrySays) {
  const SerialArm arm(six_joint_arm(), 9.81, Friction(6));
  const auto poses = arm.link_poses(Vector::Zero(6));
  EXPECT_LT((poses[5].origin - Eigen::Vector3d(-0.612 - 0.5723, -0.1639, 0.1273 - 0.1157)).norm(), 1e-12);
}

TEST(SerialArm, RefusesImpossibleLinks) {
  const auto build = [](const LinkConfig& link) { return SerialArm({link}, 9.81, Friction(1)); };
  EXPECT_THROW(build({.offset = {1, 2}}), ConfigError);
  EXPECT_THROW(build({.axis = {0, 0, 0}}), ConfigError);
  EXPECT_THROW(build({.inertia = {1, 1, -1, 0, 0, 0}}), ConfigError);
  EXPECT_THROW(build({.inertia = {1, 1, 1}}), ConfigError);
}

TEST(Registry, BuildsEveryNameAndRefusesWrongNumbersOfBars) {
  for (const auto& name : system_names()) EXPECT_GE(make_system({.type = name})->dof(), 1) << name;
  EXPECT_THROW((void)make_system({.type = "tripod"}), ConfigError);
  EXPECT_THROW((void)make_system(planar_config("double_pendulum", 3)), ConfigError);
}

}  // namespace
}  // namespace dlnn::test
