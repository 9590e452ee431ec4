//! Which way a body faces, smoothed so that it does not swing with the gait.
//!
//! The pelvis yaws by ten degrees and more with every step, so its own direction is no heading.
//! Hips and shoulders swing against each other: their mean is steady, and a Gaussian of 0.2 s
//! takes away the rest.

use crate::{
    ground::GroundTransform,
    joint_motion::JointMotion,
    math::{atan2, wrap_angle},
    roles::{Role, Roles},
    side::Side,
};
use glam::Vec3;

/// Width of the Gaussian that smooths the heading, in seconds.
pub const HEADING_SIGMA_SECS: f32 = 0.2;

/// Where the Gaussian is cut off, in sigmas: 0.05 % of it lies beyond.
const CUT_SIGMAS: f64 = 3.5;

/// Lines across the body shorter than this on the ground, in metres, have no direction.
const SHORTEST_LINE: f32 = 1e-3;

/// Below this speed, in metres a second, travel says nothing about the facing.
const SLOWEST_TRAVEL: f32 = 0.2;

/// The heading of one frame from its joint positions: forward = left x up, where left is the sum
/// of the unit horizontal lines from right to left hip and from right to left shoulder.
///
/// Takes the hips alone where there are no arms, and the shoulders alone where the hips stand
/// upright. `None` where the body has neither or lies on its side.
pub fn raw_heading(roles: &Roles, positions: &[Vec3]) -> Option<f32> {
    let across = |part: fn(Side) -> Role| {
        let [left, right] = Side::BOTH.map(|side| {
            let joint = roles.get(part(side))?;
            positions.get(joint.index()).copied()
        });
        let line = (left? - right?) * Vec3::new(1.0, 0.0, 1.0);
        (line.length() > SHORTEST_LINE).then(|| line.try_normalize()).flatten()
    };
    let left = match (across(Role::Thigh), across(Role::UpperArm)) {
        (Some(hips), Some(shoulders)) => hips + shoulders,
        (hips, shoulders) => hips.or(shoulders)?,
    };
    // Hips and shoulders that point against each other leave nothing to go by.
    (left.length() > 1e-2).then(|| atan2(-left.z, left.x))
}

/// The smoothed heading of every frame, unwrapped: it may leave (-π, π] but never jumps.
///
/// A body without hips or shoulders faces where its root travels, and +Z where it stands.
pub fn smoothed_headings(motion: &JointMotion) -> Vec<f32> {
    headings_smoothed_by(motion, HEADING_SIGMA_SECS)
}

/// [`smoothed_headings`] with a Gaussian of another width, in seconds.
pub fn headings_smoothed_by(motion: &JointMotion, sigma_secs: f32) -> Vec<f32> {
    let roles = motion.skeleton.roles();
    let mut raw: Vec<Option<f32>> =
        (0..motion.len()).map(|frame| raw_heading(roles, motion.frame(frame))).collect();
    if raw.iter().all(Option::is_none) {
        raw = travel_headings(motion);
    }
    smooth(&unwrap(&raw), sigma_secs, motion.rate_hz)
}

/// Place of the root joint and smoothed heading in every frame.
pub fn ground_transforms(motion: &JointMotion) -> Vec<GroundTransform> {
    let headings = smoothed_headings(motion);
    let place = |(frame, heading): (usize, f32)| {
        let root = motion.frame(frame)[0];
        GroundTransform::new(root.x, root.z, wrap_angle(heading))
    };
    headings.into_iter().enumerate().map(place).collect()
}

/// Directions in which the root travels over half a second around each frame.
fn travel_headings(motion: &JointMotion) -> Vec<Option<f32>> {
    let reach = frames_in(0.25, motion.rate_hz).max(1);
    let last = motion.len().saturating_sub(1);
    let heading = |frame: usize| {
        let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(last));
        let way = motion.frame(to)[0] - motion.frame(from)[0];
        let secs = seconds(to - from, motion.rate_hz);
        let is_moving = glam::Vec2::new(way.x, way.z).length() > SLOWEST_TRAVEL * secs;
        is_moving.then(|| atan2(way.x, way.z))
    };
    (0..motion.len()).map(heading).collect()
}

fn frames_in(secs: f32, rate_hz: f32) -> usize {
    (secs * rate_hz).round() as usize
}

fn seconds(frames: usize, rate_hz: f32) -> f32 {
    frames as f32 / rate_hz
}

