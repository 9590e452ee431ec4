//! Does a joint jump? Markers get lost and swapped, and for a few frames a limb is elsewhere.

use crate::{
    clip_view::{ClipView, joint_ids},
    finding::{Finding, Severity},
};
use sidestep_motion::{JointId, math::angle_between};

/// Largest acceleration of a joint that is believed, in metres a second squared: the hand of a
/// pitcher has less when seen at 30 Hz.
const FASTEST: f32 = 225.0;

/// Smallest jump that is told, in metres.
const LEAST: f32 = 0.04;

/// Pops nearer to each other than this are one.
const MERGED_SECS: f32 = 0.25;

/// A joint that turns by more than this within a frame, in radians, is the cause of a pop.
const CAUSE: f32 = 1.5;

/// Stretches told one by one; more are only counted.
const MOST: usize = 3;

/// A stretch of frames in which joints jump.
struct Pop {
    first: usize,
    last: usize,
    worst: usize,
    joint: JointId,
    size: f32,
}

/// Finds joints that leave their path.
pub(crate) fn check(clip: &ClipView<'_>) -> Vec<Finding> {
    let mut pops = find(clip);
    if pops.len() > MOST {
        let frames = pops.iter().map(|pop| pop.last + 1 - pop.first).sum::<usize>();
        let Some(worst) = pops.iter().max_by(|a, b| a.size.total_cmp(&b.size)) else {
            return Vec::new();
        };
        let message = format!(
            "Joints jump in {} places ({frames} frames); the worst is '{}' by {:.2} m at frame {}{}.",
            pops.len(),
            clip.joint_name(worst.joint),
            worst.size,
            worst.worst,
            cause(clip, worst).unwrap_or_default()
        );
        return vec![finding(clip, message, &pops)];
    }
    pops.sort_by_key(|pop| pop.first);
    let tell = |pop: &Pop| finding(clip, describe(clip, pop), std::slice::from_ref(pop));
    pops.iter().map(tell).collect()
}

fn describe(clip: &ClipView<'_>, pop: &Pop) -> String {
    let who = if pop.joint == JointId(0) {
        "The whole body".to_owned()
    } else {
        format!("Joint '{}'", clip.joint_name(pop.joint))
    };
    let frames = if pop.first == pop.last {
        format!("at frame {}", pop.first)
    } else {
        format!("in frames {} to {}", pop.first, pop.last)
    };
    let cause = cause(clip, pop).unwrap_or_default();
    format!("{who} jumps {:.2} m off its path {frames}{cause}.", pop.size)
}

/// The joint above that turns half round in the worst frame, if that is why.
fn cause(clip: &ClipView<'_>, pop: &Pop) -> Option<String> {
    let turn = |joint: JointId| {
        let rotation = |frame: usize| clip.rotation(frame, joint.index());
        let before = angle_between(rotation(pop.worst - 1), rotation(pop.worst));
        before.max(angle_between(rotation(pop.worst), rotation(pop.worst + 1)))
    };
    let parent = |joint: &JointId| clip.motion.skeleton.joint(*joint).parent;
    let above = std::iter::successors(Some(pop.joint), parent);
    let (joint, angle) =
        above.map(|joint| (joint, turn(joint))).max_by(|a, b| a.1.total_cmp(&b.1))?;
    let (name, degrees) = (clip.joint_name(joint), angle.to_degrees());
    (angle > CAUSE).then(|| format!(", for '{name}' turns by {degrees:.0} degrees in one frame"))
}

fn finding(clip: &ClipView<'_>, message: String, pops: &[Pop]) -> Finding {
    let remedy = "Cut these frames out in the manifest, or repair them before import.";
    let frames: Vec<_> = pops.iter().map(|pop| pop.first..pop.last + 1).collect();
    let finding = Finding::new(Severity::Warning, message, remedy).in_clip(clip.name());
    finding.at(pops[0].first).cured_by("Cut the frames out", clip.cut(&frames))
}

fn find(clip: &ClipView<'_>) -> Vec<Pop> {
    let limit = (FASTEST * clip.frame_secs() * clip.frame_secs()).max(LEAST);
    let gap = clip.frames_in(MERGED_SECS).max(2);
    let mut pops: Vec<Pop> = Vec::new();
    for frame in 1..clip.len().saturating_sub(1) {
        let Some((joint, size)) = worst_joint(clip, frame, limit) else { continue };
        match pops.last_mut() {
            Some(pop) if frame <= pop.last + gap => {
                pop.last = frame;
                if size > pop.size {
                    (pop.worst, pop.joint, pop.size) = (frame, joint, size);
                }
            }
            _ => pops.push(Pop { first: frame, last: frame, worst: frame, joint, size }),
        }
    }
    pops
}

/// The joint that strays farthest from the straight path between its neighbours in time; the
/// root where it takes everything along.
fn worst_joint(clip: &ClipView<'_>, frame: usize, limit: f32) -> Option<(JointId, f32)> {
    let (before, now, after) =
        (clip.motion.frame(frame - 1), clip.motion.frame(frame), clip.motion.frame(frame + 1));
    let stray = |joint: JointId| {
        let index = joint.index();
        (after[index] - 2.0 * now[index] + before[index]).length()
    };
    let root = (JointId(0), stray(JointId(0)));
    let strays = joint_ids(clip.joints()).map(|joint| (joint, stray(joint)));
    let worst = strays.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let worst = if root.1 > 0.6 * worst.1 { root } else { worst };
    (worst.1 > limit).then_some(worst)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk, turn_joint};
    use glam::{Quat, Vec3};
    use sidestep_motion::Clip;

    fn found(clip: &Clip) -> Vec<Finding> {
        let library = library(std::slice::from_ref(clip));
        check(&ClipView::all(&library)[0])
    }

    #[test]
    fn a_walk_has_none() {
        assert_eq!(found(&straight_walk("walk")), []);
    }

    #[test]
    fn a_root_at_the_origin_in_the_first_frame_is_found() {
        let mut clip = straight_walk("walk");
        clip.root_positions.iter_mut().for_each(|place| place.x += 1.5);
        clip.root_positions[0] = Vec3::ZERO;
        let findings = found(&clip);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].message.contains("The whole body jumps 1.7"), "{findings:?}");
        assert_eq!(findings[0].frame, Some(1));
    }

    #[test]
    fn an_arm_that_jumps_for_a_moment_is_found_once() {
        let mut clip = straight_walk("walk");
        for frame in 200..204 {
            turn_joint(&mut clip, frame, "LeftArm", Quat::from_rotation_x(1.0));
        }
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("LeftHand"), "{findings:?}");
        assert_eq!(findings[0].frame, Some(199));
    }

    #[test]
    fn many_pops_are_counted_in_one_finding() {
        let mut clip = straight_walk("walk");
        for frame in [50, 100, 150, 200, 250] {
            turn_joint(&mut clip, frame, "RightLeg", Quat::from_rotation_x(1.0));
        }
        let findings = found(&clip);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].message.contains("in 5 places"), "{findings:?}");
    }
}
