//! What each joint is to the body: found by name, then by geometry, and open to correction.

use crate::{
    joint::{Joint, JointId},
    joint_tree::{children, common_ancestor, path_from_root},
    roles_by_geometry::{arms_and_head, legs},
    roles_by_name::by_name,
    side::Side,
};

pub use crate::role::{Role, Roles};

impl Roles {
    /// Finds the roles of a list of joints: by name first, by geometry where names say nothing.
    ///
    /// Parents must stand before their children. A role that neither names nor the rest pose
    /// betray stays empty.
    pub fn detect(joints: &[Joint]) -> Self {
        let mut roles = Self::default();
        if joints.is_empty() || !parents_come_first(joints) {
            return roles;
        }
        by_name(joints, &mut roles);
        if lacks(&roles, &[Role::Thigh, Role::Shank, Role::Foot]) {
            legs(joints, &mut roles);
        }
        toes_by_structure(joints, &mut roles);
        hips_by_structure(joints, &mut roles);
        if lacks(&roles, &[Role::UpperArm, Role::Forearm]) || roles.get(Role::Head).is_none() {
            arms_and_head(joints, &mut roles);
        }
        spine_by_structure(joints, &mut roles);
        roles
    }
}

fn parents_come_first(joints: &[Joint]) -> bool {
    let mut indexed = joints.iter().enumerate();
    indexed.all(|(index, joint)| joint.parent.is_none_or(|parent| parent.index() < index))
}

fn lacks(roles: &Roles, parts: &[fn(Side) -> Role]) -> bool {
    Side::BOTH.into_iter().any(|side| parts.iter().any(|part| roles.get(part(side)).is_none()))
}

/// A foot that has a child has a ball: the child that lies farthest from the ankle.
fn toes_by_structure(joints: &[Joint], roles: &mut Roles) {
    let reach = |joint: &JointId| joints[joint.index()].offset.length_squared();
    for side in Side::BOTH {
        if let (Some(foot), None) = (roles.get(Role::Foot(side)), roles.get(Role::Toe(side))) {
            let toe = children(joints, foot).max_by(|a, b| reach(a).total_cmp(&reach(b)));
            roles.set(Role::Toe(side), toe);
        }
    }
}

/// Without a name the hips are where the legs meet, or the root.
fn hips_by_structure(joints: &[Joint], roles: &mut Roles) {
    if roles.get(Role::Hips).is_some() {
        return;
    }
    let thighs = Side::BOTH.map(|side| roles.get(Role::Thigh(side)));
    let hips = match thighs {
        [Some(left), Some(right)] => common_ancestor(joints, left, right),
        _ => JointId(0),
    };
    roles.set(Role::Hips, Some(hips));
}

/// The spine is the way from the hips to where arms, neck and head part, whatever its joints
/// are called.
fn spine_by_structure(joints: &[Joint], roles: &mut Roles) {
    let Some(hips) = roles.get(Role::Hips) else { return };
    let Some(mut chest) = branching(joints, roles) else { return };
    // Some skeletons hang the arms from the neck; the chest is below it.
    let is_neck =
        |joint| [Role::Neck, Role::Head].map(|role| roles.get(role)).contains(&Some(joint));
    while is_neck(chest) {
        match joints[chest.index()].parent {
            Some(parent) => chest = parent,
            None => return,
        }
    }
    let path = path_from_root(joints, chest);
    let above_hips = path.iter().position(|joint| *joint == hips).and_then(|at| path.get(at + 1));
    if let Some(spine) = above_hips {
        roles.set(Role::Spine, Some(*spine));
        roles.set(Role::Chest, Some(chest));
    }
}

/// The joint from which both arms hang; without arms the one that carries neck or head.
fn branching(joints: &[Joint], roles: &Roles) -> Option<JointId> {
    let shoulders = Side::BOTH
        .map(|side| roles.get(Role::Clavicle(side)).or_else(|| roles.get(Role::UpperArm(side))));
    if let [Some(left), Some(right)] = shoulders {
        return Some(common_ancestor(joints, left, right));
    }
    let above = roles.get(Role::Neck).or_else(|| roles.get(Role::Head))?;
    joints[above.index()].parent
}
