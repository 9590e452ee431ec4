//! A plain walker for tests: planted feet exactly still, any path, any rate. Defects are planted
//! into its clips.

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Contacts, GroundTransform, Joint, JointId, MotionLibrary, Pose, Provenance, Side,
    Skeleton,
    contact_detection::ContactConfig,
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, solve},
    math::{from_rotation_vector, sin},
};
use std::{f32::consts::TAU, sync::Arc};

const JOINTS: [(&str, Option<u16>, [f32; 3]); 19] = [
    ("Hips", None, [0.0, 0.0, 0.0]),
    ("LeftUpLeg", Some(0), [0.1, -0.05, 0.0]),
    ("LeftLeg", Some(1), [0.0, -0.43, 0.0]),
    ("LeftFoot", Some(2), [0.0, -0.41, 0.0]),
    ("LeftToeBase", Some(3), [0.0, -0.07, 0.14]),
    ("RightUpLeg", Some(0), [-0.1, -0.05, 0.0]),
    ("RightLeg", Some(5), [0.0, -0.43, 0.0]),
    ("RightFoot", Some(6), [0.0, -0.41, 0.0]),
    ("RightToeBase", Some(7), [0.0, -0.07, 0.14]),
    ("Spine", Some(0), [0.0, 0.15, 0.0]),
    ("Spine1", Some(9), [0.0, 0.15, 0.0]),
    ("Neck", Some(10), [0.0, 0.2, 0.0]),
    ("Head", Some(11), [0.0, 0.1, 0.0]),
    ("LeftArm", Some(10), [0.18, 0.15, 0.0]),
    ("LeftForeArm", Some(13), [0.28, 0.0, 0.0]),
    ("LeftHand", Some(14), [0.25, 0.0, 0.0]),
    ("RightArm", Some(10), [-0.18, 0.15, 0.0]),
    ("RightForeArm", Some(16), [-0.28, 0.0, 0.0]),
    ("RightHand", Some(17), [-0.25, 0.0, 0.0]),
];

/// Seconds from one left foot strike to the next.
const STRIDE_SECS: f32 = 1.1;

/// Share of a stride that a foot stands.
const DUTY: f32 = 0.6;

/// Height of the hips above the floor.
pub(crate) const HIP_HEIGHT: f32 = 0.86;

pub(crate) const RATE_HZ: f32 = 60.0;

pub(crate) fn skeleton() -> Arc<Skeleton> {
    scaled_skeleton(1.0)
}

/// The body in another unit.
pub(crate) fn scaled_skeleton(scale: f32) -> Arc<Skeleton> {
    let joint = |(name, parent, offset): &(&str, Option<u16>, [f32; 3])| Joint {
        name: (*name).to_owned(),
        parent: parent.map(JointId),
        offset: Vec3::from_array(*offset) * scale,
        rest: Quat::IDENTITY,
        tip: None,
    };
    Arc::new(Skeleton::new(JOINTS.iter().map(joint).collect()).expect("parents stand first"))
}

/// Walks along `path`, a place and heading for every second of time.
pub(crate) fn walk(name: &str, secs: f32, path: impl Fn(f32) -> GroundTransform) -> Clip {
    walk_with_stride(name, secs, STRIDE_SECS, path)
}

pub(crate) fn walk_with_stride(
    name: &str,
    secs: f32,
    stride_secs: f32,
    path: impl Fn(f32) -> GroundTransform,
) -> Clip {
    let skeleton = skeleton();
    let legs = Side::BOTH.map(|side| Leg::of(&skeleton, side).expect("both legs have their names"));
    let mut clip = empty(name, &skeleton);
    let mut contacts = Vec::new();
    let mut transforms = JointTransforms::new(skeleton.len());
    let mut frame = 0_u16;
    while f32::from(frame) < secs * RATE_HZ {
        let time = f32::from(frame) / RATE_HZ;
        let mut pose = upper_body(time, stride_secs, path(time), &skeleton);
        let mut touching = [false; 2];
        for (side, leg) in Side::BOTH.into_iter().zip(&legs) {
            let (ankle, touches) = ankle_at(time, stride_secs, side, &path);
            touching[side.index()] = touches;
            transforms.compute(&skeleton, pose.as_ref());
            let rotation = Some(path(time).rotation());
            let target = AnkleTarget { position: ankle, rotation };
            solve(&skeleton, leg, &target, &mut pose, &mut transforms);
        }
        contacts.push(Contacts::new(touching[0], touching[1]));
        clip.push(pose.as_ref());
        frame += 1;
    }
    clip.contacts = Some(contacts);
    clip
}

