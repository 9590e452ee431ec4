//! Does time stand still, for the whole body or for one limb? Captured bodies always move a little.

use crate::{
    clip_view::{ClipView, runs},
    finding::{Finding, Severity},
};
use glam::Quat;
use sidestep_motion::{JointId, Role, Side};
use std::ops::Range;

/// Components of rotations that differ by less did not change, and places by less than this in metres.
const SAME_ROTATION: f32 = 4e-6;
const SAME_PLACE: f32 = 2e-6;

/// Shortest freeze of the whole body and of one limb that is told, in seconds.
const LEAST_BODY_SECS: f32 = 0.15;
const LEAST_LIMB_SECS: f32 = 0.5;

/// A hinge that is bent by less than 3 degrees (cosine) is stretched.
const STRETCHED: f32 = 0.9986;

/// Parts that move in every captured motion.
const LIMBS: [Role; 9] = [
    Role::Spine,
    Role::UpperArm(Side::Left),
    Role::UpperArm(Side::Right),
    Role::Forearm(Side::Left),
    Role::Forearm(Side::Right),
    Role::Thigh(Side::Left),
    Role::Thigh(Side::Right),
    Role::Shank(Side::Left),
    Role::Shank(Side::Right),
];

/// Finds frozen stretches of the body or of single limbs in a clip.
pub(crate) fn check(clip: &ClipView<'_>) -> Vec<Finding> {
    let body = steps_that_hold(clip, |frame| body_holds(clip, frame), LEAST_BODY_SECS);
    let is_frozen = |frame: usize| body.iter().any(|run| run.contains(&frame));
    let (mut names, mut worst): (Vec<String>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    for (role, joint) in limbs(clip) {
        let holds = |frame: usize| {
            !is_frozen(frame)
                && rotation_holds(clip, frame, joint.index())
                && !is_stretched(clip, frame, role)
        };
        let limb = steps_that_hold(clip, holds, LEAST_LIMB_SECS);
        // One that never moves at all is told once for the whole library.
        let frames = count(&limb);
        if frames > 0 && frames + 1 < clip.len() {
            names.push(role.name().replace('_', " "));
            worst = if longest(&limb) > longest(&worst) { limb } else { worst };
        }
    }
    let who = match names.as_slice() {
        [one] => format!("The {one} is"),
        all => format!("{} parts ({}) are", all.len(), all.join(", ")),
    };
    told(clip, "The whole body is", &body).into_iter().chain(told(clip, &who, &worst)).collect()
}

fn count(runs: &[Range<usize>]) -> usize {
    runs.iter().map(Range::len).sum()
}

fn longest(runs: &[Range<usize>]) -> usize {
    runs.iter().map(Range::len).max().unwrap_or(0)
}

/// Whether a knee or an elbow is stretched: solvers stop it there, so that it turns no further
/// while the body moves on.
fn is_stretched(clip: &ClipView<'_>, frame: usize, role: Role) -> bool {
    let (upper, end) = match role {
        Role::Shank(side) => (Role::Thigh(side), Role::Foot(side)),
        Role::Forearm(side) => (Role::UpperArm(side), Role::Hand(side)),
        _ => return false,
    };
    let place = |role| clip.role(role).map(|joint| clip.position(frame, joint));
    let (Some(start), Some(hinge), Some(end)) = (place(upper), place(role), place(end)) else {
        return false;
    };
    let cosine = (hinge - start).normalize_or_zero().dot((end - hinge).normalize_or_zero());
    cosine > STRETCHED
}

/// Names limbs that never turn in any clip.
pub(crate) fn check_library(clips: &[ClipView<'_>]) -> Option<Finding> {
    let never_turns = |(_, joint): &(Role, JointId)| {
        clips
            .iter()
            .all(|clip| (1..clip.len()).all(|frame| rotation_holds(clip, frame, joint.index())))
    };
    let names: Vec<&str> = limbs(clips.first()?)
        .into_iter()
        .filter(never_turns)
        .map(|(role, _)| role.name())
        .collect();
    if names.is_empty() {
        return None;
    }
    let message = format!("These parts never move in any clip: {}.", names.join(", "));
    let remedy = "Check that the roles name the joints that carry the motion.";
    Some(Finding::new(Severity::Warning, message, remedy))
}

fn limbs(clip: &ClipView<'_>) -> Vec<(Role, JointId)> {
    LIMBS.into_iter().filter_map(|role| Some((role, clip.role(role)?))).collect()
}

/// Runs of steps (from the frame before) without change that last long enough.
fn steps_that_hold(
    clip: &ClipView<'_>,
    holds: impl Fn(usize) -> bool,
    least_secs: f32,
) -> Vec<Range<usize>> {
    let long = |run: &Range<usize>| run.len() >= 3 && clip.secs(run.len()) >= least_secs;
    runs(clip.len(), |frame| frame > 0 && holds(frame)).into_iter().filter(long).collect()
}

fn told(clip: &ClipView<'_>, who: &str, frozen: &[Range<usize>]) -> Option<Finding> {
    let first = frozen.first()?;
    let longest =
        frozen.iter().fold(first, |most, run| if run.len() > most.len() { run } else { most });
    let at_end = if longest.end == clip.len() { ", up to the end" } else { "" };
    let more = match frozen.len() - 1 {
        0 => String::new(),
        1 => " and for a shorter time once more".to_owned(),
        more => format!(" and for shorter times in {more} more places"),
    };
    let message = format!(
        "{who} frozen for {} frames ({:.2} s), from frame {} on{at_end}{more}.",
        longest.len(),
        clip.secs(longest.len()),
        longest.start - 1
    );
    let finding = Finding::new(Severity::Warning, message, "Cut these frames out in the manifest.");
    Some(finding.in_clip(clip.name()).at(longest.start - 1))
}

fn body_holds(clip: &ClipView<'_>, frame: usize) -> bool {
    let root = clip.motion.frame(frame)[0] - clip.motion.frame(frame - 1)[0];
    root.abs().max_element() < SAME_PLACE
        && (0..clip.joints()).all(|joint| rotation_holds(clip, frame, joint))
}

fn rotation_holds(clip: &ClipView<'_>, frame: usize, joint: usize) -> bool {
    let (old, new) = (clip.rotation(frame - 1, joint), clip.rotation(frame, joint));
    let same = |a: Quat, b: Quat| {
        (a.xyz() - b.xyz()).abs().max_element() < SAME_ROTATION && (a.w - b.w).abs() < SAME_ROTATION
    };
    same(old, new) || same(old, -new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk};
    use sidestep_motion::Clip;

    fn found(clip: &Clip) -> Vec<Finding> {
        let library = library(std::slice::from_ref(clip));
        let views = ClipView::all(&library);
        check(&views[0]).into_iter().chain(check_library(&views)).collect()
    }

    fn hold(clip: &mut Clip, frames: Range<usize>, joints: Range<usize>) {
        let all = clip.skeleton.len();
        for frame in frames {
            for joint in joints.clone() {
                clip.rotations[frame * all + joint] = clip.rotations[(frame - 1) * all + joint];
            }
        }
    }

    #[test]
    fn a_walk_has_none() {
        assert_eq!(found(&straight_walk("walk")), []);
    }

    #[test]
    fn a_frozen_tail_is_found() {
        let mut clip = straight_walk("walk");
        let frames = clip.len();
        hold(&mut clip, frames - 30..frames, 0..19);
        for frame in frames - 30..frames {
            clip.root_positions[frame] = clip.root_positions[frames - 31];
        }
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("frozen for 30 frames (0.50 s)"), "{findings:?}");
        assert!(findings[0].message.contains("up to the end"), "{findings:?}");
    }

    #[test]
    fn a_frozen_arm_is_found() {
        let mut clip = straight_walk("walk");
        hold(&mut clip, 100..200, 13..16);
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        // The elbow of this walk is straight, which says nothing.
        let part = "The left upper arm is frozen for 100 frames";
        assert!(findings[0].message.contains(part), "{findings:?}");
    }

    /// 40 and 60 frames are no freeze of 100.
    #[test]
    fn stretches_apart_are_not_added_up() {
        let mut clip = straight_walk("walk");
        hold(&mut clip, 100..140, 13..14);
        hold(&mut clip, 200..260, 13..14);
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        let message = &findings[0].message;
        assert!(message.contains("60 frames (1.00 s), from frame 199"), "{message}");
        assert!(message.contains("for a shorter time once more"), "{message}");
        assert_eq!(findings[0].frame, Some(199));
    }

    /// A knee that its solver stops at its limit stands still while the leg swings on.
    #[test]
    fn a_straight_knee_is_not_frozen_and_a_bent_one_is() {
        for (bend, expected) in [(0.0, 0), (0.5, 1)] {
            let mut clip = straight_walk("walk");
            for frame in 100..160 {
                clip.rotations[frame * 19 + 2] = Quat::from_rotation_x(bend);
            }
            let findings = found(&clip);
            assert_eq!(findings.len(), expected, "bent by {bend}: {findings:?}");
        }
    }

    #[test]
    fn a_leg_that_never_moves_is_told_once() {
        let mut clip = straight_walk("walk");
        let frames = clip.len();
        hold(&mut clip, 1..frames, 2..3);
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("left_shank"), "{findings:?}");
    }
}
