//! Places and speeds of ankles and toes: what contacts and skate are both judged by.

use crate::{
    joint::JointId,
    joint_motion::JointMotion,
    roles::{Role, Roles},
    side::Side,
};
use glam::Vec3;

/// Differences are taken over this time or one frame, whichever is longer, so that speeds mean
/// the same at every rate and the noise of fast cameras does not count as motion.
const SPAN_SECS: f32 = 1.0 / 60.0;

/// The points of a foot that can rest on the ground: ankle and ball, where the skeleton has them.
pub(crate) fn foot_points(roles: &Roles, side: Side) -> impl Iterator<Item = JointId> {
    [Role::Foot(side), Role::Toe(side)].into_iter().filter_map(|role| roles.get(role))
}

/// Frames over which differences are taken, at least one.
pub(crate) fn span_frames(rate_hz: f32) -> usize {
    ((SPAN_SECS * rate_hz).round() as usize).max(1)
}

/// Displacement of a joint from one frame to a later one, in metres a second.
pub(crate) fn velocity(motion: &JointMotion, joint: JointId, from: usize, to: usize) -> Vec3 {
    let way = motion.frame(to)[joint.index()] - motion.frame(from)[joint.index()];
    way * (motion.rate_hz / to.abs_diff(from).max(1) as f32)
}

/// The speed of a joint in every frame: over the time that follows it, and in the last frames over
/// the time before.
///
/// A difference forward tells a stance best: the first frame in which a foot stands has none, and
/// the speed with which a foot leaves, small at first, shows in the very frame it leaves in. A
/// central difference sees half of the swing on both sides.
pub(crate) fn speeds(motion: &JointMotion, joint: JointId) -> Vec<f32> {
    let span = span_frames(motion.rate_hz);
    let last = motion.len().saturating_sub(1);
    let speed = |frame: usize| {
        let from = frame.min(last.saturating_sub(span));
        velocity(motion, joint, from, (from + span).min(last)).length()
    };
    (0..motion.len()).map(speed).collect()
}
