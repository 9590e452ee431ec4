//! Keeps the feet of a retargeted clip where they stand.
//!
//! Another body takes steps of another length, so copied rotations make planted feet slide. Here
//! each foot follows, while it touches the ground, the very path its source took on the ground;
//! between two stances the corrections fade.

use crate::{
    clip::Clip,
    contacts::Contacts,
    joint::JointId,
    joint_motion::JointMotion,
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, solve},
    pose::Pose,
    roles::Role,
    side::Side,
    skate::stances,
};
use glam::Vec3;
use std::ops::Range;

/// Longest time over which a correction fades in or out.
const FADE_SECS: f32 = 0.25;

/// Share of the contact frames that lie below the height a joint rests at.
const RESTING_SHARE: f32 = 0.2;

/// Moves the feet of `clip`, which must stand on y = 0, onto the paths of `source` in contact.
pub(crate) fn plant(clip: &mut Clip, source: &JointMotion, contacts: &[Contacts]) {
    let motion = JointMotion::of(clip);
    let mut feet = Vec::new();
    for side in Side::BOTH {
        let Some(leg) = Leg::of(&clip.skeleton, side) else { continue };
        let Some(points) = common_point(source, &motion, side) else { continue };
        let paths = Paths { source, target: &motion, points };
        let stances = stances(contacts, side, clip.len());
        feet.push((leg, corrections(&paths, &stances)));
    }
    let mut transforms = JointTransforms::new(clip.skeleton.len());
    let mut pose = Pose::identity(clip.skeleton.len());
    let joints = clip.skeleton.len();
    for frame in 0..clip.len() {
        if feet.iter().all(|(_, corrections)| corrections[frame].length() < 1e-6) {
            continue;
        }
        pose.copy_from(clip.pose(frame));
        transforms.compute(&clip.skeleton, pose.as_ref());
        for (leg, corrections) in &feet {
            let position = transforms.position(leg.foot) + corrections[frame];
            let target = AnkleTarget { position, rotation: None };
            solve(&clip.skeleton, leg, &target, &mut pose, &mut transforms);
        }
        clip.rotations[frame * joints..(frame + 1) * joints].copy_from_slice(&pose.rotations);
    }
}

/// The joint that is followed, on both skeletons.
#[derive(Clone, Copy)]
struct CommonPoint {
    source: JointId,
    target: JointId,
    /// Height above the floor at which it rests; `None` to keep the one it has.
    rest: Option<f32>,
}

/// The toe, at the floor, where both have one, else the ankle.
fn common_point(source: &JointMotion, target: &JointMotion, side: Side) -> Option<CommonPoint> {
    let point = |role, rest| {
        let joint = |motion: &JointMotion| motion.skeleton.roles().get(role);
        Some(CommonPoint { source: joint(source)?, target: joint(target)?, rest })
    };
    point(Role::Toe(side), Some(0.0)).or_else(|| point(Role::Foot(side), None))
}

struct Paths<'a> {
    source: &'a JointMotion,
    target: &'a JointMotion,
    points: CommonPoint,
}

impl Paths<'_> {
    fn source(&self, frame: usize) -> Vec3 {
        self.source.frame(frame)[self.points.source.index()]
    }

    fn target(&self, frame: usize) -> Vec3 {
        self.target.frame(frame)[self.points.target.index()]
    }
}

/// By how much the foot has to move in each frame.
fn corrections(paths: &Paths<'_>, stances: &[Range<usize>]) -> Vec<Vec3> {
    let frames = paths.target.len();
    let mut corrections = vec![Vec3::ZERO; frames];
    let touching = || stances.iter().cloned().flatten();
    let source_rest = low(touching().map(|frame| paths.source(frame).y));
    let target_rest = low(touching().map(|frame| paths.target(frame).y));
    let rest = paths.points.rest.unwrap_or(target_rest);
    for stance in stances {
        let apart = mean(stance.clone().map(|frame| paths.target(frame) - paths.source(frame)));
        let lift = Vec3::new(apart.x, rest - source_rest, apart.z);
        for frame in stance.clone() {
            corrections[frame] = paths.source(frame) + lift - paths.target(frame);
        }
    }
    fade(&mut corrections, stances, paths.target.rate_hz);
    corrections
}

/// Fills the frames between stances: each end fades out over at most [`FADE_SECS`].
fn fade(corrections: &mut [Vec3], stances: &[Range<usize>], rate_hz: f32) {
    let longest = (FADE_SECS * rate_hz).max(1.0);
    let ends = std::iter::once(None).chain(stances.iter().map(|stance| Some(stance.end)));
    let starts = stances.iter().map(|stance| Some(stance.start)).chain(std::iter::once(None));
    for (after, before) in ends.zip(starts) {
        let gap = after.unwrap_or(0)..before.unwrap_or(corrections.len());
        // A whole gap for both ends: their weights then add up to one at the most.
        let window = match (after, before) {
            (Some(_), Some(_)) => longest.min(count(gap.len() + 1)),
            _ => longest,
        };
        let last = after.map_or(Vec3::ZERO, |end| corrections[end - 1]);
        let next = before.map_or(Vec3::ZERO, |start| corrections[start]);
        for frame in gap.clone() {
            let since = count(frame + 1 - gap.start) / window;
            let until = count(gap.end - frame) / window;
            corrections[frame] = last * fall(since) + next * fall(until);
        }
    }
}

/// From 1 at 0 to 0 at 1, level at both ends.
fn fall(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    1.0 - t * t * (3.0 - 2.0 * t)
}

#[expect(clippy::cast_precision_loss, reason = "frames of one clip")]
fn count(frames: usize) -> f32 {
    frames as f32
}

fn mean(values: impl ExactSizeIterator<Item = Vec3>) -> Vec3 {
    let frames = count(values.len().max(1));
    values.sum::<Vec3>() / frames
}

/// The height below which a fifth of the heights lie; zero where there is none.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index into the heights"
)]
fn low(heights: impl Iterator<Item = f32>) -> f32 {
    let mut heights: Vec<f32> = heights.collect();
    let Some(last) = heights.len().checked_sub(1) else { return 0.0 };
    let index = (RESTING_SHARE * count(last)).round() as usize;
    *heights.select_nth_unstable_by(index.min(last), f32::total_cmp).1
}
