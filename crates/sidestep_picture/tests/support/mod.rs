//! A simple walker for tests: joint angles by sines, so that pictures have something to show.

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Contacts, Joint, JointId, Label, Skeleton,
    kinematics::joint_positions,
    math::{cos, sin},
};
use std::{f32::consts::TAU, sync::Arc};

/// Name, parent, offset and tip of every joint.
type Row = (&'static str, Option<u16>, [f32; 3], Option<[f32; 3]>);

const ROWS: [Row; 18] = [
    ("Hips", None, [0.0, 0.0, 0.0], None),
    ("Spine", Some(0), [0.0, 0.12, 0.0], None),
    ("Chest", Some(1), [0.0, 0.18, 0.0], None),
    ("Neck", Some(2), [0.0, 0.22, 0.0], None),
    ("Head", Some(3), [0.0, 0.09, 0.02], Some([0.0, 0.2, 0.0])),
    ("LeftShoulder", Some(2), [0.03, 0.16, 0.0], None),
    ("LeftArm", Some(5), [0.15, 0.0, 0.0], None),
    ("LeftForeArm", Some(6), [0.28, 0.0, 0.0], None),
    ("LeftHand", Some(7), [0.25, 0.0, 0.0], Some([0.16, 0.0, 0.0])),
    ("RightShoulder", Some(2), [-0.03, 0.16, 0.0], None),
    ("RightArm", Some(9), [-0.15, 0.0, 0.0], None),
    ("RightForeArm", Some(10), [-0.28, 0.0, 0.0], None),
    ("RightHand", Some(11), [-0.25, 0.0, 0.0], Some([-0.16, 0.0, 0.0])),
    ("LeftUpLeg", Some(0), [0.09, -0.06, 0.0], None),
    ("LeftLeg", Some(13), [0.0, -0.42, 0.0], None),
    ("RightUpLeg", Some(0), [-0.09, -0.06, 0.0], None),
    ("RightLeg", Some(15), [0.0, -0.42, 0.0], None),
    ("LeftFoot", Some(14), [0.0, -0.42, 0.0], None),
];

/// A human skeleton of 21 joints.
pub(crate) fn skeleton() -> Arc<Skeleton> {
    let mut joints: Vec<Joint> = ROWS
        .iter()
        .map(|(name, parent, offset, tip)| joint(name, *parent, *offset, *tip))
        .collect();
    joints.push(joint("LeftToeBase", Some(17), [0.0, -0.07, 0.13], Some([0.0, 0.0, 0.07])));
    joints.push(joint("RightFoot", Some(16), [0.0, -0.42, 0.0], None));
    joints.push(joint("RightToeBase", Some(19), [0.0, -0.07, 0.13], Some([0.0, 0.0, 0.07])));
    Arc::new(Skeleton::new(joints).expect("the rows above stand parents first"))
}

fn joint(name: &str, parent: Option<u16>, offset: [f32; 3], tip: Option<[f32; 3]>) -> Joint {
    Joint {
        name: name.to_owned(),
        parent: parent.map(JointId),
        offset: offset.into(),
        rest: Quat::IDENTITY,
        tip: tip.map(Vec3::from),
    }
}

/// How the walker walks.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) secs: f32,
    pub(crate) rate_hz: f32,
    pub(crate) speed: f32,
    /// Turn rate in rad/s.
    pub(crate) turn: f32,
}

/// The walker on a path of constant curvature.
pub(crate) fn walk(walk: Walk) -> Clip {
    let skeleton = skeleton();
    let frames = (walk.secs * walk.rate_hz) as usize + 1;
    let mut clip = Clip {
        labels: vec![
            Label::new("walk", 0..frames as u32 / 2),
            Label::new("turn", frames as u32 / 2..frames as u32),
            Label::new("synthetic", 0..frames as u32),
        ],
        ..Clip::empty("synthetic walk", &skeleton, walk.rate_hz)
    };
    let mut place = Vec3::ZERO;
    for frame in 0..frames {
        let secs = frame as f32 / walk.rate_hz;
        let heading = walk.turn * secs;
        let rotations = rotations(TAU * secs / 1.1, heading);
        let pose = sidestep_motion::Pose { root_position: Vec3::ZERO, rotations };
        let positions = joint_positions(&skeleton, pose.as_ref());
        // The lower foot stands on the floor.
        let height = [18, 20].map(|toe: usize| positions[toe].y);
        let low = height[0].min(height[1]) - 0.03;
        clip.root_positions.push(place - Vec3::Y * low);
        clip.rotations.extend(&pose.rotations);
        let planted = Contacts::new(height[0] - low < 0.06, height[1] - low < 0.06);
        clip.contacts.get_or_insert_default().push(planted);
        place += Vec3::new(sin(heading), 0.0, cos(heading)) * (walk.speed / walk.rate_hz);
    }
    clip
}

fn rotations(phase: f32, heading: f32) -> Vec<Quat> {
    let x = |angle: f32| Quat::from_xyzw(sin(0.5 * angle), 0.0, 0.0, cos(0.5 * angle));
    let y = |angle: f32| Quat::from_xyzw(0.0, sin(0.5 * angle), 0.0, cos(0.5 * angle));
    let z = |angle: f32| Quat::from_xyzw(0.0, 0.0, sin(0.5 * angle), cos(0.5 * angle));
    let mut rotations = vec![Quat::IDENTITY; 21];
    rotations[0] = y(heading) * y(-0.08 * sin(phase)) * x(0.04);
    rotations[2] = y(0.16 * sin(phase));
    for (side, phase) in [(1.0, phase), (-1.0, phase + 0.5 * TAU)] {
        let [arm, forearm] = if side > 0.0 { [6, 7] } else { [10, 11] };
        rotations[arm] = x(0.45 * sin(phase)) * z(-1.4 * side);
        rotations[forearm] = y(-side * (0.35 - 0.2 * sin(phase)));
        let [thigh, shank, foot] = if side > 0.0 { [13, 14, 17] } else { [15, 16, 19] };
        rotations[thigh] = x(-0.12 - 0.42 * sin(phase));
        let lift = cos(phase - 0.5).max(0.0);
        rotations[shank] = x(0.12 + 0.95 * lift * lift);
        rotations[foot] = x(-0.05 + 0.25 * lift);
    }
    rotations
}
