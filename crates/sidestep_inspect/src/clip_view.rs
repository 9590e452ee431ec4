//! One clip of the library as the checks want it: joint positions, contacts and headings at hand.

use crate::finding::{Change, Finding};
use glam::{Quat, Vec3};
use sidestep_motion::{
    ClipInfo, Contacts, GroundTransform, JointId, JointMotion, MotionLibrary, Role,
    kinematics::JointTransforms,
};
use std::ops::Range;

/// A clip with the world positions of all its joints.
pub(crate) struct ClipView<'a> {
    pub(crate) info: &'a ClipInfo,
    /// World positions of the joints, levelled to the floor.
    pub(crate) motion: JointMotion,
    pub(crate) contacts: &'a [Contacts],
    pub(crate) grounds: &'a [GroundTransform],
    rotations: &'a [Quat],
}

impl<'a> ClipView<'a> {
    /// The views of all clips of a library.
    pub(crate) fn all(library: &'a MotionLibrary) -> Vec<Self> {
        let mut transforms = JointTransforms::new(library.skeleton().len());
        library.clips().iter().map(|info| Self::new(library, info, &mut transforms)).collect()
    }

    fn new(
        library: &'a MotionLibrary,
        info: &'a ClipInfo,
        transforms: &mut JointTransforms,
    ) -> Self {
        let frames = info.frames.start as usize..info.frames.end as usize;
        let mut motion = JointMotion::new(library.skeleton(), library.rate_hz(), frames.len());
        for frame in info.frames.clone() {
            transforms.compute(library.skeleton(), library.pose(sidestep_motion::FrameId(frame)));
            motion.push(transforms);
        }
        let (parts, joints) = (library.parts(), library.skeleton().len());
        Self {
            info,
            motion,
            contacts: &parts.contacts[frames.clone()],
            grounds: &parts.grounds[frames.clone()],
            rotations: &parts.rotations[frames.start * joints..frames.end * joints],
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.info.name
    }

    /// Number of frames.
    pub(crate) fn len(&self) -> usize {
        self.contacts.len()
    }

    pub(crate) fn joints(&self) -> usize {
        self.motion.skeleton.len()
    }

    pub(crate) fn joint_name(&self, joint: JointId) -> &str {
        &self.motion.skeleton.joint(joint).name
    }

    pub(crate) fn role(&self, role: Role) -> Option<JointId> {
        self.motion.skeleton.roles().get(role)
    }

    pub(crate) fn position(&self, frame: usize, joint: JointId) -> Vec3 {
        self.motion.frame(frame)[joint.index()]
    }

    /// Rotation of a joint against its parent.
    pub(crate) fn rotation(&self, frame: usize, joint: usize) -> Quat {
        self.rotations[frame * self.joints() + joint]
    }

    pub(crate) fn frame_secs(&self) -> f32 {
        1.0 / self.motion.rate_hz
    }

    pub(crate) fn secs(&self, frames: usize) -> f32 {
        frames as f32 / self.motion.rate_hz
    }

    /// The change that leaves frames out.
    pub(crate) fn cut(&self, stretches: &[Range<usize>]) -> Change {
        let secs = |frames: &Range<usize>| (self.secs(frames.start), self.secs(frames.end));
        let stretches_secs = stretches.iter().map(secs).collect();
        Change::Cut { clip: self.name().to_owned(), stretches_secs }
    }

    /// A finding in this clip that is cured by leaving the clip out.
    pub(crate) fn cured_without(&self, finding: Finding) -> Finding {
        let whole = self.cut(std::slice::from_ref(&(0..self.len())));
        finding.in_clip(self.name()).cured_by("Leave the clip out", whole)
    }

    pub(crate) fn frames_in(&self, secs: f32) -> usize {
        (secs * self.motion.rate_hz).round() as usize
    }
}

/// Numbers of joints, in order.
pub(crate) fn joint_ids(count: usize) -> impl Iterator<Item = JointId> {
    (0..count).map(|index| JointId(u16::try_from(index).unwrap_or(u16::MAX)))
}

/// The runs of frames for which `holds`.
pub(crate) fn runs(frames: usize, holds: impl Fn(usize) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for frame in (0..frames).filter(|frame| holds(*frame)) {
        match found.last_mut() {
            Some(run) if run.end == frame => run.end += 1,
            _ => found.push(frame..frame + 1),
        }
    }
    found
}

/// The value below which a share of the values lies; `None` of none.
pub(crate) fn quantile(values: &mut [f32], share: f32) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    let index = (values.len().saturating_sub(1) as f32 * share).round() as usize;
    values.get(index).copied()
}

/// A vector without its height.
pub(crate) fn level(vector: Vec3) -> Vec3 {
    Vec3::new(vector.x, 0.0, vector.z)
}
