//! The motion library: all frames of all clips in flat tables, checked once and then immutable.

use crate::{
    clip::{Clip, ClipError, Label, Provenance},
    contact_detection::{self, ContactConfig},
    contacts::Contacts,
    facing,
    ground::GroundTransform,
    inertialize::Approach,
    joint_motion::JointMotion,
    object::{Object, ObjectKind},
    object_table::{NewRows, ObjectTables, TrackInfo},
    pose::PoseRef,
    skeleton::Skeleton,
    table::Table,
};
use glam::{Quat, Vec3};
use std::{ops::Range, sync::Arc};

/// The number of a frame in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub u32);

impl FrameId {
    /// The number as an index into tables of frames.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a clip in its library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClipId(pub u16);

impl ClipId {
    /// The number as an index into tables of clips.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the library knows of one clip besides its frames.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipInfo {
    /// Name, unique within the library.
    pub name: String,
    /// Frames of the library that are this clip.
    pub frames: Range<u32>,
    /// Named stretches, in frames of the clip.
    pub labels: Vec<Label>,
    /// Tracks of balls, rackets and the like; nearly always none.
    pub objects: Vec<TrackInfo>,
    /// Height of the floor in the source; the library's frames stand on y = 0.
    pub floor: f32,
    /// Origin and licence.
    pub provenance: Provenance,
}

/// Everything a library consists of. [`MotionLibrary::from_parts`] checks it.
#[derive(Clone, Debug)]
pub struct LibraryParts {
    /// The one skeleton of all clips.
    pub skeleton: Arc<Skeleton>,
    /// Frames a second.
    pub rate_hz: f32,
    /// The clips, in order, back to back.
    pub clips: Vec<ClipInfo>,
    /// World position of the root joint, for each frame.
    pub root_positions: Table<Vec3>,
    /// Rotations, for each frame and joint.
    pub rotations: Table<Quat>,
    /// Place and smoothed heading, for each frame.
    pub grounds: Table<GroundTransform>,
    /// Foot and hand contacts, for each frame.
    pub contacts: Table<Contacts>,
    /// The rows of all tracks of objects; empty where no clip has any.
    pub objects: ObjectTables,
}

/// All frames of all clips, on one skeleton and at one rate. It has no method that changes it.
#[derive(Clone, Debug)]
pub struct MotionLibrary {
    parts: LibraryParts,
}

/// Why clips or tables do not make a library.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LibraryError {
    /// Nothing to make a library of.
    #[error("there is no clip to make a library of")]
    NoClip,
    /// More clips or frames than their numbers can count.
    #[error("{clips} clips of {frames} frames are more than one library holds; split them")]
    TooLarge {
        /// Clips given.
        clips: usize,
        /// Frames given.
        frames: usize,
    },
    /// A clip is broken in itself.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// One rate for all.
    #[error("clip '{clip}' has {rate_hz} Hz, the library {library_hz} Hz; resample it first")]
    Rate {
        /// Name of the clip.
        clip: String,
        /// Its rate.
        rate_hz: f32,
        /// The library's rate.
        library_hz: f32,
    },
    /// One skeleton for all.
    #[error("clip '{clip}' is on another skeleton than '{first}'; retarget it first")]
    Skeleton {
        /// Name of the clip.
        clip: String,
        /// Name of the first clip.
        first: String,
    },
    /// Two clips of one name.
    #[error("two clips are named '{clip}'; rename one")]
    Duplicate {
        /// The name.
        clip: String,
    },
    /// Tables that do not fit together.
    #[error("the tables of the library do not fit together: {what}")]
    Tables {
        /// What does not fit.
        what: String,
    },
}

impl MotionLibrary {
    /// Checks the clips, levels each on its floor, and computes headings and contacts.
    ///
    /// All clips must have one skeleton and one rate: [`crate::retarget`] and [`crate::resample`]
    /// make them so.
    pub fn from_clips(clips: &[Clip], config: &ContactConfig) -> Result<Self, LibraryError> {
        let first = clips.first().ok_or(LibraryError::NoClip)?;
        let frames = clips.iter().map(Clip::len).sum::<usize>();
        if clips.len() > usize::from(u16::MAX) || u32::try_from(frames).is_err() {
            return Err(LibraryError::TooLarge { clips: clips.len(), frames });
        }
        let mut tables = Tables::with_capacity(frames, first.skeleton.len());
        for clip in clips {
            check_fits(clip, first)?;
            tables.push(clip, config);
        }
        Self::from_parts(LibraryParts {
            skeleton: Arc::clone(&first.skeleton),
            rate_hz: first.rate_hz,
            clips: tables.clips,
            root_positions: tables.root_positions.into(),
            rotations: tables.rotations.into(),
            grounds: tables.grounds.into(),
            contacts: tables.contacts.into(),
            objects: tables.objects.finish(),
        })
    }