/// Angles without jumps; where there is none the last one holds, and at the start the first.
fn unwrap(raw: &[Option<f32>]) -> Vec<f64> {
    let first = raw.iter().flatten().next().copied().unwrap_or(0.0);
    let mut at = f64::from(first);
    let mut last = first;
    let step = |angle: &Option<f32>| {
        if let Some(angle) = angle.filter(|angle| angle.is_finite()) {
            at += f64::from(wrap_angle(angle - last));
            last = angle;
        }
        at
    };
    raw.iter().map(step).collect()
}

/// Gaussian smoothing. Near the ends, where the window is cut, a weighted line is fitted instead
/// of a mean: a steady turn keeps its rate to the last frame.
fn smooth(angles: &[f64], sigma_secs: f32, rate_hz: f32) -> Vec<f32> {
    let weights = gaussian(f64::from(sigma_secs) * f64::from(rate_hz), angles.len());
    let smoothed = |at: usize| smooth_at(angles, at, &weights);
    (0..angles.len()).map(smoothed).collect()
}

/// Weights at 0, 1, 2 … frames from the middle.
fn gaussian(sigma_frames: f64, longest: usize) -> Vec<f64> {
    if !(sigma_frames.is_finite() && sigma_frames > 0.0) {
        return vec![1.0];
    }
    let reach = ((CUT_SIGMAS * sigma_frames).ceil() as usize).min(longest);
    let weight = |offset: usize| {
        let sigmas = offset as f64 / sigma_frames;
        libm::exp(-0.5 * sigmas * sigmas)
    };
    (0..=reach).map(weight).collect()
}

