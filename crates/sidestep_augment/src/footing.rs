//! Keeps feet planted where one motion is joined to another.
//!
//! A join fades in the whole body, and would drag the feet along. So each foot goes on from where it is
//! by an offset of its own: it stays as long as the foot stands, and fades while it is in the air, so
//! that the foot comes down where the motion entered puts it.

use glam::{Quat, Vec3};
use sidestep_motion::{
    Clip, Contacts, Pose, Side,
    kinematics::JointTransforms,
    leg_ik::{AnkleTarget, Leg, solve},
    math::{from_rotation_vector, rotation_vector, yaw_of},
};

/// Share of a difference in height that is left after a frame.
const HEIGHT_LEFT: f32 = 0.8;

/// A foot as the frames have it, before anything fades.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FootPose {
    pub(crate) position: Vec3,
    pub(crate) rotation: Quat,
}

/// Both feet of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Feet {
    pub(crate) now: [FootPose; 2],
    /// Where the frame was jumped to: the feet in the frame before it, in its own clip.
    pub(crate) before: Option<[FootPose; 2]>,
}

/// What a foot is moved by: a way and a turn.
type Offset = (Vec3, f32);

/// Puts the ankles of every frame where its feet are, with the offsets that joins leave.
pub(crate) fn plant(clip: &mut Clip, legs: &[Option<Leg>; 2], feet: &[Feet]) {
    let contacts = clip.contacts.clone().unwrap_or_default();
    let joints = clip.skeleton.len();
    let offsets = Side::BOTH.map(|side| offsets(&contacts, side, feet));
    let mut pose = Pose::identity(joints);
    let mut transforms = JointTransforms::new(joints);
    for frame in 0..clip.len() {
        pose.copy_from(clip.pose(frame));
        transforms.compute(&clip.skeleton, pose.as_ref());
        for side in Side::BOTH {
            let Some(leg) = &legs[side.index()] else { continue };
            let (way, turn) = offsets[side.index()][frame];
            let foot = feet[frame].now[side.index()];
            let rotation = Some(from_rotation_vector(Vec3::Y * turn) * foot.rotation);
            let target = AnkleTarget { position: foot.position + way, rotation };
            solve(&clip.skeleton, leg, &target, &mut pose, &mut transforms);
        }
        clip.rotations[frame * joints..(frame + 1) * joints].copy_from_slice(&pose.rotations);
    }
}

/// The offset of a foot in every frame.
fn offsets(contacts: &[Contacts], side: Side, feet: &[Feet]) -> Vec<Offset> {
    let mut out = Vec::with_capacity(feet.len());
    let mut offset: Offset = (Vec3::ZERO, 0.0);
    for (frame, foot) in feet.iter().enumerate() {
        if let (Some(before), Some(last)) = (foot.before, frame.checked_sub(1)) {
            let (left, entered) = (feet[last].now[side.index()], before[side.index()]);
            let turn = yaw_of(left.rotation * entered.rotation.conjugate());
            offset.0 += left.position - entered.position;
            offset.1 += rotation_vector(turn).y;
        }
        offset.0.y *= HEIGHT_LEFT;
        if !contacts[frame].get(side) {
            // Over what is left of the step, in equal parts.
            let lands = contacts[frame..].iter().position(|feet| feet.get(side));
            let left = lands.unwrap_or(1).max(1) as f32;
            let kept = 1.0 - 1.0 / left;
            offset = (offset.0 * kept, offset.1 * kept);
        }
        out.push(offset);
    }
    out
}
