//! Are calibration poses left in the clips? A T-pose between a walk and a run is no motion.

use crate::{
    clip_view::{ClipView, level, runs},
    finding::{Finding, Severity},
};
use glam::Vec3;
use sidestep_motion::{Role, Side};
use std::ops::Range;

/// How far the arms may hang from the horizontal and from the line of the shoulders: sine of 20
/// and cosine of 25 degrees.
const LARGEST_SLOPE: f32 = 0.342;
const LEAST_ALIGNMENT: f32 = 0.906;

/// Stretched arms: distance from shoulder to hand over the lengths of both bones.
const LEAST_STRETCH: f32 = 0.95;

/// Legs straight down: cosine of 15 degrees.
const LEAST_UPRIGHT: f32 = 0.966;

/// A foot ahead of the other by more than this share of a leg is amid a stride.
const STRIDE: f32 = 0.2;

/// Fastest the hips move in a pose that is held, in metres a second.
const STANDING: f32 = 0.3;

/// Fastest a hand moves in a pose that is held, in metres a second.
const STILL: f32 = 0.4;

/// Shortest pose that is held on purpose.
const LEAST_SECS: f32 = 0.15;

/// A hand that leaves the pose faster than this, in metres a second, jumped.
const JUMP: f32 = 8.0;

/// Finds T-poses that are held, or that stand alone at an end of the clip.
pub(crate) fn check(clip: &ClipView<'_>) -> Option<Finding> {
    let in_pose: Vec<bool> = (0..clip.len()).map(|frame| is_t_pose(clip, frame)).collect();
    let is_held = |frame: usize| in_pose[frame] && is_still(clip, frame);
    let is_long = |run: &Range<usize>| clip.secs(run.len()) >= LEAST_SECS;
    let mut found: Vec<Range<usize>> =
        runs(clip.len(), is_held).into_iter().filter(is_long).collect();
    if found.is_empty() {
        let all = runs(clip.len(), |frame| in_pose[frame]);
        found = all.into_iter().filter(|run| is_lone_end(clip, run)).collect();
    }
    let first = found.first()?;
    let frames = found.iter().map(Range::len).sum::<usize>();
    let message = format!(
        "A T-pose stands in {frames} frames ({:.2} s), the first from frame {} on.",
        clip.secs(frames),
        first.start
    );
    let remedy = "Drop these frames: trim the clip in the manifest.";
    let finding = Finding::new(Severity::Warning, message, remedy);
    let cut = clip.cut(&found);
    Some(finding.in_clip(clip.name()).at(first.start).cured_by("Cut the pose out", cut))
}

fn is_t_pose(clip: &ClipView<'_>, frame: usize) -> bool {
    arms_are_spread(clip, frame).unwrap_or(false) && legs_are_straight(clip, frame).unwrap_or(false)
}

fn arms_are_spread(clip: &ClipView<'_>, frame: usize) -> Option<bool> {
    let place = |role| clip.role(role).map(|joint| clip.position(frame, joint));
    let [left, right] = Side::BOTH.map(|side| place(Role::UpperArm(side)));
    let line = level(left? - right?).try_normalize()?;
    for (side, outwards) in [(Side::Left, line), (Side::Right, -line)] {
        let (shoulder, elbow, hand) =
            (place(Role::UpperArm(side))?, place(Role::Forearm(side))?, place(Role::Hand(side))?);
        let arm = hand - shoulder;
        let length = elbow.distance(shoulder) + hand.distance(elbow);
        let unit = arm.try_normalize()?;
        let is_spread = unit.y.abs() < LARGEST_SLOPE
            && unit.dot(outwards) > LEAST_ALIGNMENT
            && arm.length() > LEAST_STRETCH * length;
        if !is_spread {
            return Some(false);
        }
    }
    Some(true)
}