/// The value at `at` of the line that fits best under the weights (all of them where the window is
/// whole, in which case its slope does not matter and this is the weighted mean).
fn smooth_at(angles: &[f64], at: usize, weights: &[f64]) -> f32 {
    let reach = weights.len() - 1;
    let (from, to) = (at.saturating_sub(reach), (at + reach).min(angles.len() - 1));
    // Moments of the offsets x and of the angles y, taken from the middle one.
    let (mut w0, mut w1, mut w2, mut y0, mut y1) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (index, angle) in (from..=to).zip(&angles[from..=to]) {
        let weight = weights[index.abs_diff(at)];
        let x = index as f64 - at as f64;
        let y = angle - angles[at];
        w0 += weight;
        w1 += weight * x;
        w2 += weight * x * x;
        y0 += weight * y;
        y1 += weight * x * y;
    }
    let spread = w0 * w2 - w1 * w1;
    let is_whole = at >= reach && at + reach < angles.len();
    let value =
        if is_whole || spread <= 1e-9 * w0 * w0 { y0 / w0 } else { (w2 * y0 - w1 * y1) / spread };
    (angles[at] + value) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        joint::{Joint, JointId},
        math::{cos, sin},
        skeleton::Skeleton,
    };
    use glam::Quat;
    use std::{
        f32::consts::{FRAC_PI_2, PI},
        sync::Arc,
    };

    fn joint(name: &str, parent: Option<u16>, offset: Vec3) -> Joint {
        let parent = parent.map(JointId);
        Joint { name: name.to_owned(), parent, offset, rest: Quat::IDENTITY, tip: None }
    }

    /// Hips and shoulders, and nothing else that matters.
    fn body() -> Arc<Skeleton> {
        let joints = vec![
            joint("Hips", None, Vec3::ZERO),
            joint("LeftUpLeg", Some(0), Vec3::X * 0.1),
            joint("RightUpLeg", Some(0), Vec3::X * -0.1),
            joint("LeftArm", Some(0), Vec3::new(0.2, 0.5, 0.0)),
            joint("RightArm", Some(0), Vec3::new(-0.2, 0.5, 0.0)),
        ];
        Arc::new(Skeleton::new(joints).unwrap())
    }

    /// Joint positions with hips at yaw `hips` and shoulders at yaw `shoulders`.
    fn frame(hips: f32, shoulders: f32) -> Vec<Vec3> {
        let at = |yaw: f32, x: f32, y: f32| Vec3::new(x * cos(yaw), y, -x * sin(yaw));
        vec![
            Vec3::ZERO,
            at(hips, 0.1, 0.0),
            at(hips, -0.1, 0.0),
            at(shoulders, 0.2, 0.5),
            at(shoulders, -0.2, 0.5),
        ]
    }

    fn motion(rate_hz: f32, frames: usize, yaws: impl Fn(f32) -> (f32, f32)) -> JointMotion {
        let skeleton = body();
        let mut positions = Vec::new();
        for index in 0..frames {
            let (hips, shoulders) = yaws(index as f32 / rate_hz);
            positions.extend(frame(hips, shoulders));
        }
        JointMotion { skeleton, rate_hz, positions }
    }

    #[test]
    fn left_of_plus_x_faces_plus_z_and_left_turns_count_up() {
        let skeleton = body();
        assert!(raw_heading(skeleton.roles(), &frame(0.0, 0.0)).unwrap().abs() < 1e-6);
        let turned = raw_heading(skeleton.roles(), &frame(FRAC_PI_2, FRAC_PI_2)).unwrap();
        assert!((turned - FRAC_PI_2).abs() < 1e-6);
    }

    #[test]
    fn hips_and_shoulders_count_the_same_whatever_their_width() {
        let skeleton = body();
        // The shoulders are twice as wide; the heading is the middle all the same.
        let heading = raw_heading(skeleton.roles(), &frame(0.4, 0.0)).unwrap();
        assert!((heading - 0.2).abs() < 1e-6);
    }

    #[test]
    fn a_body_on_its_side_has_no_heading() {
        let skeleton = body();
        let lying = [0.0, 0.1, -0.1, 0.2, -0.2].map(|y| Vec3::new(0.0, y, 0.0));
        assert_eq!(raw_heading(skeleton.roles(), &lying), None);
    }

    #[test]
    fn a_steady_turn_keeps_its_rate_through_the_seam_and_to_both_ends() {
        let motion = motion(60.0, 300, |secs| (2.0 * secs, 2.0 * secs));
        for (index, heading) in smoothed_headings(&motion).into_iter().enumerate() {
            let expected = 2.0 * index as f32 / 60.0;
            assert!((heading - expected).abs() < 1e-3, "{index}: {heading} {expected}");
        }
        let grounds = ground_transforms(&motion);
        assert!(grounds.iter().all(|ground| ground.heading > -PI && ground.heading <= PI));
    }

    /// A Gaussian of sigma s leaves exp(-(2 pi f s)^2 / 2) of a swing of f hertz.
    #[test]
    fn the_swing_of_a_gait_shrinks_as_the_gaussian_says_at_every_rate() {
        for rate_hz in [30.0, 60.0, 120.0] {
            let frames = (10.0 * rate_hz) as usize;
            let swing = |secs: f32| 0.2 * sin(2.0 * PI * secs);
            let motion = motion(rate_hz, frames, |secs| (swing(secs), swing(secs)));
            let headings = smoothed_headings(&motion);
            let middle = &headings[frames / 4..3 * frames / 4];
            let amplitude = middle.iter().fold(0.0_f32, |most, heading| most.max(heading.abs()));
            assert!((amplitude - 0.2 * 0.454).abs() < 0.002, "{rate_hz} Hz: {amplitude}");
            let ends = headings.iter().fold(0.0_f32, |most, heading| most.max(heading.abs()));
            assert!(ends < 0.16, "{rate_hz} Hz: {ends} at the ends");
        }
    }

    #[test]
    fn where_the_heading_is_lost_the_last_one_holds() {
        let mut motion = motion(30.0, 60, |_| (1.0, 1.0));
        for position in &mut motion.positions[..10 * 5] {
            *position = Vec3::ZERO;
        }
        for position in &mut motion.positions[40 * 5..45 * 5] {
            *position = Vec3::ZERO;
        }
        assert!(smoothed_headings(&motion).iter().all(|heading| (heading - 1.0).abs() < 1e-5));
    }

    #[test]
    fn without_a_body_the_travel_decides_and_a_still_thing_faces_plus_z() {
        let skeleton = Arc::new(Skeleton::new(vec![joint("ball", None, Vec3::ZERO)]).unwrap());
        let rolling = (0..90).map(|i| Vec3::X * (i as f32 / 30.0)).collect();
        let motion =
            JointMotion { skeleton: Arc::clone(&skeleton), rate_hz: 30.0, positions: rolling };
        assert!(smoothed_headings(&motion).iter().all(|h| (h - FRAC_PI_2).abs() < 1e-5));
        let still = JointMotion { skeleton, rate_hz: 30.0, positions: vec![Vec3::ZERO; 9] };
        assert_eq!(ground_transforms(&still), vec![GroundTransform::IDENTITY; 9]);
    }

    #[test]
    fn one_frame_and_no_frame() {
        let single = motion(30.0, 1, |_| (0.5, 0.5));
        assert!((smoothed_headings(&single)[0] - 0.5).abs() < 1e-6);
        assert!(smoothed_headings(&motion(30.0, 0, |_| (0.0, 0.0))).is_empty());
    }
}
