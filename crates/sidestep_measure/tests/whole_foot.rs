//! Whole feet, limbs and stops of a doll whose every number can be worked out by hand.

use glam::{Quat, Vec3};
use sidestep_measure::{FootFigures, WholeFoot, liveliness::LimbSpeeds};
use sidestep_motion::{
    Joint, JointId, JointMotion, Skeleton,
    math::{cos, sin},
};
use std::{f32::consts::PI, sync::Arc};

const HZ: f32 = 30.0;

/// Length of a foot from ankle to toe over the ground, and heights of both when it stands.
const FOOT: f32 = 0.13;
const ANKLE: f32 = 0.1;
const TOE: f32 = 0.02;

/// Hips, knees, feet and shoulders.
const NAMES: [&str; 11] = [
    "Hips",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "LeftToeBase",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
    "RightToeBase",
    "LeftArm",
    "RightArm",
];

fn skeleton() -> Arc<Skeleton> {
    let parents = [None, Some(0), Some(1), Some(2), Some(3), Some(0), Some(5), Some(6), Some(7)];
    let parents = parents.into_iter().chain([Some(0), Some(0)]);
    let joints = NAMES.iter().zip(parents).map(|(name, parent)| Joint {
        name: (*name).to_owned(),
        parent: parent.map(JointId),
        offset: Vec3::ZERO,
        rest: Quat::IDENTITY,
        tip: None,
    });
    Arc::new(Skeleton::new(joints.collect()).expect("parents first"))
}

/// What a foot does at a time: where its ankle is, how high above standing, and where it points.
#[derive(Clone, Copy)]
struct Foot {
    x: f32,
    z: f32,
    lift: f32,
    yaw: f32,
}

impl Foot {
    fn at(x: f32) -> Self {
        Self { x, z: 0.0, lift: 0.0, yaw: 0.0 }
    }
}

/// The body at a time: yaws of hips and shoulders, and both feet.
struct Body {
    hips: f32,
    shoulders: f32,
    feet: [Foot; 2],
}

fn motion(secs: f32, body: impl Fn(f32) -> Body) -> JointMotion {
    let mut positions = Vec::new();
    let frames = (secs * HZ).round() as usize;
    for frame in 0..frames {
        let Body { hips, shoulders, feet } = body(frame as f32 / HZ);
        let across = |yaw: f32, x: f32, y: f32| Vec3::new(x * cos(yaw), y, -x * sin(yaw));
        positions.push(Vec3::Y);
        for (foot, x) in feet.iter().zip([0.1, -0.1]) {
            let ankle = Vec3::new(foot.x, ANKLE + foot.lift, foot.z);
            let toe = Vec3::new(FOOT * sin(foot.yaw), TOE - ANKLE, FOOT * cos(foot.yaw));
            let hip = across(hips, x, 1.0);
            positions.extend([hip, 0.5 * (hip + ankle), ankle, ankle + toe]);
        }
        positions.extend([across(shoulders, 0.2, 1.5), across(shoulders, -0.2, 1.5)]);
    }
    JointMotion { skeleton: skeleton(), rate_hz: HZ, positions }
}

fn figures(motion: &JointMotion) -> WholeFoot {
    let mut figures = FootFigures::default();
    figures.add(motion);
    figures.figures()
}

fn near(found: f32, expected: f32, within: f32) {
    assert!((found - expected).abs() <= within, "{found}, not {expected}");
}

/// The left foot turns by 40° in a second on the spot, about its ankle, while the body turns by 90°
/// a second; the right foot is in the air.
#[test]
fn a_foot_that_swivels_on_the_spot() {
    let right = Foot { lift: 0.3, ..Foot::at(-0.1) };
    let motion = motion(1.0 + 1.0 / HZ, |secs| {
        let turned = 0.5 * PI * secs;
        let yaw = (40.0 * secs).to_radians();
        // At the very end the right foot stands, so that it has a resting height below the air.
        let right = if secs > 0.94 { Foot::at(-0.1) } else { right };
        Body { hips: turned, shoulders: turned, feet: [Foot { yaw, ..Foot::at(0.1) }, right] }
    });
    let found = figures(&motion);
    near(found.swivel_p95_deg, 40.0, 0.1);
    // The ankle does not move at all.
    near(found.creep_p95_mm, 0.0, 0.1);
    // The toe goes at 40° a second on a circle of 13 cm.
    near(found.flat_slide_p95_cm_per_s, 100.0 * FOOT * 40_f32.to_radians(), 0.1);
    // The right foot stands still in the last two frames: 31 of 33 flat ones turn by 40°/s.
    near(found.flat_fraction, 33.0 / 62.0, 1e-4);
    near(found.planted_yaw_deg_per_s, 40.0 * 31.0 / 33.0, 0.1);
    near(found.turning_flat_fraction, found.flat_fraction, 1e-6);
    // At the end the pelvis has left the left foot by 50°, and the right one, which points ahead, by 90°.
    near(found.hip_twist_p99_deg, 90.0, 0.5);
    assert_eq!(found.shoulder_twist_p99_deg, 0.0);
}

