//! A small human skeleton for tests: 19 joints, left and right alike, facing +Z.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use glam::{Quat, Vec3};
use sidestep_motion::{Joint, JointId, Role, Roles, Side, Skeleton};

/// Length of thigh and shank together, in metres.
pub(crate) const LEG: f32 = 0.84;

/// Names, parents and offsets; the left side is +X.
const JOINTS: [(&str, Option<u16>, [f32; 3]); 19] = [
    ("Hips", None, [0.0, 0.0, 0.0]),
    ("LeftHip", Some(0), [0.0, 0.0, 0.0]),
    ("LeftUpLeg", Some(1), [0.1, -0.05, 0.0]),
    ("LeftLeg", Some(2), [0.0, -0.43, 0.0]),
    ("LeftFoot", Some(3), [0.0, -0.41, 0.0]),
    ("LeftToeBase", Some(4), [0.0, -0.07, 0.14]),
    ("RightHip", Some(0), [0.0, 0.0, 0.0]),
    ("RightUpLeg", Some(6), [-0.1, -0.05, 0.0]),
    ("RightLeg", Some(7), [0.0, -0.43, 0.0]),
    ("RightFoot", Some(8), [0.0, -0.41, 0.0]),
    ("RightToeBase", Some(9), [0.0, -0.07, 0.14]),
    ("Spine", Some(0), [0.0, 0.2, 0.0]),
    ("Neck", Some(11), [0.0, 0.3, 0.0]),
    ("LeftArm", Some(11), [0.18, 0.25, 0.0]),
    ("LeftForeArm", Some(13), [0.28, 0.0, 0.0]),
    ("LeftHand", Some(14), [0.25, 0.0, 0.0]),
    ("RightArm", Some(11), [-0.18, 0.25, 0.0]),
    ("RightForeArm", Some(16), [-0.28, 0.0, 0.0]),
    ("RightHand", Some(17), [-0.25, 0.0, 0.0]),
];

/// The skeleton, with roles given rather than detected.
pub(crate) fn human() -> Skeleton {
    let joint = |(name, parent, offset): &(&str, Option<u16>, [f32; 3])| Joint {
        name: (*name).to_owned(),
        parent: parent.map(JointId),
        offset: Vec3::from_array(*offset),
        rest: Quat::IDENTITY,
        tip: name.ends_with("ToeBase").then_some(Vec3::new(0.0, -0.01, 0.07)),
    };
    let skeleton =
        Skeleton::new(JOINTS.iter().map(joint).collect()).expect("the joints stand parents first");
    let roles = roles(&skeleton);
    skeleton.with_roles(roles)
}

fn roles(skeleton: &Skeleton) -> Roles {
    let mut roles = Roles::default();
    let mut set = |role, name: &str| roles.set(role, skeleton.find(name));
    set(Role::Hips, "Hips");
    set(Role::Spine, "Spine");
    set(Role::Neck, "Neck");
    for (side, word) in [(Side::Left, "Left"), (Side::Right, "Right")] {
        set(Role::Thigh(side), &format!("{word}UpLeg"));
        set(Role::Shank(side), &format!("{word}Leg"));
        set(Role::Foot(side), &format!("{word}Foot"));
        set(Role::Toe(side), &format!("{word}ToeBase"));
        set(Role::UpperArm(side), &format!("{word}Arm"));
        set(Role::Forearm(side), &format!("{word}ForeArm"));
        set(Role::Hand(side), &format!("{word}Hand"));
    }
    roles
}

/// The same body with every joint's own X axis along its bone, on both sides alike, as the SNU
/// data has it. `with_rest` tells the skeleton so; without it the rest pose is no pose of a body.
pub(crate) fn human_along_x(with_rest: bool) -> Skeleton {
    let plain = human();
    let world = |index: usize| {
        let id = JointId(u16::try_from(index).expect("there are 19 joints"));
        let bone =
            plain.children(id).map(|child| plain.joint(child).offset).find(|o| o.length() > 0.0);
        let bone = bone.or(plain.joints()[index].tip).unwrap_or(Vec3::X);
        // Any twist will do; a different one for every joint hides no mistake.
        let twist = Quat::from_axis_angle(Vec3::X, 0.3 * index as f32);
        sidestep_motion::math::rotation_between(Vec3::X, bone) * twist
    };
    let turned = |(index, joint): (usize, &Joint)| {
        let parent = joint.parent.map_or(Quat::IDENTITY, |parent| world(parent.index()));
        let rest = parent.conjugate() * world(index);
        Joint {
            offset: parent.conjugate() * joint.offset,
            rest: if with_rest { rest } else { Quat::IDENTITY },
            tip: joint.tip.map(|tip| world(index).conjugate() * tip),
            ..joint.clone()
        }
    };
    let joints = plain.joints().iter().enumerate().map(turned).collect();
    Skeleton::new(joints).expect("the same tree").with_roles(plain.roles().clone())
}
