//! One take of motion: the editable form, before it enters a library.

use crate::{
    contacts::Contacts,
    object::{Object, ObjectKind, ObjectTrack},
    pose::PoseRef,
    side::Side,
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};
use std::{ops::Range, sync::Arc};

/// A stretch of frames with a name, such as `walk` or `pass`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What happens there.
    pub name: String,
    /// Frames of the clip it covers.
    pub frames: Range<u32>,
    /// Frame of the clip at which an action has its effect, where there is such a frame: the ball
    /// leaves or meets the hand, the racket meets the ball.
    pub moment: Option<u32>,
}

impl Label {
    /// A stretch without a moment.
    pub fn new(name: impl Into<String>, frames: Range<u32>) -> Self {
        Self { name: name.into(), frames, moment: None }
    }

    /// The name of labels that say when a foot stands.
    pub fn foot_down(side: Side) -> &'static str {
        match side {
            Side::Left => "left_foot_down",
            Side::Right => "right_foot_down",
        }
    }

    /// The name of labels that say when a hand touches or holds an object.
    pub fn hand_holds(side: Side) -> &'static str {
        match side {
            Side::Left => "left_hand_holds",
            Side::Right => "right_hand_holds",
        }
    }

    /// Whether stretch and moment lie in a clip of that many frames.
    pub(crate) fn fits(&self, frames: usize) -> bool {
        self.frames.start <= self.frames.end
            && self.frames.end as usize <= frames
            && self.moment.is_none_or(|moment| (moment as usize) < frames)
    }

    /// Whether it says something of a foot or a hand and not what is done.
    pub fn is_contact(&self) -> bool {
        let names =
            |side| self.name == Self::foot_down(side) || self.name == Self::hand_holds(side);
        Side::BOTH.into_iter().any(names)
    }
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
    /// Balls, rackets and the like; nearly always none.
    pub objects: Vec<ObjectTrack>,
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
    /// An object without a size or a place, or held by a joint that is not there.
    #[error(
        "clip '{clip}': object '{object}' has a value that is not finite or is held by a joint \
         that the skeleton does not have"
    )]
    Object {
        /// Name of the clip.
        clip: String,
        /// Name of the object.
        object: String,
    },
    /// Contacts, labels or objects that lie outside the clip.
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
    /// A clip without frames, that stands on y = 0 and of which nothing else is known.
    pub fn empty(name: &str, skeleton: &Arc<Skeleton>, rate_hz: f32) -> Self {
        Self {
            name: name.to_owned(),
            skeleton: Arc::clone(skeleton),
            rate_hz,
            root_positions: Vec::new(),
            rotations: Vec::new(),
            labels: Vec::new(),
            contacts: None,
            objects: Vec::new(),
            floor: Some(0.0),
            provenance: Provenance::default(),
        }
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.root_positions.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.root_positions.is_empty()
    }

    /// Time from the first to the last frame.
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

    /// Appends objects to the frame that was pushed last, each to the track of its kind that ends
    /// before it, else to a new one.
    pub fn push_objects(&mut self, kinds: &[ObjectKind], objects: &[Object]) {
        let frame = self.len().saturating_sub(1);
        for (kind, object) in kinds.iter().zip(objects) {
            let goes_on = |track: &&mut ObjectTrack| track.kind == *kind && track.end() == frame;
            match self.objects.iter_mut().find(goes_on) {
                Some(track) => track.frames.push(*object),
                None => self.objects.push(ObjectTrack {
                    kind: kind.clone(),
                    start: u32::try_from(frame).unwrap_or(u32::MAX),
                    frames: vec![*object],
                }),
            }
        }
    }

    /// Sets the hands that labels say hold something, in contacts of this clip's frames.
    pub fn mark_hands(&self, contacts: &mut [Contacts]) {
        for side in Side::BOTH {
            let holds = |label: &&Label| label.name == Label::hand_holds(side);
            for label in self.labels.iter().filter(holds) {
                let frames = label.frames.start as usize..label.frames.end as usize;
                for contact in contacts.get_mut(frames).into_iter().flatten() {
                    *contact = contact.with_hand(side, true);
                }
            }
        }
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
        if self.labels.iter().any(|label| !label.fits(frames)) {
            return Err(ClipError::OutOfRange { clip, what: "labels", frames });
        }
        if self.objects.iter().any(|track| track.end() > frames) {
            return Err(ClipError::OutOfRange { clip, what: "objects", frames });
        }
        if let Some(track) = self.objects.iter().find(|track| !track.is_sound(joints)) {
            return Err(ClipError::Object { clip, object: track.kind.name.clone() });
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