/// Both feet stand; the left one creeps by 12 mm in a second and a half, ankle and toe alike.
#[test]
fn a_foot_that_creeps() {
    let motion = motion(1.5 + 1.0 / HZ, |secs| Body {
        hips: 0.0,
        shoulders: 0.0,
        feet: [Foot { z: 0.008 * secs, ..Foot::at(0.1) }, Foot::at(-0.1)],
    });
    let found = figures(&motion);
    near(found.creep_p95_mm, 12.0, 0.05);
    near(found.flat_slide_p95_cm_per_s, 0.8, 0.01);
    assert_eq!(
        (found.swivel_p95_deg, found.flat_fraction, found.low_fast_fraction),
        (0.0, 1.0, 0.0)
    );
    // Nobody turns, so nothing is said of turning.
    assert_eq!((found.planted_yaw_deg_per_s, found.turning_flat_fraction), (0.0, 0.0));
    // Two stances of 46 frames.
    near(found.stance_secs_p50, 46.0 / HZ, 1e-4);
    near(found.steps_per_sec, 2.0 / (46.0 / HZ), 1e-4);
}

/// At 20 cm/s a foot is still flat, and slides; at 30 cm/s it is low and fast.
#[test]
fn a_foot_that_slides_flat_and_one_that_glides() {
    let motion = motion(2.0, |secs| Body {
        hips: 0.0,
        shoulders: 0.0,
        feet: [Foot { z: 0.2 * secs, ..Foot::at(0.1) }, Foot { z: 0.3 * secs, ..Foot::at(-0.1) }],
    });
    let found = figures(&motion);
    near(found.flat_slide_p95_cm_per_s, 20.0, 0.01);
    assert_eq!((found.flat_fraction, found.low_fast_fraction), (0.5, 0.5));
    // One stance in two seconds.
    near(found.steps_per_sec, 0.5, 1e-4);
}

/// For a second the left foot is 3 cm beside the right one, then past it, then where it belongs.
#[test]
fn legs_that_cross() {
    let motion = motion(4.0, |secs| {
        let x = match secs {
            secs if secs < 0.99 => -0.07,
            secs if secs < 1.99 => -0.2,
            _ => 0.1,
        };
        Body { hips: 0.0, shoulders: 0.4, feet: [Foot::at(x), Foot::at(-0.1)] }
    });
    let found = figures(&motion);
    near(found.legs_cross_fraction, 0.5, 1e-4);
    near(found.shoulder_twist_p99_deg, 0.4_f32.to_degrees(), 0.01);
    // A leg is as long as it is in the first frame, straight from (0.1, 1) to (-0.07, 0.1); past the
    // other foot, at (-0.2, 0.1), this doll stretches it.
    let length = |x: f32| (x * x + 0.9 * 0.9_f32).sqrt();
    near(found.reach_p999, length(0.3) / length(0.17), 1e-4);
}

/// Arms and legs of a walk, then the same way with frozen limbs, then with limbs half as fast.
#[test]
fn frozen_limbs_are_not_lively() {
    let walk = |swing: f32| {
        let mut motion = motion(6.0, |secs| Body {
            hips: 0.0,
            shoulders: 0.0,
            feet: [
                Foot { z: swing * sin(6.0 * secs), ..Foot::at(0.1) },
                Foot { z: -swing * sin(6.0 * secs), ..Foot::at(-0.1) },
            ],
        });
        let joints = NAMES.len();
        for (index, place) in motion.positions.iter_mut().enumerate() {
            place.z += 1.4 * (index / joints) as f32 / HZ;
        }
        let mut limbs = LimbSpeeds::default();
        limbs.add(&motion);
        limbs
    };
    let source = walk(0.3);
    near(source.over(&source), 1.0, 1e-5);
    near(walk(0.0).over(&source), 0.0, 1e-5);
    near(walk(0.15).over(&source), 0.5, 1e-3);
}