fn legs_are_straight(clip: &ClipView<'_>, frame: usize) -> Option<bool> {
    let place = |role| clip.role(role).map(|joint| clip.position(frame, joint));
    let mut legs = [Vec3::ZERO; 2];
    for side in Side::BOTH {
        let leg = place(Role::Thigh(side))? - place(Role::Foot(side))?;
        if leg.try_normalize()?.y < LEAST_UPRIGHT {
            return Some(false);
        }
        legs[side.index()] = leg;
    }
    let left = place(Role::Thigh(Side::Left))? - place(Role::Thigh(Side::Right))?;
    let ahead = level(left).cross(Vec3::Y).try_normalize()?;
    Some((legs[0] - legs[1]).dot(ahead).abs() < STRIDE * legs[0].length())
}

/// Whether the hands rest from the frame before or to the frame after, and the body stays.
fn is_still(clip: &ClipView<'_>, frame: usize) -> bool {
    let hips = |from: usize| level(clip.motion.frame(from + 1)[0] - clip.motion.frame(from)[0]);
    let stays = |from: usize| hips(from).length() < STANDING * clip.frame_secs();
    let rests = |from: usize| hand_speed(clip, from) < STILL && stays(from);
    frame > 0 && rests(frame - 1) || frame + 1 < clip.len() && rests(frame)
}

/// A pose of a few frames at an end of the clip which the hands leave at a bound.
fn is_lone_end(clip: &ClipView<'_>, run: &Range<usize>) -> bool {
    let leaves = run.start == 0 && run.end < clip.len() && hand_speed(clip, run.end - 1) > JUMP;
    let enters = run.end == clip.len() && run.start > 0 && hand_speed(clip, run.start - 1) > JUMP;
    leaves || enters
}

/// Speed of the faster hand against the hips from one frame to the next.
fn hand_speed(clip: &ClipView<'_>, frame: usize) -> f32 {
    let hips = clip.motion.frame(frame + 1)[0] - clip.motion.frame(frame)[0];
    let way = |side: Side| {
        let hand = clip.role(Role::Hand(side))?;
        Some((clip.position(frame + 1, hand) - clip.position(frame, hand) - hips).length())
    };
    let farthest = Side::BOTH.into_iter().filter_map(way).fold(0.0, f32::max);
    farthest / clip.frame_secs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Change;
    use crate::test_clips::{library, straight_walk};
    use glam::Quat;
    use sidestep_motion::Clip;

    fn found(clip: &Clip) -> Option<Finding> {
        let library = library(std::slice::from_ref(clip));
        check(&ClipView::all(&library)[0])
    }

    fn put_t_pose(clip: &mut Clip, frames: Range<usize>) {
        let joints = clip.skeleton.len();
        for frame in frames {
            clip.rotations[frame * joints..(frame + 1) * joints].fill(Quat::IDENTITY);
        }
    }

    #[test]
    fn a_walk_has_none() {
        assert_eq!(found(&straight_walk("walk")), None);
    }

    #[test]
    fn one_frame_at_the_start_is_found() {
        let mut clip = straight_walk("walk");
        put_t_pose(&mut clip, 0..1);
        assert_eq!(found(&clip).unwrap().frame, Some(0));
    }

    /// Who balances along with arms spread strikes a T with every step, and holds none.
    #[test]
    fn a_walk_with_arms_spread_has_none() {
        let mut clip = straight_walk("walk");
        let joints = clip.skeleton.len();
        for frame in 0..clip.len() {
            clip.rotations[frame * joints + 13..frame * joints + 19].fill(Quat::IDENTITY);
        }
        assert_eq!(found(&clip), None);
    }

    #[test]
    fn a_held_pose_in_the_middle_is_found() {
        let mut clip = straight_walk("walk");
        put_t_pose(&mut clip, 100..130);
        clip.root_positions[100..130].fill(glam::Vec3::new(0.0, 0.94, 1.5));
        let finding = found(&clip).unwrap();
        assert_eq!(finding.frame, Some(100));
        let rate_hz = clip.rate_hz;
        let stretches_secs = vec![(100.0 / rate_hz, 130.0 / rate_hz)];
        assert_eq!(finding.cures[0].set, Change::Cut { clip: "walk".to_owned(), stretches_secs });
        assert!(finding.message.contains("30 frames (0.50 s)"), "{finding:?}");
    }
}