/// Straight ahead at even speed.
pub(crate) fn straight_walk(name: &str) -> Clip {
    walk(name, 8.0, |time| GroundTransform::new(0.0, 0.9 * time, 0.0))
}

pub(crate) fn library(clips: &[Clip]) -> MotionLibrary {
    MotionLibrary::from_clips(clips, &ContactConfig::default()).expect("the clips fit together")
}

/// Sets the rotation of a joint in one frame.
pub(crate) fn turn_joint(clip: &mut Clip, frame: usize, joint: &str, turn: Quat) {
    let joint = clip.skeleton.find(joint).expect("the joint exists").index();
    let joints = clip.skeleton.len();
    let rotation = &mut clip.rotations[frame * joints + joint];
    *rotation = turn * *rotation;
}

pub(crate) fn empty(name: &str, skeleton: &Arc<Skeleton>) -> Clip {
    Clip {
        provenance: Provenance {
            source: format!("{name}.bvh"),
            licence: "MIT".to_owned(),
            performer: "test".to_owned(),
        },
        ..Clip::empty(name, skeleton, RATE_HZ)
    }
}

/// Hips, trunk and arms, all in motion; arms hang.
fn upper_body(time: f32, stride_secs: f32, ground: GroundTransform, skeleton: &Skeleton) -> Pose {
    let phase = TAU * time / stride_secs;
    let mut pose = Pose::identity(skeleton.len());
    let height = HIP_HEIGHT + 0.01 * sin(2.0 * phase);
    pose.root_position = ground.position() + Vec3::Y * height;
    pose.rotations[0] = ground.rotation();
    let sway = |amount: f32, axis: Vec3| from_rotation_vector(axis * amount * sin(phase + 0.4));
    for spine in [9, 10, 11, 12] {
        pose.rotations[spine] = sway(0.03, Vec3::new(0.3, 1.0, 0.2));
    }
    for (arm, side) in [(13, 1.0), (16, -1.0)] {
        let hang = from_rotation_vector(Vec3::Z * (-1.3 * side));
        pose.rotations[arm] = sway(0.3 * side, Vec3::X) * hang;
        pose.rotations[arm + 1] = sway(0.1, Vec3::Y);
        pose.rotations[arm + 2] = sway(0.05, Vec3::Z);
    }
    pose
}

/// Where an ankle is, and whether its foot stands.
fn ankle_at(
    time: f32,
    stride_secs: f32,
    side: Side,
    path: &impl Fn(f32) -> GroundTransform,
) -> (Vec3, bool) {
    let (offset, lateral) = if side == Side::Left { (0.0, 0.1) } else { (0.5, -0.1) };
    let strides = time / stride_secs - offset;
    let phase = strides - strides.floor();
    let place = |stride: f32| {
        let ground = path((stride + offset + 0.5 * DUTY) * stride_secs);
        ground.transform_point(Vec3::new(lateral, 0.08, 0.0))
    };
    let from = place(strides.floor());
    if phase < DUTY {
        return (from, true);
    }
    let swing = (phase - DUTY) / (1.0 - DUTY);
    let lift = sin(0.5 * TAU * swing);
    let eased = swing * swing * (3.0 - 2.0 * swing);
    let to = place(strides.floor() + 1.0);
    (from.lerp(to, eased) + Vec3::Y * (0.12 * lift * lift), false)
}
