//! Which joints of a BVH file become the skeleton: a bone above the hips is folded into them.

use super::model::{BvhJoint, Channel, Header};
use crate::{
    detect,
    error::{ImportError, Place},
    options::{ImportOptions, Note},
    raw::MAX_COORDINATE,
};
use glam::{DVec3, Quat, Vec3};
use sidestep_motion::{Joint, JointId, Role, Roles};

/// The joints of the file that become the skeleton.
pub(super) struct Layout {
    /// Joints of the file above the skeleton's root, from the top down.
    pub(super) above: Vec<usize>,
    /// Joints of the file that are the skeleton's, in order; the first is its root.
    pub(super) kept: Vec<usize>,
    /// The skeleton's joints, in file units.
    pub(super) joints: Vec<Joint>,
    /// What they are to the body, as far as the file's own axes tell.
    pub(super) roles: Roles,
}

/// Finds the hips and takes the skeleton from there. `samples` are the values of a few frames.
pub(super) fn layout(
    file: &str,
    header: &Header,
    samples: &[&[f64]],
    options: &ImportOptions,
    notes: &mut Vec<Note>,
) -> Result<Layout, ImportError> {
    check_offsets(file, header)?;
    let all: Vec<usize> = (0..header.joints.len()).collect();
    let joints = joints(header, &all, samples.first().copied());
    let roles = detect::roles(file, &joints, options)?;
    let root = skeleton_root(header, &roles, samples);
    if root == 0 {
        return Ok(Layout { above: Vec::new(), kept: all, joints, roles });
    }
    let above = ancestors(header, root);
    let kept: Vec<usize> =
        all.into_iter().filter(|joint| hangs_from(header, *joint, root)).collect();
    let name = |joint: usize| header.joints[joint].name.as_str();
    let top = name(above[0]);
    notes.push(Note::info(format!(
        "'{top}' stands above the hips and was folded into '{}'",
        name(root)
    )));
    let dropped = header.joints.len() - above.len() - kept.len();
    if dropped > 0 {
        let message =
            format!("{dropped} joints that hang from '{top}' beside the body were left out");
        notes.push(Note::warning(message, "name the root under roles as hips to keep them"));
    }
    let joints = self::joints(header, &kept, samples.first().copied());
    let roles = detect::roles(file, &joints, options)?;
    Ok(Layout { above, kept, joints, roles })
}

/// Place of a joint in its parent's space: position channels replace the OFFSET, axis by axis.
pub(super) fn local_position(joint: &BvhJoint, values: &[f64]) -> DVec3 {
    let mut position = DVec3::from_array(joint.offset);
    for (channel, value) in joint.channels.iter().zip(&values[joint.first_channel..]) {
        if let Channel::Position(axis) = *channel {
            position[axis] = *value;
        }
    }
    position
}

/// Whether the file moves the joint in its parent's space.
pub(super) fn has_position(joint: &BvhJoint) -> bool {
    joint.channels.iter().any(|channel| matches!(channel, Channel::Position(_)))
}

fn joints(header: &Header, kept: &[usize], values: Option<&[f64]>) -> Vec<Joint> {
    let id = |joint: usize| {
        let index = kept.iter().position(|kept| *kept == joint)?;
        u16::try_from(index).ok().map(JointId)
    };
    let joint = |index: &usize| {
        let joint = &header.joints[*index];
        let offset = match values {
            Some(values) => local_position(joint, values),
            None => DVec3::from_array(joint.offset),
        };
        Joint {
            name: joint.name.clone(),
            parent: joint.parent.and_then(id),
            offset: offset.as_vec3(),
            rest: Quat::IDENTITY,
            tip: joint.end_sites.first().map(|tip| DVec3::from_array(*tip).as_vec3()),
        }
    };
    let mut joints: Vec<Joint> = kept.iter().map(joint).collect();
    // The root's place is the pose's, so its offset must not tell skeletons apart.
    if let Some(root) = joints.first_mut() {
        root.offset = Vec3::ZERO;
    }
    joints
}

/// The joint that should be the skeleton's root: the hips, if nothing of the body lies beside them.
fn skeleton_root(header: &Header, roles: &Roles, samples: &[&[f64]]) -> usize {
    let hips = roles.get(Role::Hips).map_or(0, JointId::index);
    if hips == 0 {
        return if is_ground_bone(header, samples) { 1 } else { 0 };
    }
    let beside = Role::ALL.into_iter().filter_map(|role| roles.get(role)).any(|joint| {
        !hangs_from(header, joint.index(), hips) && !hangs_from(header, hips, joint.index())
    });
    if beside { 0 } else { hips }
}

/// Whether the root stands still while its only child carries the motion.
fn is_ground_bone(header: &Header, samples: &[&[f64]]) -> bool {
    let [root, child, rest @ ..] = header.joints.as_slice() else { return false };
    let name = root.name.to_ascii_lowercase();
    let is_hips = name.contains("hip") || name.contains("pelvis");
    let only_child = rest.iter().all(|joint| joint.parent != Some(0));
    if is_hips || !only_child || !has_position(child) || rest.is_empty() {
        return false;
    }
    let values = |joint: &BvhJoint, frame: &[f64]| -> Vec<f64> {
        frame[joint.first_channel..joint.first_channel + joint.channels.len()].to_vec()
    };
    let moves = |joint: &BvhJoint| {
        samples.windows(2).any(|pair| values(joint, pair[0]) != values(joint, pair[1]))
    };
    !moves(root) && moves(child)
}

fn ancestors(header: &Header, joint: usize) -> Vec<usize> {
    let mut path = Vec::new();
    let mut next = header.joints[joint].parent;
    while let Some(parent) = next {
        path.push(parent);
        next = header.joints[parent].parent;
    }
    path.reverse();
    path
}

fn hangs_from(header: &Header, joint: usize, from: usize) -> bool {
    joint == from || ancestors(header, joint).contains(&from)
}

fn check_offsets(file: &str, header: &Header) -> Result<(), ImportError> {
    for joint in &header.joints {
        let mut values = joint.offset.iter().chain(joint.end_sites.iter().flatten());
        if let Some(value) = values.find(|value| value.abs() > MAX_COORDINATE) {
            return Err(ImportError::Absurd {
                place: Place::new(file, 0).at_joint(&joint.name),
                what: format!("an OFFSET is {value:e}"),
                remedy: "repair the HIERARCHY part".to_owned(),
            });
        }
    }
    Ok(())
}
