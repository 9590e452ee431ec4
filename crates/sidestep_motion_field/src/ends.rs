//! The ends of clips: what goes on most like them, and how that is used.
//!
//! A character that flows to the end of a clip finds its neighbours there: the end itself. Where
//! nothing else is near it stays, as in the standing ends of recorded walks. Two remedies: leave out
//! the states from which nothing but such ends can be reached, or let every clip run on into the
//! motion most like its end, joined by an offset that fades, so that its new end lies amid data.

use crate::{core::Core, moves};
use glam::{Quat, Vec3};
use sidestep_features::{MotionState, Neighbor, SearchScratch};
use sidestep_motion::{
    ClipId, ClipInfo, Contacts, Displacement, FrameId, GroundTransform, LibraryError, LibraryParts,
    MotionLibrary, Pose,
    inertialize::{Approach, Inertializer},
};
use std::sync::Arc;

/// What a clip runs on into lasts at least this long.
const LEAST_LEFT_SECS: f32 = 1.0;

/// Frames appended after the offset has faded: a state of those is one of the data to the bit of a
/// rotation, so that the data around it goes on.
const AFTER_FADE_FRAMES: u32 = 3;

/// Times states are left out: each time others may have lost their way out.
const MOST_ROUNDS: usize = 4;

/// The frame that is most like the last state of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Continuation {
    /// Corresponds to the last frame but one of the clip.
    pub(crate) frame: FrameId,
    pub(crate) distance: f32,
    /// Speed of the clip at its end, in metres a second.
    pub(crate) speed_at_end: f32,
}

/// Finds what goes on most like a clip ends; `None` for clips of two frames or fewer, and where
/// nothing goes on.
pub(crate) fn continuation(core: &Core, clip: ClipId) -> Option<Continuation> {
    let library = &core.library;
    let frames = library.clips()[clip.index()].frames.clone();
    let last_row = core.states.row_of(FrameId(frames.end.checked_sub(3)?))?;
    let at = FrameId(frames.end - 2);
    let (pose, next) = (library.pose(at), library.pose(FrameId(at.0 + 1)));
    let mut displacement = Displacement::default();
    next.difference_into(pose, &mut displacement);
    let state = MotionState {
        phases: core.states.phases_after(last_row),
        ..MotionState::new(pose, &displacement, library.ground(at).heading)
    };
    let mut query = vec![0.0; core.space.dims()];
    core.space.write(&state, &mut query);
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let mut count = 32;
    loop {
        core.index.search(&query, count, &mut scratch, &mut found);
        if let Some(nearest) = found.iter().find(|near| goes_on(core, near)) {
            return Some(Continuation {
                frame: core.states.frame(nearest.row),
                distance: nearest.distance_squared.sqrt(),
                speed_at_end: core.states.velocity(last_row).length(),
            });
        }
        if count >= core.index.len() {
            return None;
        }
        count *= 4;
    }
}

fn goes_on(core: &Core, near: &Neighbor) -> bool {
    core.states.left(near.row) as f32 * core.library.frame_secs() > LEAST_LEFT_SECS
}

/// The rows from which the core of the field cannot be reached by any action.
fn stuck(core: &Core) -> Vec<u32> {
    let graph = moves::by_any_action(core, &moves::of_all_rows(core));
    let components = graph.components();
    let core_nodes = components.nodes(components.largest().unwrap_or(0));
    let leads = graph.reversed().reached(core_nodes);
    core.listed().filter(|row| !leads[*row as usize]).collect()
}

/// The frames whose states have no future, those that lose theirs when the others go included.
/// `without` makes the core without the states of some frames.
pub(crate) fn all_stuck<E>(
    core: &Core,
    without: impl Fn(&[FrameId]) -> Result<Core, E>,
) -> Result<Vec<FrameId>, E> {
    let mut dropped: Vec<FrameId> = Vec::new();
    let mut rest: Option<Core> = None;
    for _ in 0..MOST_ROUNDS {
        let present = rest.as_ref().unwrap_or(core);
        let more = stuck(present);
        if more.is_empty() {
            break;
        }
        dropped.extend(more.iter().map(|row| present.states.frame(*row)));
        dropped.sort_unstable();
        rest = Some(without(&dropped)?);
    }
    Ok(dropped)
}

