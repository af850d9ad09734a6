#pragma once
// Parameters of the analytic reference systems.

#include <string>
#include <vector>

#include "dlnn/config/field.hpp"

namespace dlnn {

/// A rigid bar of a planar system.
struct BarConfig {
  double length = 1.0;
  double mass = 1.0;
  double center = 0.5;
  double inertia = 1.0 / 12;
  double rotor_inertia = 0.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("length", length, Field("distance from this joint to the next", "m").above(0));
    v("mass", mass, Field("mass", "kg").above(0));
    v("center", center, Field("distance from the joint to the centre of mass, along the bar", "m"));
    v("inertia", inertia, Field("moment of inertia about the centre of mass", "kg m²").at_least(0));
    v("rotor_inertia", rotor_inertia, Field("inertia of the motor's rotor, seen at the joint", "kg m²").at_least(0));
  }
};

/// A joint and the rigid link behind it, of a spatial serial arm. The joint frame stands in the frame of the previous
/// link (the base for the first); the link frame is the joint frame after the joint has moved.
struct LinkConfig {
  std::string joint = "revolute";
  std::vector<double> offset{0, 0, 0};
  std::vector<double> rotation{0, 0, 0};
  std::vector<double> axis{0, 0, 1};
  double mass = 1.0;
  std::vector<double> center{0, 0, 0};
  std::vector<double> inertia{0, 0, 0, 0, 0, 0};
  double rotor_inertia = 0.0;

  template <class Visitor>
  void visit(Visitor& v) {
    v("joint", joint, Field("kind of joint").one_of({"revolute", "prismatic"}));
    v("offset", offset, Field("origin of the joint frame in the previous link frame [x, y, z]", "m"));
    v("rotation", rotation, Field("orientation of the joint frame: roll, pitch, yaw about fixed axes (URDF)", "rad"));
    v("axis", axis, Field("axis of the joint in the joint frame; made a unit vector"));
    v("mass", mass, Field("mass of the link", "kg").above(0));
    v("center", center, Field("centre of mass in the link frame [x, y, z]", "m"));
    v("inertia", inertia, Field("inertia about the centre of mass [xx, yy, zz, xy, xz, yz], link axes", "kg m²"));
    v("rotor_inertia", rotor_inertia, Field("inertia of the motor's rotor, seen at the joint", "kg m²").at_least(0));
  }
};

/// Friction force against one slip velocity s: φ(s) = viscous·s + quadratic·|s|s + (coulomb +
/// stribeck·exp(−(s/v_s)²))·tanh(s/ε).
struct FrictionLawConfig {
  double viscous = 0.0;
  double quadratic = 0.0;
  double coulomb = 0.0;
  double stribeck = 0.0;
  double stribeck_speed = 0.1;
  double smoothing = 0.02;

  template <class Visitor>
  void visit(Visitor& v) {
    v("viscous", viscous, Field("viscous coefficient", "N m s/rad").at_least(0));
    v("quadratic", quadratic, Field("quadratic coefficient (air)", "N m s²/rad²").at_least(0));
    v("coulomb", coulomb, Field("Coulomb torque", "N m").at_least(0));
    v("stribeck", stribeck, Field("additional torque near rest (breakaway minus Coulomb)", "N m").at_least(0));
    v("stribeck_speed", stribeck_speed,
      Field("speed v_s at which the additional torque has fallen to 1/e", "rad/s").above(0));
    v("smoothing", smoothing, Field("speed ε of the tanh that replaces the jump at rest", "rad/s").above(0));
  }
};

/// F_d = −Pᵀφ(Pq̇): friction acts on the slip velocities Pq̇.
struct FrictionConfig {
  std::string slip = "identity";
  std::vector<std::vector<double>> slip_matrix{};
  std::vector<FrictionLawConfig> laws{};

  template <class Visitor>
  void visit(Visitor& v) {
    v("slip", slip,
      Field("slip velocities: identity (one a joint), differences (absolute angles of a chain), matrix (slip_matrix)")
          .one_of({"identity", "differences", "matrix"}));
    v("slip_matrix", slip_matrix, Field("rows map q̇ to slip velocities, for slip: matrix"));
    v("laws", laws, Field("one friction law for each slip velocity, or one for all; empty: no friction"));
  }
};

/// Which system, and its parameters.
struct SystemConfig {
  std::string type = "double_pendulum";
  double gravity = 9.81;
  double cart_mass = 1.0;
  std::vector<BarConfig> bars{};
  std::vector<LinkConfig> links{};
  FrictionConfig friction{};

  template <class Visitor>
  void visit(Visitor& v) {
    v("type", type,
      Field("the system").one_of({"pendulum", "double_pendulum", "cart_pole", "acrobot", "planar_arm", "serial_arm"}));
    v("gravity", gravity, Field("acceleration of gravity", "m/s²").at_least(0));
    v("cart_mass", cart_mass, Field("mass of the cart of cart_pole", "kg").above(0));
    v("bars", bars,
      Field("bars of the planar systems from the base; empty: 1 m, 1 kg rods, two of them for planar_arm"));
    v("links", links, Field("links of serial_arm from the base; empty: a six-joint arm of the size of a UR10"));
    v("friction", friction, Field("dissipation"));
  }
};

}  // namespace dlnn
