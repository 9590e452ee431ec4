//! The pose in which a body is made: upright, arms a third of the way down, legs a little apart.
//!
//! Arms that go up are then not much farther from it than arms that hang, and nothing touches that
//! should not grow together.

use glam::{Quat, Vec3};
use sidestep_motion::{
    JointId, Role, Side, Skeleton, kinematics::JointTransforms, math::from_rotation_vector,
    reference_pose::reference_rotations,
};

/// How far arms are lowered from the horizontal, in radians.
const ARMS_DOWN: f32 = 0.60;
/// How far each leg is spread, in radians.
const LEGS_APART: f32 = 0.1;
/// Nothing stands farther from the root than this, so that squares stay finite.
const FARTHEST_METRES: f32 = 1e4;

/// Place and rotation of every joint in that pose, the root at the origin.
pub(crate) fn stance(skeleton: &Skeleton) -> JointTransforms {
    let mut rotations = reference_rotations(skeleton);
    for side in Side::BOTH {
        let outward = if side == Side::Left { 1.0 } else { -1.0 };
        let about_front = |angle: f32| from_rotation_vector(Vec3::Z * (outward * angle));
        turn(skeleton, &mut rotations, Role::UpperArm(side), about_front(-ARMS_DOWN));
        turn(skeleton, &mut rotations, Role::Thigh(side), about_front(LEGS_APART));
        turn(skeleton, &mut rotations, Role::Foot(side), about_front(-LEGS_APART));
    }
    let positions = positions(skeleton, &rotations);
    JointTransforms { positions, rotations }
}

/// Turns a joint and everything below it about the world's axes.
fn turn(skeleton: &Skeleton, rotations: &mut [Quat], role: Role, turn: Quat) {
    let Some(top) = skeleton.roles().get(role).map(JointId::index) else { return };
    let mut hangs = vec![false; skeleton.len()];
    for (index, joint) in skeleton.joints().iter().enumerate().skip(top) {
        let parent = joint.parent.is_some_and(|parent| hangs[parent.index()]);
        hangs[index] = index == top || parent;
        if hangs[index] {
            rotations[index] = turn * rotations[index];
        }
    }
}

fn positions(skeleton: &Skeleton, rotations: &[Quat]) -> Vec<Vec3> {
    let far = Vec3::splat(FARTHEST_METRES);
    let mut positions: Vec<Vec3> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let place = joint.parent.map_or(Vec3::ZERO, |parent| {
            positions[parent.index()] + rotations[parent.index()] * joint.offset
        });
        positions.push(if place.is_finite() { place.clamp(-far, far) } else { Vec3::ZERO });
    }
    positions
}
