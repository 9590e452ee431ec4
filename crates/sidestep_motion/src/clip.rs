//! One take of motion: the editable form, before it enters a library.

use crate::{contacts::Contacts, pose::PoseRef, skeleton::Skeleton};
use glam::{Quat, Vec3};
use std::{ops::Range, sync::Arc};

/// A stretch of frames with a name, such as `walk`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What happens there.
    pub name: String,
    /// Frames of the clip it covers.
    pub frames: Range<u32>,
}

/// Where a clip comes from and what one may do with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// File (without folders of a machine) or generator it was read from.
    pub source: String,
    /// Licence or terms, in the words of whoever gave them; empty when nobody said.
    pub licence: String,
    /// The person or the generator that performed it.
    pub performer: String,
}

/// One take on one skeleton at one rate, in metres, Y up.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// Name, unique within a library.
    pub name: String,
    /// The skeleton it was performed on.
    pub skeleton: Arc<Skeleton>,
    /// Frames a second.
    pub rate_hz: f32,
    /// World position of the root joint in each frame.
    pub root_positions: Vec<Vec3>,
    /// Rotations, frame after frame, `skeleton.len()` of them each.
    pub rotations: Vec<Quat>,
    /// Named stretches.
    pub labels: Vec<Label>,
    /// Foot contacts where the source knows them; else they are detected.
    pub contacts: Option<Vec<Contacts>>,
    /// Height of the floor where the source knows it; else it is estimated.
    pub floor: Option<f32>,
    /// Origin and licence.
    pub provenance: Provenance,
}

/// Why a clip cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClipError {
    /// No frame at all.
    #[error("clip '{clip}' is empty: it has a skeleton but no frame")]
    Empty {
        /// Name of the clip.
        clip: String,
    },
    /// The tables do not fit the skeleton.
    #[error("clip '{clip}' has {rotations} rotations for {frames} frames of {joints} joints")]
    Size {
        /// Name of the clip.
        clip: String,
        /// Frames by the root positions.
        frames: usize,
        /// Joints of the skeleton.
        joints: usize,
        /// Rotations found.
        rotations: usize,
    },
    /// A rate that is no rate.
    #[error("clip '{clip}' claims {rate_hz} frames a second; give its true rate")]
    Rate {
        /// Name of the clip.
        clip: String,
        /// The rate found.
        rate_hz: f32,
    },
    /// A number that is no number.
    #[error("clip '{clip}', frame {frame}, joint '{joint}': the value is not finite")]
    NotFinite {
        /// Name of the clip.
        clip: String,
        /// Frame, counted from 0.
        frame: usize,
        /// Name of the joint.
        joint: String,
    },
    /// Contacts or labels that lie outside the clip.
    #[error("clip '{clip}': {what} lie outside its {frames} frames")]
    OutOfRange {
        /// Name of the clip.
        clip: String,
        /// What lies outside.
        what: &'static str,
        /// Frames of the clip.
        frames: usize,
    },
}

impl Clip {
    /// Number of frames.
    pub fn len(&self) -> usize {
        self.root_positions.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.root_positions.is_empty()
    }

    /// Time from the first to the last frame.
    #[expect(clippy::cast_precision_loss, reason = "clips are hours long at the most")]
    pub fn duration_secs(&self) -> f32 {
        self.len().saturating_sub(1) as f32 / self.rate_hz
    }

    /// The pose of one frame.
    pub fn pose(&self, frame: usize) -> PoseRef<'_> {
        let joints = self.skeleton.len();
        PoseRef {
            root_position: self.root_positions[frame],
            rotations: &self.rotations[frame * joints..(frame + 1) * joints],
        }
    }

    /// Appends a frame; the pose must have as many rotations as the skeleton has joints.
    pub fn push(&mut self, pose: PoseRef<'_>) {
        self.root_positions.push(pose.root_position);
        self.rotations.extend_from_slice(pose.rotations);
    }

    /// Checks sizes, rate and numbers, so that nobody after has to.
    pub fn check(&self) -> Result<(), ClipError> {
        let (clip, frames, joints) = (self.name.clone(), self.len(), self.skeleton.len());
        if frames == 0 {
            return Err(ClipError::Empty { clip });
        }
        if self.rotations.len() != frames * joints {
            let rotations = self.rotations.len();
            return Err(ClipError::Size { clip, frames, joints, rotations });
        }
        if !(self.rate_hz.is_finite() && self.rate_hz > 0.0) {
            return Err(ClipError::Rate { clip, rate_hz: self.rate_hz });
        }
        if self.contacts.as_ref().is_some_and(|contacts| contacts.len() != frames) {
            return Err(ClipError::OutOfRange { clip, what: "contacts", frames });
        }
        let outside = |label: &Label| {
            label.frames.start > label.frames.end || label.frames.end as usize > frames
        };
        if self.labels.iter().any(outside) {
            return Err(ClipError::OutOfRange { clip, what: "labels", frames });
        }
        self.check_finite()
    }

    fn check_finite(&self) -> Result<(), ClipError> {
        let joints = self.skeleton.len();
        let bad_root = self.root_positions.iter().position(|p| !p.is_finite());
        let bad_rotation = self.rotations.iter().position(|q| !q.is_finite());
        let (frame, joint) = match (bad_root, bad_rotation) {
            (Some(frame), _) => (frame, 0),
            (None, Some(index)) => (index / joints, index % joints),
            (None, None) => return Ok(()),
        };
        let joint = self.skeleton.joints()[joint].name.clone();
        Err(ClipError::NotFinite { clip: self.name.clone(), frame, joint })
    }
}
