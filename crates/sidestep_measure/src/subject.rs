//! What is measured: a way to make characters, and the library they were built from.

use sidestep_control::{
    Animate, BodyState, Start,
    usual_speed::{STANDING_SPEED, ground_speed},
};
use sidestep_motion::{FrameId, MotionLibrary, chance::Chance};

/// A controller under test.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The library it was built from.
    pub library: &'a MotionLibrary,
    /// Makes a character.
    pub spawn: &'a dyn Fn(Start<'_>) -> Box<dyn Animate>,
}

impl Subject<'_> {
    /// A character that begins as the library is in `frame`.
    pub fn spawn_at(&self, frame: FrameId) -> Box<dyn Animate> {
        (self.spawn)(Start::State(&state_of(self.library, frame)))
    }

    /// Frames that move faster than `least` metres a second and have a frame before them.
    pub(crate) fn frames_faster_than(&self, least: f32) -> Vec<FrameId> {
        let moves = |frame: &FrameId| ground_speed(self.library, *frame) > least;
        self.frames().filter(moves).collect()
    }

    /// Frames that do not travel.
    pub(crate) fn standing_frames(&self) -> Vec<FrameId> {
        let stands = |frame: &FrameId| ground_speed(self.library, *frame) < STANDING_SPEED;
        self.frames().filter(stands).collect()
    }

    /// All frames that have a frame before them in their clip.
    pub(crate) fn frames(&self) -> impl Iterator<Item = FrameId> {
        let clips = self.library.clips().iter();
        clips.flat_map(|clip| clip.frames.clone().skip(1)).map(FrameId)
    }
}

/// The body as the library has it in `frame`.
pub fn state_of(library: &MotionLibrary, frame: FrameId) -> BodyState {
    let start = library.clips()[library.clip_of(frame).index()].frames.start;
    let before = FrameId(frame.0.saturating_sub(1).max(start));
    BodyState {
        before: library.pose(before).to_pose(),
        now: library.pose(frame).to_pose(),
        secs: library.frame_secs(),
        ground: library.ground(frame),
    }
}

/// One of `frames` by chance; the library's first frame where there is none.
pub(crate) fn draw(frames: &[FrameId], chance: &mut Chance) -> FrameId {
    frames.get(chance.below(frames.len())).copied().unwrap_or(FrameId(0))
}
