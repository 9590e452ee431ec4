//! Does a joint spin half round from one frame to the next while its bone stays where it was?
//! Euler angles and poor solvers do that; blends of such frames wring the limb.

use crate::{
    clip_view::ClipView,
    finding::{Finding, Severity},
};
use glam::Vec3;
use sidestep_motion::{
    JointId,
    math::{angle_between, atan2, cos},
};

/// Fastest turn that is believed, in radians a second, and the least that is told.
const FASTEST: f32 = 52.0;
const LEAST: f32 = 1.4;

/// No rate is so low that a turn by less than this, in radians, is asked for.
const MOST_ASKED: f32 = 2.6;

/// Of a flip the bone itself follows at most this share.
const LARGEST_SWING: f32 = 0.5;

/// Joints told one by one; of more only the worst.
const MOST: usize = 3;

/// The flips of one joint.
struct Flips {
    joint: JointId,
    count: usize,
    first: usize,
    largest: f32,
}

/// Finds sudden twists.
pub(crate) fn check(clip: &ClipView<'_>) -> Vec<Finding> {
    let mut all: Vec<Flips> = crate::clip_view::joint_ids(clip.joints())
        .filter_map(|joint| flips_of(clip, joint))
        .collect();
    all.sort_by_key(|flips| std::cmp::Reverse(flips.count));
    let rest = all.len().saturating_sub(MOST);
    let describe = |flips: &Flips| {
        let times =
            if flips.count == 1 { String::new() } else { format!(", {} times", flips.count) };
        let more = if rest > 0 { format!(" {rest} more joints do so.") } else { String::new() };
        let message = format!(
            "Joint '{}' twists by {:.0} degrees within one frame{times} while its bone stays in place: a gimbal flip.{more}",
            clip.joint_name(flips.joint),
            flips.largest.to_degrees()
        );
        let remedy =
            "Repair the joint's rotations in the source, or leave it out of blends and metrics.";
        Finding::new(Severity::Warning, message, remedy).in_clip(clip.name()).at(flips.first)
    };
    all.iter().take(MOST).map(describe).collect()
}

fn flips_of(clip: &ClipView<'_>, joint: JointId) -> Option<Flips> {
    let limit = (FASTEST * clip.frame_secs()).clamp(LEAST, MOST_ASKED);
    let cosine = cos(0.5 * limit);
    let mut flips: Option<Flips> = None;
    for frame in 1..clip.len() {
        let (old, new) =
            (clip.rotation(frame - 1, joint.index()), clip.rotation(frame, joint.index()));
        if old.dot(new).abs() > cosine {
            continue;
        }
        let turn = angle_between(old, new);
        let swing =
            bones(clip, joint).map(|bone| angle(old * bone, new * bone)).fold(0.0, f32::max);
        if swing > LARGEST_SWING * turn {
            continue;
        }
        let flips = flips.get_or_insert(Flips { joint, count: 0, first: frame, largest: 0.0 });
        flips.count += 1;
        flips.largest = flips.largest.max(turn);
    }
    flips
}

/// The bones that leave a joint, in its space.
fn bones<'a>(clip: &'a ClipView<'_>, joint: JointId) -> impl Iterator<Item = Vec3> + 'a {
    let skeleton = &clip.motion.skeleton;
    let children = skeleton.children(joint).map(|child| skeleton.joint(child).offset);
    children.chain(skeleton.joint(joint).tip).filter(|bone| bone.length() > 1e-4)
}

fn angle(a: Vec3, b: Vec3) -> f32 {
    atan2(a.cross(b).length(), a.dot(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, straight_walk, turn_joint};
    use glam::Quat;
    use sidestep_motion::Clip;

    fn found(clip: &Clip) -> Vec<Finding> {
        let library = library(std::slice::from_ref(clip));
        check(&ClipView::all(&library)[0])
    }

    #[test]
    fn a_walk_has_none_whatever_the_signs_of_its_quaternions() {
        let mut clip = straight_walk("walk");
        clip.rotations.iter_mut().step_by(3).for_each(|q| *q = -*q);
        assert_eq!(found(&clip), []);
    }

    #[test]
    fn a_forearm_twisted_half_round_for_a_second_is_found() {
        let mut clip = straight_walk("walk");
        let joints = clip.skeleton.len();
        for frame in 100..160 {
            // About its own bone, which lies along x: applied from the right.
            clip.rotations[frame * joints + 14] *= Quat::from_rotation_x(3.0);
        }
        let findings = found(&clip);
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert!(findings[0].message.contains("'LeftForeArm' twists by 17"), "{findings:?}");
        assert!(findings[0].message.contains("2 times"), "{findings:?}");
        assert_eq!(findings[0].frame, Some(100));
    }

    /// A shank that jumps is a pop, not a flip.
    #[test]
    fn a_swing_is_no_flip() {
        let mut clip = straight_walk("walk");
        turn_joint(&mut clip, 50, "LeftLeg", Quat::from_rotation_x(2.0));
        assert_eq!(found(&clip), []);
    }
}
