//! Does the root joint carry the motion?

use crate::{
    clip_view::{ClipView, level},
    finding::{Finding, Severity},
};
use glam::Vec3;
use sidestep_motion::{JointId, Role, Side};

/// A joint that stays within this many metres does not move.
const STILL: f32 = 1e-3;

/// Feet that travel so far over the ground while in contact, in metres a second, walk on the spot.
const TREADMILL_SPEED: f32 = 0.4;

/// Checks that the hips are the root and that the root travels with the feet.
pub(crate) fn check(clip: &ClipView<'_>) -> Option<Finding> {
    let hips = clip.role(Role::Hips).unwrap_or(JointId(0));
    let root = JointId(0);
    if hips != root && extent(clip, root).length() < STILL && extent(clip, hips).length() > 0.05 {
        let message = format!(
            "The root joint '{}' never moves; the motion is in '{}' below it.",
            clip.joint_name(root),
            clip.joint_name(hips)
        );
        let remedy = "Make the hips the root: drop the static joint above them on import.";
        return Some(Finding::new(Severity::Error, message, remedy).in_clip(clip.name()));
    }
    if level(extent(clip, hips)).length() < 0.15 && foot_speed(clip) > TREADMILL_SPEED {
        let message = format!(
            "The body stays in place while its feet slide at {:.1} m/s: the travel of the root is missing.",
            foot_speed(clip)
        );
        let remedy = "Export the clip with root motion, not in place.";
        return Some(clip.cured_without(Finding::new(Severity::Error, message, remedy)));
    }
    None
}

/// How far a joint comes along each axis.
fn extent(clip: &ClipView<'_>, joint: JointId) -> Vec3 {
    let (mut low, mut high) = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
    for frame in 0..clip.len() {
        let position = clip.position(frame, joint);
        (low, high) = (low.min(position), high.max(position));
    }
    high - low
}

/// Mean speed over the ground of the lower foot, whatever it touches.
fn foot_speed(clip: &ClipView<'_>) -> f32 {
    let Some(feet) = feet(clip) else { return 0.0 };
    let lower = |frame: usize| {
        let height = |joint: &JointId| clip.position(frame, *joint).y;
        feet.into_iter().min_by(|a, b| height(a).total_cmp(&height(b)))
    };
    let (mut way, mut frames) = (0.0, 0);
    for frame in 1..clip.len() {
        let Some(foot) = lower(frame).filter(|foot| lower(frame - 1) == Some(*foot)) else {
            continue;
        };
        way += level(clip.position(frame, foot) - clip.position(frame - 1, foot)).length();
        frames += 1;
    }
    if frames == 0 { 0.0 } else { way / clip.secs(frames) }
}

fn feet(clip: &ClipView<'_>) -> Option<[JointId; 2]> {
    let [left, right] = Side::BOTH.map(|side| clip.role(Role::Foot(side)));
    Some([left?, right?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{empty, library, skeleton, straight_walk};
    use glam::Quat;
    use sidestep_motion::{Clip, Joint, Skeleton};
    use std::sync::Arc;

    fn found(clip: Clip) -> Option<Finding> {
        let library = library(&[clip]);
        check(&ClipView::all(&library)[0])
    }

    #[test]
    fn a_walk_is_fine() {
        assert_eq!(found(straight_walk("walk")), None);
    }

    #[test]
    fn a_walk_on_the_spot_is_told() {
        let mut clip = straight_walk("walk");
        clip.root_positions.iter_mut().for_each(|place| place.z = 0.0);
        assert!(found(clip).unwrap().message.contains("stays in place"));
    }

    #[test]
    fn a_static_root_above_the_hips_is_told() {
        let mut joints: Vec<Joint> = skeleton().joints().to_vec();
        joints
            .iter_mut()
            .for_each(|joint| joint.parent = Some(JointId(joint.parent.map_or(0, |p| p.0 + 1))));
        let root = Joint {
            name: "Reference".to_owned(),
            parent: None,
            offset: Vec3::ZERO,
            rest: Quat::IDENTITY,
            tip: None,
        };
        joints.insert(0, root);
        joints[1].offset = Vec3::Y * 0.9;
        // The spine leans to and fro, so that the hips' own place would move if they were the root.
        let skeleton = Arc::new(Skeleton::new(joints).unwrap());
        let mut roles = skeleton.roles().clone();
        roles.set(Role::Hips, Some(JointId(2)));
        let skeleton = Arc::new(Arc::unwrap_or_clone(skeleton).with_roles(roles));
        let mut clip = empty("walk", &skeleton);
        for frame in 0..60 {
            let mut pose = sidestep_motion::Pose::identity(skeleton.len());
            pose.rotations[1] = Quat::from_rotation_y(0.05 * frame as f32);
            clip.push(pose.as_ref());
        }
        assert!(found(clip).unwrap().message.contains("'Reference' never moves"));
    }
}