/// The library with every clip run on into what is most like its end.
pub(crate) fn linked(core: &Core, join_secs: f32) -> Result<Arc<MotionLibrary>, LibraryError> {
    let library = &core.library;
    let mut writer = Writer::new(library);
    for (number, clip) in (0_u16..).zip(library.clips()) {
        writer.copy(library, clip);
        if let Some(continuation) = continuation(core, ClipId(number)) {
            writer.run_on(library, clip, continuation.frame, join_secs);
        }
        writer.close(clip);
    }
    writer.finish(library).map(Arc::new)
}

/// The tables of a library in the making.
struct Writer {
    clips: Vec<ClipInfo>,
    root_positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    grounds: Vec<GroundTransform>,
    contacts: Vec<Contacts>,
    start: usize,
}

impl Writer {
    fn new(library: &MotionLibrary) -> Self {
        Self {
            clips: Vec::with_capacity(library.clips().len()),
            root_positions: Vec::with_capacity(library.len()),
            rotations: Vec::with_capacity(library.len() * library.skeleton().len()),
            grounds: Vec::with_capacity(library.len()),
            contacts: Vec::with_capacity(library.len()),
            start: 0,
        }
    }

    fn copy(&mut self, library: &MotionLibrary, clip: &ClipInfo) {
        self.start = self.root_positions.len();
        for frame in clip.frames.clone().map(FrameId) {
            let pose = library.pose(frame);
            self.root_positions.push(pose.root_position);
            self.rotations.extend_from_slice(pose.rotations);
            self.grounds.push(library.ground(frame));
            self.contacts.push(library.contacts(frame));
        }
    }

    /// Appends the frames after `from` + 1, which takes the place of the clip's last frame.
    fn run_on(&mut self, library: &MotionLibrary, clip: &ClipInfo, from: FrameId, join_secs: f32) {
        let (last, entry) = (FrameId(clip.frames.end - 1), FrameId(from.0 + 1));
        let here_from_there = library.ground(last) * library.ground(entry).inverse();
        let laid = |frame: FrameId| {
            let mut pose = library.pose(frame).to_pose();
            here_from_there.transform_pose(&mut pose);
            pose
        };
        let (before, at) = (laid(from), laid(entry));
        let shown = Approach::new(library.pose(FrameId(last.0 - 1)), library.pose(last));
        let entered = Approach::new(before.as_ref(), at.as_ref());
        let mut join = Inertializer::new(library.skeleton().len());
        join.join(shown, entered, library.frame_secs(), join_secs);
        let faded = (join_secs * library.rate_hz()).ceil() as u32;
        let end = library.clips()[library.clip_of(from).index()].frames.end;
        for frame in (entry.0 + 1..end).take((faded + AFTER_FADE_FRAMES) as usize) {
            let frame = FrameId(frame);
            let mut pose: Pose = laid(frame);
            join.apply(library.frame_secs(), &mut pose);
            let heading = (here_from_there * library.ground(frame)).heading;
            let (x, z) = (pose.root_position.x, pose.root_position.z);
            self.root_positions.push(pose.root_position);
            self.rotations.extend_from_slice(&pose.rotations);
            self.grounds.push(GroundTransform::new(x, z, heading));
            self.contacts.push(library.contacts(frame));
        }
    }

    fn close(&mut self, clip: &ClipInfo) {
        let frames = self.start as u32..self.root_positions.len() as u32;
        self.clips.push(ClipInfo { frames, ..clip.clone() });
    }

    fn finish(self, library: &MotionLibrary) -> Result<MotionLibrary, LibraryError> {
        MotionLibrary::from_parts(LibraryParts {
            skeleton: Arc::clone(library.skeleton()),
            rate_hz: library.rate_hz(),
            clips: self.clips,
            root_positions: self.root_positions.into(),
            rotations: self.rotations.into(),
            grounds: self.grounds.into(),
            contacts: self.contacts.into(),
            // Frames run on beyond a clip have no object; those of the clip stay as they are.
            objects: library.parts().objects.clone(),
        })
    }
}
