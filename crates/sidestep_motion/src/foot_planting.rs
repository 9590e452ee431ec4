//! Keeps the feet of a retargeted clip where they stand.
//!
//! Another body takes steps of another length, so copied rotations make planted feet slide. Here
//! each foot goes, while it touches the ground, as its source went on the ground; between two stances
//! the corrections fade. A foot rolls: it stands on its heel, then on its ball. So from frame to frame
//! the end of it is followed that the source moved less, because feet of other lengths cannot follow
//! both.

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

/// How long before and after a stance a foot goes as its source went, in seconds: it lands and leaves slowly,
/// and would slide if it went its own way there.
const EDGE_SECS: f32 = 0.07;

/// Share of the contact frames that lie below the height a joint rests at.
const RESTING_SHARE: f32 = 0.2;

/// Moves the feet of `clip`, which must stand on y = 0, onto the paths of `source` in contact.
pub(crate) fn plant(clip: &mut Clip, source: &JointMotion, contacts: &[Contacts]) {
    let motion = JointMotion::of(clip);
    let mut feet = Vec::new();
    for side in Side::BOTH {
        let Some(leg) = Leg::of(&clip.skeleton, side) else { continue };
        let stances = stances(contacts, side, clip.len());
        let Some(paths) = Paths::new([source, &motion], side, &stances) else { continue };
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

/// An end of a foot that both skeletons have.
struct End {
    source: JointId,
    target: JointId,
    /// How high it rests while the foot touches, on either body.
    rest: [f32; 2],
}

/// What a foot of the source did, and what that of the target does without corrections.
struct Paths<'a> {
    source: &'a JointMotion,
    target: &'a JointMotion,
    /// The toe where both have one, and the ankle.
    ends: Vec<End>,
    /// How far the foot is to be lifted so that its toe rests on the floor.
    lift: f32,
}

impl<'a> Paths<'a> {
    fn new(
        [source, target]: [&'a JointMotion; 2],
        side: Side,
        stances: &[Range<usize>],
    ) -> Option<Self> {
        let end = |role| {
            let joint = |motion: &JointMotion| motion.skeleton.roles().get(role);
            let (of_source, of_target) = (joint(source)?, joint(target)?);
            let rest = |motion: &JointMotion, joint: JointId| {
                let touching = stances.iter().cloned().flatten();
                low(touching.map(|frame| motion.frame(frame)[joint.index()].y))
            };
            let rest = [rest(source, of_source), rest(target, of_target)];
            Some(End { source: of_source, target: of_target, rest })
        };
        let (toe, ankle) = (end(Role::Toe(side)), end(Role::Foot(side)));
        let lift = toe.as_ref().map_or(0.0, |toe| -toe.rest[1]);
        let ends: Vec<End> = toe.into_iter().chain(ankle).collect();
        (!ends.is_empty()).then_some(Self { source, target, ends, lift })
    }

    /// How much higher the foot has to be. Whichever end is nearest to where it rests bears: a toe that is
    /// raised says nothing of a heel on the floor.
    fn rise(&self, frame: usize) -> f32 {
        let above = |height: &dyn Fn(&End) -> f32| {
            self.ends.iter().map(height).fold(f32::INFINITY, f32::min)
        };
        let (source, target) = (self.source.frame(frame), self.target.frame(frame));
        self.lift + above(&|end| source[end.source.index()].y - end.rest[0])
            - above(&|end| target[end.target.index()].y - end.rest[1])
    }

    /// By how much more the foot of the source moved on the ground since the frame before.
    fn step(&self, frame: usize) -> Vec3 {
        let since = |motion: &JointMotion, joint: JointId| {
            let place = |frame: usize| motion.frame(frame)[joint.index()].with_y(0.0);
            place(frame) - place(frame - 1)
        };
        let ends = self.ends.iter();
        let steps =
            ends.map(|end| (since(self.source, end.source), since(self.target, end.target)));
        let slower = steps.min_by(|(a, _), (b, _)| a.length().total_cmp(&b.length()));
        slower.map_or(Vec3::ZERO, |(wanted, is)| wanted - is)
    }
}

/// By how much the foot has to move in each frame.
fn corrections(paths: &Paths<'_>, stances: &[Range<usize>]) -> Vec<Vec3> {
    let mut corrections = vec![Vec3::ZERO; paths.target.len()];
    let followed = widened(stances, corrections.len(), paths.target.rate_hz);
    for (stance, wide) in stances.iter().zip(&followed) {
        for frame in wide.clone().skip(1) {
            corrections[frame] = corrections[frame - 1] + paths.step(frame);
        }
        let apart = mean(corrections[stance.clone()].iter().copied());
        for frame in wide.clone() {
            corrections[frame] = (corrections[frame] - apart).with_y(paths.rise(frame));
        }
    }
    fade(&mut corrections, &followed, paths.target.rate_hz);
    corrections
}

/// Stances with their edges, as far as there is room between them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few frames")]
fn widened(stances: &[Range<usize>], frames: usize, rate_hz: f32) -> Vec<Range<usize>> {
    let edge = (EDGE_SECS * rate_hz).round() as usize;
    let widen = |(index, stance): (usize, &Range<usize>)| {
        let before = index.checked_sub(1).map_or(0, |last| stances[last].end);
        let after = stances.get(index + 1).map_or(frames, |next| next.start);
        // A third of the gap for each side leaves the last third to fade in.
        let (room_before, room_after) = ((stance.start - before) / 3, (after - stance.end) / 3);
        stance.start - edge.min(room_before)..stance.end + edge.min(room_after)
    };
    stances.iter().enumerate().map(widen).collect()
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

fn count(frames: usize) -> f32 {
    frames as f32
}

fn mean(values: impl ExactSizeIterator<Item = Vec3>) -> Vec3 {
    let frames = count(values.len().max(1));
    values.sum::<Vec3>() / frames
}

/// The height below which a fifth of the heights lie; zero where there is none.
fn low(heights: impl Iterator<Item = f32>) -> f32 {
    let mut heights: Vec<f32> = heights.collect();
    let Some(last) = heights.len().checked_sub(1) else { return 0.0 };
    let index = (RESTING_SHARE * count(last)).round() as usize;
    *heights.select_nth_unstable_by(index.min(last), f32::total_cmp).1
}