    /// Checks that sizes, ranges and numbers fit together.
    pub fn from_parts(parts: LibraryParts) -> Result<Self, LibraryError> {
        check_tables(&parts)?;
        Ok(Self { parts })
    }

    /// Everything the library consists of, for those who write it to a file.
    pub fn parts(&self) -> &LibraryParts {
        &self.parts
    }

    /// The same library with other poses, one for each frame.
    pub(crate) fn with_poses(&self, root_positions: Vec<Vec3>, rotations: Vec<Quat>) -> Self {
        let poses = LibraryParts {
            root_positions: root_positions.into(),
            rotations: rotations.into(),
            ..self.parts.clone()
        };
        Self { parts: poses }
    }

    /// Bytes of its poses.
    pub fn pose_bytes(&self) -> usize {
        size_of_val(self.parts.root_positions.as_slice())
            + size_of_val(self.parts.rotations.as_slice())
    }

    /// Bytes of its frames.
    pub fn frame_bytes(&self) -> usize {
        self.pose_bytes()
            + size_of_val(self.parts.grounds.as_slice())
            + size_of_val(self.parts.contacts.as_slice())
            + self.parts.objects.bytes()
    }

    /// The one skeleton of all clips.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.parts.skeleton
    }

    /// Frames a second.
    pub fn rate_hz(&self) -> f32 {
        self.parts.rate_hz
    }

    /// Seconds from one frame to the next.
    pub fn frame_secs(&self) -> f32 {
        1.0 / self.parts.rate_hz
    }

    /// Number of frames of all clips together.
    pub fn len(&self) -> usize {
        self.parts.root_positions.len()
    }

    /// Never true: a library has at least one frame.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The clips in order.
    pub fn clips(&self) -> &[ClipInfo] {
        &self.parts.clips
    }

    /// The clip of that name.
    pub fn find_clip(&self, name: &str) -> Option<ClipId> {
        let index = self.parts.clips.iter().position(|clip| clip.name == name)?;
        u16::try_from(index).ok().map(ClipId)
    }

    /// The clip a frame belongs to.
    pub fn clip_of(&self, frame: FrameId) -> ClipId {
        let after = self.parts.clips.partition_point(|clip| clip.frames.start <= frame.0);
        ClipId(u16::try_from(after.saturating_sub(1)).unwrap_or(u16::MAX))
    }

    /// The frame beside one in its clip: the one before it, and the one after the first.
    pub fn beside(&self, frame: FrameId) -> FrameId {
        let clip = &self.clips()[self.clip_of(frame).index()];
        let is_first = frame.0 == clip.frames.start;
        FrameId(if is_first { (frame.0 + 1).min(clip.frames.end - 1) } else { frame.0 - 1 })
    }

    /// How the clip of a frame comes to it.
    pub fn approach(&self, frame: FrameId) -> Approach<'_> {
        let beside = self.beside(frame);
        Approach::beside(self.pose(beside), self.pose(frame), beside >= frame)
    }

    /// The pose of one frame.
    pub fn pose(&self, frame: FrameId) -> PoseRef<'_> {
        let joints = self.parts.skeleton.len();
        let from = frame.index() * joints;
        PoseRef {
            root_position: self.parts.root_positions[frame.index()],
            rotations: &self.parts.rotations[from..from + joints],
        }
    }

    /// Place and smoothed heading of one frame.
    pub fn ground(&self, frame: FrameId) -> GroundTransform {
        self.parts.grounds[frame.index()]
    }

    /// Foot and hand contacts of one frame.
    pub fn contacts(&self, frame: FrameId) -> Contacts {
        self.parts.contacts[frame.index()]
    }

    /// The objects there are in one frame, in the world of its clip, with what they are.
    pub fn objects(&self, frame: FrameId) -> impl Iterator<Item = (&ObjectKind, Object)> {
        let clip = &self.parts.clips[self.clip_of(frame).index()];
        let here = frame.0.saturating_sub(clip.frames.start);
        clip.objects.iter().filter_map(move |track| {
            let row = track.row_of(here)?;
            Some((&track.kind, self.parts.objects.row(row)))
        })
    }

    /// One clip copied out, back at the height its source had.
    pub fn to_clip(&self, id: ClipId) -> Clip {
        let info = &self.parts.clips[id.index()];
        let (from, to) = (info.frames.start as usize, info.frames.end as usize);
        let joints = self.parts.skeleton.len();
        let lift = Vec3::Y * info.floor;
        Clip {
            name: info.name.clone(),
            skeleton: Arc::clone(&self.parts.skeleton),
            rate_hz: self.parts.rate_hz,
            root_positions: self.parts.root_positions[from..to].iter().map(|p| *p + lift).collect(),
            rotations: self.parts.rotations[from * joints..to * joints].to_vec(),
            labels: info.labels.clone(),
            contacts: Some(self.parts.contacts[from..to].to_vec()),
            objects: info
                .objects
                .iter()
                .map(|track| self.parts.objects.track(track, info.floor))
                .collect(),
            floor: Some(info.floor),
            provenance: info.provenance.clone(),
        }
    }
}

