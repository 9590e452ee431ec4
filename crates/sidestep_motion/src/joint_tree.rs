//! The tree that a list of joints forms: ancestors, and where the joints lie at rest.

use crate::joint::{Joint, JointId};
use glam::{Quat, Vec3};

/// The number of the joint at `index` of a list that a skeleton could hold.
pub(crate) fn id(index: usize) -> JointId {
    JointId(u16::try_from(index).unwrap_or(u16::MAX))
}

/// The joint and all its ancestors, from the root down to it.
pub(crate) fn path_from_root(joints: &[Joint], joint: JointId) -> Vec<JointId> {
    let mut path = vec![joint];
    let mut at = joint;
    while let Some(parent) = joints[at.index()].parent {
        path.push(parent);
        at = parent;
    }
    path.reverse();
    path
}

/// The deepest joint from which both `a` and `b` hang; it may be one of them.
pub(crate) fn common_ancestor(joints: &[Joint], a: JointId, b: JointId) -> JointId {
    let (path_a, path_b) = (path_from_root(joints, a), path_from_root(joints, b));
    let shared = path_a.iter().zip(&path_b).take_while(|(a, b)| a == b).count();
    path_a[shared.saturating_sub(1)]
}

/// Whether `joint` is `ancestor` or hangs from it.
pub(crate) fn hangs_from(joints: &[Joint], joint: JointId, ancestor: JointId) -> bool {
    path_from_root(joints, joint).contains(&ancestor)
}

/// The joints that hang from `parent`, in order.
pub(crate) fn children(joints: &[Joint], parent: JointId) -> impl Iterator<Item = JointId> + '_ {
    let is_child = move |index: &usize| joints[*index].parent == Some(parent);
    (0..joints.len()).filter(is_child).map(id)
}

/// World rotation of every joint in the reference pose.
pub(crate) fn rest_rotations(joints: &[Joint]) -> Vec<Quat> {
    let mut rotations: Vec<Quat> = Vec::with_capacity(joints.len());
    for joint in joints {
        let parent = joint.parent.map_or(Quat::IDENTITY, |parent| rotations[parent.index()]);
        rotations.push(parent * joint.rest);
    }
    rotations
}

/// World position of every joint in the reference pose, the root at the origin.
pub(crate) fn rest_positions(joints: &[Joint]) -> Vec<Vec3> {
    let rotations = rest_rotations(joints);
    let mut positions: Vec<Vec3> = Vec::with_capacity(joints.len());
    for joint in joints {
        let place = joint.parent.map_or(Vec3::ZERO, |parent| {
            positions[parent.index()] + rotations[parent.index()] * joint.offset
        });
        positions.push(place);
    }
    positions
}
