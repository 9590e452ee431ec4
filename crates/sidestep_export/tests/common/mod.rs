//! A hand-made human skeleton and clips on it.

#![allow(dead_code, reason = "each test file uses its part")]

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Held, Joint, JointId, JointMotion, Label, Object, ObjectKind, ObjectTrack, Pose,
    Provenance, Skeleton, math,
};
use std::f32::consts::TAU;

/// Name, parent, offset, tip.
type Row = (&'static str, Option<u16>, [f32; 3], Option<[f32; 3]>);

const HUMAN: [Row; 22] = [
    ("Hips", None, [0.0, 0.0, 0.0], None),
    ("Spine", Some(0), [0.0, 0.10, -0.01], None),
    ("Spine1", Some(1), [0.0, 0.13, 0.0], None),
    ("Chest", Some(2), [0.0, 0.13, 0.0], None),
    ("Neck", Some(3), [0.0, 0.15, -0.01], None),
    ("Head", Some(4), [0.0, 0.10, 0.02], Some([0.0, 0.18, 0.0])),
    ("LeftShoulder", Some(3), [0.03, 0.11, 0.0], None),
    ("LeftArm", Some(6), [0.14, 0.0, -0.01], None),
    ("LeftForeArm", Some(7), [0.29, 0.0, 0.0], None),
    ("LeftHand", Some(8), [0.25, 0.0, 0.0], Some([0.18, 0.0, 0.0])),
    ("RightShoulder", Some(3), [-0.03, 0.11, 0.0], None),
    ("RightArm", Some(10), [-0.14, 0.0, -0.01], None),
    ("RightForeArm", Some(11), [-0.29, 0.0, 0.0], None),
    ("RightHand", Some(12), [-0.25, 0.0, 0.0], Some([-0.18, 0.0, 0.0])),
    ("LeftUpLeg", Some(0), [0.09, -0.05, 0.0], None),
    ("LeftLeg", Some(14), [0.0, -0.42, 0.0], None),
    ("LeftFoot", Some(15), [0.0, -0.42, 0.0], None),
    ("LeftToeBase", Some(16), [0.0, -0.06, 0.13], Some([0.0, 0.0, 0.07])),
    ("RightUpLeg", Some(0), [-0.09, -0.05, 0.0], None),
    ("RightLeg", Some(18), [0.0, -0.42, 0.0], None),
    ("RightFoot", Some(19), [0.0, -0.42, 0.0], None),
    ("RightToeBase", Some(20), [0.0, -0.06, 0.13], Some([0.0, 0.0, 0.07])),
];

pub(crate) fn human() -> Skeleton {
    let joint = |(name, parent, offset, tip): Row| Joint {
        name: name.into(),
        parent: parent.map(JointId),
        offset: offset.into(),
        rest: Quat::IDENTITY,
        tip: tip.map(Vec3::from),
    };
    Skeleton::new(HUMAN.map(joint).to_vec()).unwrap()
}

pub(crate) fn empty_clip(name: &str, skeleton: Skeleton, rate_hz: f32) -> Clip {
    Clip {
        name: name.into(),
        skeleton: skeleton.into(),
        rate_hz,
        root_positions: vec![],
        rotations: vec![],
        labels: vec![],
        contacts: None,
        objects: Vec::new(),
        floor: None,
        provenance: Provenance {
            source: "made by hand".into(),
            licence: "CC0-1.0".into(),
            performer: "nobody".into(),
        },
    }
}

/// A plain walk of one second a cycle, good enough to look at.
pub(crate) fn walk(frames: usize, rate_hz: f32) -> Clip {
    let skeleton = human();
    let mut clip = empty_clip("walk", skeleton.clone(), rate_hz);
    for frame in 0..frames {
        let secs = frame as f32 / rate_hz;
        let mut pose = Pose::identity(skeleton.len());
        let bob = 0.015 * math::cos(2.0 * TAU * secs);
        pose.root_position = Vec3::new(0.0, 0.95 + bob, 1.3 * secs);
        let mut turn = |name: &str, rotation: Quat| {
            pose.rotations[skeleton.find(name).unwrap().index()] = rotation;
        };
        for (side, sign, phase) in [("Left", 1.0, 0.0), ("Right", -1.0, 0.5)] {
            let swing = math::sin(TAU * (secs + phase));
            let lift = math::cos(TAU * (secs + phase)).max(0.0);
            let about_x = |radians: f32| Quat::from_axis_angle(Vec3::X, radians);
            turn(&format!("{side}UpLeg"), about_x(-0.45 * swing - 0.1 * lift));
            turn(&format!("{side}Leg"), about_x(0.12 + 0.95 * lift));
            turn(&format!("{side}Foot"), about_x(-0.1 + 0.25 * swing));
            let hang = Quat::from_axis_angle(Vec3::Z, -1.35 * sign);
            turn(&format!("{side}Arm"), about_x(0.4 * swing) * hang);
            turn(&format!("{side}ForeArm"), Quat::from_axis_angle(Vec3::Y, -0.35 * sign));
        }
        turn("Spine1", Quat::from_axis_angle(Vec3::Y, 0.08 * math::sin(TAU * secs)));
        clip.push(pose.as_ref());
    }
    clip.labels.push(Label::new("walk", 0..frames as u32));
    clip
}

/// A walk with a ball that is in the left hand, then free, then gone, and comes back.
pub(crate) fn with_ball(frames: usize) -> Clip {
    let mut clip = walk(frames, 30.0);
    let hand = clip.skeleton.find("LeftHand").unwrap();
    let kind = ObjectKind { name: "ball".into(), radius: 0.12 };
    let object = |place: usize| Object {
        position: Vec3::new(0.5, 1.0 - 0.1 * place as f32, 0.25),
        rotation: Quat::from_axis_angle(Vec3::X, 0.3 * place as f32),
        held_by: if place < 2 { Held::By(hand) } else { Held::Free },
    };
    let track =
        |start| ObjectTrack { kind: kind.clone(), start, frames: (0..4).map(object).collect() };
    clip.objects = vec![track(1), track(8)];
    clip.labels[0].moment = Some(2);
    clip
}

/// The largest distance between joints of the same name over all frames.
pub(crate) fn largest_distance(a: &Clip, b: &Clip) -> f32 {
    assert_eq!(a.len(), b.len(), "frames");
    assert_eq!(a.skeleton.len(), b.skeleton.len(), "joints");
    let (motion_a, motion_b) = (JointMotion::of(a), JointMotion::of(b));
    let mut largest = 0.0_f32;
    for (i, joint) in a.skeleton.joints().iter().enumerate() {
        let other = b.skeleton.find(&joint.name).expect(&joint.name).index();
        for frame in 0..a.len() {
            let distance = motion_a.frame(frame)[i].distance(motion_b.frame(frame)[other]);
            largest = largest.max(distance);
        }
    }
    largest
}
