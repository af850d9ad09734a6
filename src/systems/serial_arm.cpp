#include "dlnn/systems/serial_arm.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <utility>

#include "dlnn/core/error.hpp"

namespace dlnn {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

[[noreturn]] void refuse(std::size_t link, const std::string& complaint) {
  throw ConfigError(concat("system.links[", link, "].", complaint));
}

Vector3d vector3(const std::vector<double>& values, std::size_t link, const char* key) {
  if (values.size() != 3) refuse(link, concat(key, ": ", values.size(), " numbers given, 3 needed [x, y, z]"));
  return {values[0], values[1], values[2]};
}

Matrix3d symmetric(const std::vector<double>& v, std::size_t link) {
  if (v.size() != 6) refuse(link, concat("inertia: ", v.size(), " numbers given, 6 needed [xx, yy, zz, xy, xz, yz]"));
  Matrix3d inertia;
  inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(principal.minCoeff() >= 0))
    refuse(link, concat("inertia: principal value ", principal.minCoeff(), " is negative"));
  return inertia;
}

Matrix3d from_roll_pitch_yaw(const Vector3d& rpy) {
  return (Eigen::AngleAxisd(rpy[2], Vector3d::UnitZ()) * Eigen::AngleAxisd(rpy[1], Vector3d::UnitY()) *
          Eigen::AngleAxisd(rpy[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

}  // namespace

SerialArm::SerialArm(const std::vector<LinkConfig>& links, double gravity, Friction friction)
    : System(std::move(friction)), gravity_(gravity) {
  for (std::size_t i = 0; i < links.size(); ++i) links_.push_back(make_link(links[i], i));
}

SerialArm::Link SerialArm::make_link(const LinkConfig& config, std::size_t index) {
  const Vector3d axis = vector3(config.axis, index, "axis");
  if (!(axis.norm() > 1e-9)) refuse(index, "axis: must not be zero");
  return {.joint = config.joint == "prismatic" ? JointType::prismatic : JointType::revolute,
          .rotation = from_roll_pitch_yaw(vector3(config.rotation, index, "rotation")),
          .offset = vector3(config.offset, index, "offset"),
          .axis = axis.normalized(),
          .center = vector3(config.center, index, "center"),
          .mass = config.mass,
          .inertia = symmetric(config.inertia, index),
          .rotor_inertia = config.rotor_inertia};
}

std::string SerialArm::angle_convention() const {
  return "relative joint coordinates; base z axis up";
}

std::vector<JointType> SerialArm::joint_types() const {
  std::vector<JointType> types;
  for (const Link& link : links_) types.push_back(link.joint);
  return types;
}

LinkPose SerialArm::joint_transform(const Link& link, double q) {
  if (link.joint == JointType::prismatic) return {link.rotation, link.offset + link.rotation * link.axis * q};
  return {link.rotation * Eigen::AngleAxisd(q, link.axis).toRotationMatrix(), link.offset};
}

std::vector<LinkPose> SerialArm::link_poses(const Vector& q) const {
  std::vector<LinkPose> poses;
  LinkPose pose{Matrix3d::Identity(), Vector3d::Zero()};
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const LinkPose joint = joint_transform(links_[i], q[static_cast<Index>(i)]);
    pose.origin += pose.rotation * joint.origin;
    pose.rotation *= joint.rotation;
    poses.push_back(pose);
  }
  return poses;
}

double SerialArm::potential(const Vector& q) const {
  const auto poses = link_poses(q);
  double height_moment = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    height_moment += links_[i].mass * (poses[i].origin + poses[i].rotation * links_[i].center).z();
  }
  return gravity_ * height_moment;
}

SerialArm::Motion SerialArm::carry(const Motion& previous, const Link& link, const LinkPose& joint, double qd,
                                   double qdd) {
  const Matrix3d inward = joint.rotation.transpose();
  const Vector3d& arm = joint.origin;
  const Vector3d& spin = previous.omega;
  Motion motion{
      .omega = inward * spin,
      .alpha = inward * previous.alpha,
      .acceleration = inward * (previous.acceleration + previous.alpha.cross(arm) + spin.cross(spin.cross(arm)))};
  const Vector3d rate = link.axis * qd;
  const Vector3d rise = link.axis * qdd;
  if (link.joint == JointType::revolute) {
    motion.alpha += rise + motion.omega.cross(rate);
    motion.omega += rate;
  } else {
    motion.acceleration += rise + 2 * motion.omega.cross(rate);
  }
  return motion;
}

SerialArm::Wrench SerialArm::inertial_wrench(const Link& link, const Motion& motion) {
  const Vector3d& omega = motion.omega;
  const Vector3d center_acceleration =
      motion.acceleration + motion.alpha.cross(link.center) + omega.cross(omega.cross(link.center));
  const Vector3d force = link.mass * center_acceleration;
  return {force, link.inertia * motion.alpha + omega.cross(link.inertia * omega) + link.center.cross(force)};
}

Vector SerialArm::newton_euler(const Vector& q, const Vector& qd, const Vector& qdd, double gravity) const {
  std::vector<LinkPose> joints(links_.size());
  std::vector<Wrench> wrenches(links_.size());
  // A base that accelerates upwards feels like gravity.
  Motion motion{.omega = Vector3d::Zero(), .alpha = Vector3d::Zero(), .acceleration = {0, 0, gravity}};
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto k = static_cast<Index>(i);
    joints[i] = joint_transform(links_[i], q[k]);
    motion = carry(motion, links_[i], joints[i], qd[k], qdd[k]);
    wrenches[i] = inertial_wrench(links_[i], motion);
  }
  Vector tau(q.size());
  for (std::size_t i = links_.size(); i-- > 0;) {
    const auto k = static_cast<Index>(i);
    const Vector3d& along = links_[i].joint == JointType::revolute ? wrenches[i].moment : wrenches[i].force;
    tau[k] = links_[i].axis.dot(along) + links_[i].rotor_inertia * qdd[k];
    if (i == 0) break;
    const Vector3d force = joints[i].rotation * wrenches[i].force;
    wrenches[i - 1].force += force;
    wrenches[i - 1].moment += joints[i].rotation * wrenches[i].moment + joints[i].origin.cross(force);
  }
  return tau;
}

Matrix SerialArm::mass_matrix(const Vector& q) const {
  const Index n = q.size();
  Matrix mass(n, n);
  const Vector rest = Vector::Zero(n);
  for (Index j = 0; j < n; ++j) mass.col(j) = newton_euler(q, rest, Vector::Unit(n, j), 0.0);
  return 0.5 * (mass + mass.transpose());
}

Vector SerialArm::bias_force(const Vector& q, const Vector& qd) const {
  return newton_euler(q, qd, Vector::Zero(q.size()), gravity_);
}

Vector SerialArm::gravity_force(const Vector& q) const {
  const Vector rest = Vector::Zero(q.size());
  return newton_euler(q, rest, rest, gravity_);
}

}  // namespace dlnn