struct Tables {
    clips: Vec<ClipInfo>,
    root_positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    grounds: Vec<GroundTransform>,
    contacts: Vec<Contacts>,
    objects: NewRows,
}

impl Tables {
    fn with_capacity(frames: usize, joints: usize) -> Self {
        Self {
            clips: Vec::new(),
            root_positions: Vec::with_capacity(frames),
            rotations: Vec::with_capacity(frames * joints),
            grounds: Vec::with_capacity(frames),
            contacts: Vec::with_capacity(frames),
            objects: NewRows::default(),
        }
    }

    fn push(&mut self, clip: &Clip, config: &ContactConfig) {
        let motion = JointMotion::of(clip);
        let floor = clip.floor.unwrap_or_else(|| contact_detection::estimate_floor(&motion));
        let start = self.root_positions.len() as u32;
        self.root_positions.extend(clip.root_positions.iter().map(|p| *p - Vec3::Y * floor));
        self.rotations.extend_from_slice(&clip.rotations);
        self.grounds.extend(facing::ground_transforms(&motion));
        match &clip.contacts {
            Some(known) => self.contacts.extend_from_slice(known),
            None => self.contacts.extend(contact_detection::detect(&motion, floor, config)),
        }
        clip.mark_hands(&mut self.contacts[start as usize..]);
        let objects = clip.objects.iter().map(|track| self.objects.push(track, floor)).collect();
        self.clips.push(ClipInfo {
            name: clip.name.clone(),
            frames: start..start + clip.len() as u32,
            labels: clip.labels.clone(),
            objects,
            floor,
            provenance: clip.provenance.clone(),
        });
    }
}

fn check_fits(clip: &Clip, first: &Clip) -> Result<(), LibraryError> {
    clip.check()?;
    if (clip.rate_hz - first.rate_hz).abs() > 1e-3 * first.rate_hz {
        return Err(LibraryError::Rate {
            clip: clip.name.clone(),
            rate_hz: clip.rate_hz,
            library_hz: first.rate_hz,
        });
    }
    if !clip.skeleton.same_shape(&first.skeleton, 1e-5) {
        return Err(LibraryError::Skeleton { clip: clip.name.clone(), first: first.name.clone() });
    }
    Ok(())
}

fn check_tables(parts: &LibraryParts) -> Result<(), LibraryError> {
    let fail = |what: String| Err(LibraryError::Tables { what });
    let frames = parts.root_positions.len();
    if parts.clips.is_empty() || frames == 0 {
        return Err(LibraryError::NoClip);
    }
    if !(parts.rate_hz.is_finite() && parts.rate_hz > 0.0) {
        return fail(format!("{} is no frame rate", parts.rate_hz));
    }
    let joints = parts.skeleton.len();
    let sizes = [parts.rotations.len() / joints, parts.grounds.len(), parts.contacts.len()];
    if !parts.rotations.len().is_multiple_of(joints) || sizes.iter().any(|size| *size != frames) {
        return fail(format!(
            "{frames} root positions, but rotations, grounds, contacts {sizes:?}"
        ));
    }
    let mut next = 0;
    let mut names = std::collections::HashSet::new();
    for clip in &parts.clips {
        if clip.frames.start != next || clip.frames.end <= next {
            return fail(format!("clip '{}' covers frames {:?}", clip.name, clip.frames));
        }
        next = clip.frames.end;
        let length = clip.frames.end - clip.frames.start;
        if clip.labels.iter().any(|label| !label.fits(length as usize)) {
            return fail(format!("clip '{}' has a label outside its frames", clip.name));
        }
        if clip.objects.iter().any(|track| !track.fits(length, parts.objects.len())) {
            return fail(format!("clip '{}' has an object outside its frames", clip.name));
        }
        if !clip.floor.is_finite() {
            return fail(format!("clip '{}' has no finite floor", clip.name));
        }
        if !names.insert(clip.name.as_str()) {
            return Err(LibraryError::Duplicate { clip: clip.name.clone() });
        }
    }
    if let Some(what) = parts.objects.problem(joints) {
        return fail(what);
    }
    if next as usize != frames {
        return fail(format!("the clips cover {next} of {frames} frames"));
    }
    let finite = parts.root_positions.iter().all(|p| p.is_finite())
        && parts.rotations.iter().all(|q| q.is_finite())
        && parts.grounds.iter().all(|g| g.is_finite());
    if finite { Ok(()) } else { fail("a value is not finite".to_owned()) }
}
