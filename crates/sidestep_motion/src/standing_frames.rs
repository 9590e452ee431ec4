//! The frames of a clip in which the body stands or walks upright, and those in which a foot is flat.

use crate::{
    clip::Clip,
    contact_detection::{self, ContactConfig},
    contacts::Contacts,
    facing::smoothed_headings,
    foot_motion::{foot_points, speeds},
    joint::JointId,
    joint_motion::JointMotion,
    math::{acos, from_rotation_vector},
    roles::Role,
    side::Side,
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// A trunk that leans farther than this, in radians (40 degrees), is not upright.
const LARGEST_LEAN: f32 = 0.7;

/// Hips at least this share of the leg's length above the lower ankle are those of one who stands.
const HIP_HEIGHT: f32 = 0.75;

/// Both ends of a flat foot are slower than this, in metres a second, and not higher above where
/// they rest than this, in metres.
const FLAT_SPEED: f32 = 0.25;
const FLAT_HEIGHT: f32 = 0.025;

/// Share of the slow frames that lie below the height a joint rests at.
const RESTING_SHARE: f32 = 0.2;

/// Share of the upright frames that count as standing tall.
const TALL_SHARE: f32 = 0.25;

/// What one clip tells about standing.
pub(crate) struct StandingFrames {
    motion: JointMotion,
    headings: Vec<f32>,
    flat: [Vec<bool>; 2],
    /// By how much the trunk leans, in radians, in frames that stand or walk upright.
    pub(crate) leans: Vec<Option<f32>>,
}

impl StandingFrames {
    pub(crate) fn of(clip: &Clip) -> Self {
        let motion = JointMotion::of(clip);
        let headings = smoothed_headings(&motion);
        let floor = clip.floor.unwrap_or_else(|| contact_detection::estimate_floor(&motion));
        let detected;
        let contacts: &[Contacts] = match &clip.contacts {
            Some(contacts) => contacts,
            None => {
                detected = contact_detection::detect(&motion, floor, &ContactConfig::default());
                &detected
            }
        };
        let leg = leg_length(&motion.skeleton);
        let lean = |frame: usize| {
            let touches = contacts.get(frame).is_some_and(|contacts| *contacts != Contacts::NONE);
            upright_lean(&motion, frame, leg?).filter(|_| touches)
        };
        let leans = (0..motion.len()).map(lean).collect();
        let flat = Side::BOTH.map(|side| flat_frames(&motion, contacts, side));
        Self { motion, headings, flat, leans }
    }

    /// How long the body stands or walks upright.
    pub(crate) fn secs(&self) -> f32 {
        self.seconds(self.leans.iter().flatten().count())
    }

    /// How long a foot is flat on the ground.
    pub(crate) fn flat_secs(&self, side: Side) -> f32 {
        self.seconds(self.flat[side.index()].iter().filter(|flat| **flat).count())
    }

    pub(crate) fn is_flat(&self, frame: usize, side: Side) -> bool {
        self.flat[side.index()][frame]
    }

    /// The turn that lets the body face +Z.
    pub(crate) fn without_heading(&self, frame: usize) -> Quat {
        from_rotation_vector(Vec3::Y * -self.headings[frame])
    }

    /// The unit vector from between the hip joints to the top of the trunk.
    pub(crate) fn trunk(&self, frame: usize) -> Vec3 {
        trunk(&self.motion, frame).unwrap_or(Vec3::Y)
    }

    fn seconds(&self, frames: usize) -> f32 {
        frames as f32 / self.motion.rate_hz
    }
}

/// The lean below which a quarter of all upright frames lies.
pub(crate) fn most_upright(clips: &[StandingFrames]) -> f32 {
    let mut leans: Vec<f32> =
        clips.iter().flat_map(|clip| clip.leans.iter().flatten()).copied().collect();
    low(&mut leans, TALL_SHARE).unwrap_or(LARGEST_LEAN)
}

fn leg_length(skeleton: &Skeleton) -> Option<f32> {
    let bone = |role| skeleton.roles().get(role).map(|joint| skeleton.bone_length(joint));
    let leg = |side| Some(bone(Role::Shank(side))? + bone(Role::Foot(side))?);
    Some(0.5 * (leg(Side::Left)? + leg(Side::Right)?))
}

fn trunk(motion: &JointMotion, frame: usize) -> Option<Vec3> {
    let place = |role| Some(motion.frame(frame)[motion.skeleton.roles().get(role)?.index()]);
    let hips = 0.5 * (place(Role::Thigh(Side::Left))? + place(Role::Thigh(Side::Right))?);
    let top = [Role::Neck, Role::Head, Role::Chest].into_iter().find_map(place)?;
    (top - hips).try_normalize()
}

/// By how much the trunk leans; `None` where the body does not stand.
fn upright_lean(motion: &JointMotion, frame: usize, leg: f32) -> Option<f32> {
    let height = |role| Some(motion.frame(frame)[motion.skeleton.roles().get(role)?.index()].y);
    let hips = 0.5 * (height(Role::Thigh(Side::Left))? + height(Role::Thigh(Side::Right))?);
    let ankle = height(Role::Foot(Side::Left))?.min(height(Role::Foot(Side::Right))?);
    let lean = acos(trunk(motion, frame)?.y);
    (lean < LARGEST_LEAN && hips - ankle > HIP_HEIGHT * leg).then_some(lean)
}

/// Frames in which the whole foot rests on the ground.
fn flat_frames(motion: &JointMotion, contacts: &[Contacts], side: Side) -> Vec<bool> {
    let mut flat: Vec<bool> =
        (0..motion.len()).map(|f| contacts.get(f).is_some_and(|c| c.get(side))).collect();
    let points: Vec<(JointId, Vec<f32>)> = foot_points(motion.skeleton.roles(), side)
        .map(|joint| (joint, speeds(motion, joint)))
        .collect();
    for (frame, flat) in flat.iter_mut().enumerate() {
        *flat &= points.iter().all(|(_, speeds)| speeds[frame] < FLAT_SPEED);
    }
    let slow = flat.clone();
    for (joint, _) in &points {
        let height = |frame: usize| motion.frame(frame)[joint.index()].y;
        let mut heights: Vec<f32> =
            (0..motion.len()).filter(|frame| slow[*frame]).map(height).collect();
        let Some(rest) = low(&mut heights, RESTING_SHARE) else { continue };
        for (frame, flat) in flat.iter_mut().enumerate() {
            *flat &= (height(frame) - rest).abs() < FLAT_HEIGHT;
        }
    }
    flat
}

/// The value below which `share` of the values lie.
fn low(values: &mut [f32], share: f32) -> Option<f32> {
    let last = values.len().checked_sub(1)?;
    let index = ((share * last as f32).round() as usize).min(last);
    Some(*values.select_nth_unstable_by(index, f32::total_cmp).1)
}
