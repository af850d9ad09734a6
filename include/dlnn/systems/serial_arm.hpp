#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "dlnn/config/system_config.hpp"
#include "dlnn/systems/system.hpp"

namespace dlnn {

/// Pose of a link frame in the base frame.
struct LinkPose {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d origin;
};

/// A spatial chain of n rigid links with revolute and prismatic joints, base z axis up. Forces by the recursive
/// Newton-Euler algorithm (Luh, Walker and Paul 1980); the columns of M are its answers to unit accelerations.
class SerialArm final : public System {
 public:
  /// Throws ConfigError for vectors of wrong length, a zero axis, or an inertia that is not positive semidefinite.
  SerialArm(const std::vector<LinkConfig>& links, double gravity, Friction friction);

  [[nodiscard]] std::string name() const override { return "serial_arm"; }
  [[nodiscard]] std::string angle_convention() const override;
  [[nodiscard]] std::vector<JointType> joint_types() const override;
  [[nodiscard]] Matrix mass_matrix(const Vector& q) const override;
  [[nodiscard]] Vector bias_force(const Vector& q, const Vector& qd) const override;
  [[nodiscard]] Vector gravity_force(const Vector& q) const override;
  [[nodiscard]] double potential(const Vector& q) const override;

  /// Poses of the link frames (forward kinematics).
  [[nodiscard]] std::vector<LinkPose> link_poses(const Vector& q) const;

 private:
  struct Link {
    JointType joint;
    Eigen::Matrix3d rotation;
    Eigen::Vector3d offset, axis, center;
    double mass;
    Eigen::Matrix3d inertia;
    double rotor_inertia;
  };
  static Link make_link(const LinkConfig& config, std::size_t index);
  /// Motion of a link and the force it needs, both in its own frame and at its origin.
  struct Motion {
    Eigen::Vector3d omega, alpha, acceleration;
  };
  struct Wrench {
    Eigen::Vector3d force, moment;
  };
  static LinkPose joint_transform(const Link& link, double q);
  static Motion carry(const Motion& previous, const Link& link, const LinkPose& joint, double qd, double qdd);
  static Wrench inertial_wrench(const Link& link, const Motion& motion);
  /// M q̈ + c + g with the given acceleration of gravity.
  [[nodiscard]] Vector newton_euler(const Vector& q, const Vector& qd, const Vector& qdd, double gravity) const;

  std::vector<Link> links_;
  double gravity_;
};

/// Six joints with the geometry of a UR10 (its published Denavit-Hartenberg parameters and masses) and plausible
/// inertias and rotors.
[[nodiscard]] std::vector<LinkConfig> six_joint_arm();

}  // namespace dlnn
