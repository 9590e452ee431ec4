//! Measures of a body in one pose: how long its legs are, where its head is, whether it stands in a
//! T-pose. They work in any unit and with any axis up.

use glam::{Quat, Vec3};
use sidestep_motion::{
    Joint, JointId, Role, Roles, Side,
    math::{acos, angle_between},
};
use std::f32::consts::FRAC_PI_2;

/// cos 25°: arms of an acted T-pose are that far from straight out.
const ARMS_OUT: f32 = 0.9;
/// cos 15°: legs of an acted T-pose are that far from parallel to the spine.
const LEGS_DOWN: f32 = 0.96;
/// Arms bent more than this are no T-pose.
const ARMS_STRAIGHT: f32 = 0.95;
/// Legs bent more than this are in motion. Actors put on the skeleton of somebody else stand with bent
/// knees: of 73 such takes 13 do so by more than 0.96.
const LEGS_STRAIGHT: f32 = 0.92;
/// A foot ahead of the other by more than this share of a leg is amid a stride.
const STRIDE: f32 = 0.2;
/// How far arms hang below the horizontal in an A-pose, in radians: 30 to 60 degrees, with 5 to spare.
const A_POSE: std::ops::Range<f32> = 0.436..1.134;
/// How far they may point ahead or back in one: sine of 25 degrees.
const A_POSE_AHEAD: f32 = 0.42;

/// Joint positions relative to the root.
pub(crate) fn positions(joints: &[Joint], rotations: &[Quat]) -> Vec<Vec3> {
    let mut positions: Vec<Vec3> = Vec::with_capacity(joints.len());
    let mut world: Vec<Quat> = Vec::with_capacity(joints.len());
    for (joint, rotation) in joints.iter().zip(rotations) {
        match joint.parent {
            None => {
                positions.push(Vec3::ZERO);
                world.push(*rotation);
            }
            Some(parent) => {
                let turned = world[parent.index()];
                positions.push(positions[parent.index()] + turned * joint.offset);
                world.push(turned * *rotation);
            }
        }
    }
    positions
}

/// Length of thigh and shank along the bones, the mean of both sides.
pub(crate) fn leg_length(joints: &[Joint], roles: &Roles) -> Option<f32> {
    let side =
        |side| chain_length(joints, roles.get(Role::Thigh(side))?, roles.get(Role::Foot(side))?);
    let lengths = Side::BOTH.map(side);
    match lengths {
        [Some(left), Some(right)] => Some(0.5 * (left + right)),
        [length, None] | [None, length] => length,
    }
}

/// From the middle of the feet to the head.
pub(crate) fn upwards(positions: &[Vec3], roles: &Roles) -> Option<Vec3> {
    let at = |role| roles.get(role).map(|joint: JointId| positions[joint.index()]);
    let head = at(Role::Head).or_else(|| at(Role::Neck))?;
    let feet = 0.5 * (at(Role::Foot(Side::Left))? + at(Role::Foot(Side::Right))?);
    (head - feet).try_normalize()
}

/// From the right hip joint to the left one.
pub(crate) fn leftwards(positions: &[Vec3], roles: &Roles) -> Option<Vec3> {
    let at = |side| roles.get(Role::Thigh(side)).map(|joint| positions[joint.index()]);
    (at(Side::Left)? - at(Side::Right)?).try_normalize()
}

/// Whether the body stands straight with its arms straight out to the sides.
pub(crate) fn is_t_pose(joints: &[Joint], roles: &Roles, rotations: &[Quat]) -> bool {
    let positions = positions(joints, rotations);
    is_t_pose_at(joints, roles, &positions).unwrap_or(false)
}

/// How far the arms hang below the horizontal, in radians, where the body stands straight in an
/// A-pose: arms straight and between hanging and held out, both alike.
pub(crate) fn a_pose_angle(joints: &[Joint], roles: &Roles, rotations: &[Quat]) -> Option<f32> {
    let positions = positions(joints, rotations);
    let (up, left) = (upwards(&positions, roles)?, leftwards(&positions, roles)?);
    if !legs_stand(joints, roles, &positions, up, left)? {
        return None;
    }
    let ahead = left.cross(up).try_normalize()?;
    let angle = |side: Side| {
        let (arm, length) = way(joints, roles, &positions, Role::UpperArm(side), Role::Hand(side))?;
        let unit = arm.try_normalize()?;
        let angle = acos(unit.dot(up)) - FRAC_PI_2;
        let is_held = arm.length() >= ARMS_STRAIGHT * length
            && unit.dot(ahead).abs() < A_POSE_AHEAD
            && A_POSE.contains(&angle);
        is_held.then_some(angle)
    };
    Some(0.5 * (angle(Side::Left)? + angle(Side::Right)?))
}

/// The largest angle by which a joint differs between two poses.
pub(crate) fn largest_turn(a: &[Quat], b: &[Quat]) -> f32 {
    a.iter().zip(b).map(|(a, b)| angle_between(*a, *b)).fold(0.0, f32::max)
}

fn is_t_pose_at(joints: &[Joint], roles: &Roles, positions: &[Vec3]) -> Option<bool> {
    let up = upwards(positions, roles)?;
    let left = leftwards(positions, roles)?;
    for (side, out) in [(Side::Left, left), (Side::Right, -left)] {
        let (arm, arm_length) =
            way(joints, roles, positions, Role::UpperArm(side), Role::Hand(side))?;
        let straight = arm.length() >= ARMS_STRAIGHT * arm_length;
        let arm_out = arm.try_normalize()?.dot(out) >= ARMS_OUT;
        if !(straight && arm_out) {
            return Some(false);
        }
    }
    legs_stand(joints, roles, positions, up, left)
}

/// Whether both legs are straight, parallel to the spine, and neither is ahead of the other.
fn legs_stand(
    joints: &[Joint],
    roles: &Roles,
    positions: &[Vec3],
    up: Vec3,
    left: Vec3,
) -> Option<bool> {
    let mut ways = [Vec3::ZERO; 2];
    for side in Side::BOTH {
        let (leg, length) = way(joints, roles, positions, Role::Thigh(side), Role::Foot(side))?;
        let is_down = leg.try_normalize()?.dot(-up) >= LEGS_DOWN;
        if !(is_down && leg.length() >= LEGS_STRAIGHT * length) {
            return Some(false);
        }
        ways[side.index()] = leg;
    }
    let ahead = left.cross(up).try_normalize()?;
    let apart = (ways[0] - ways[1]).dot(ahead).abs();
    Some(apart < STRIDE * 0.5 * (ways[0].length() + ways[1].length()))
}

/// The way from one role to another, and the length of the bones between them.
fn way(
    joints: &[Joint],
    roles: &Roles,
    positions: &[Vec3],
    from: Role,
    to: Role,
) -> Option<(Vec3, f32)> {
    let (from, to) = (roles.get(from)?, roles.get(to)?);
    Some((positions[to.index()] - positions[from.index()], chain_length(joints, from, to)?))
}

/// Sum of the bones from a joint down to one that hangs from it.
pub(crate) fn chain_length(joints: &[Joint], from: JointId, to: JointId) -> Option<f32> {
    let mut length = 0.0;
    let mut joint = to;
    while joint != from {
        length += joints[joint.index()].offset.length();
        joint = joints[joint.index()].parent?;
    }
    Some(length)
}
