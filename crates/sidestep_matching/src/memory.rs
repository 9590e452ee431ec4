//! What one character remembers from tick to tick.

use crate::{
    construction::MotionMatcher,
    features::frames,
    trajectory::{Trajectory, Wanted},
};
use sidestep_control::{
    AddedMotion, Footprint, Playback, Reader, Saved, SnapshotError, saved::sound, saved_fields,
    usual_turn::TURN_SECS,
};
use sidestep_features::{Neighbor, SearchScratch};
use sidestep_motion::{Displacement, Pose};

/// From this share of the limit on, turns are cut.
const NEAR_LIMIT: f32 = 0.7;

/// What one character remembers. All of it is seen from the character, except the predicted way.
#[derive(Debug)]
pub struct Memory {
    /// What plays.
    pub(crate) play: Playback,
    /// Turns of the last half second, tick by tick, as a ring.
    pub(crate) turns: Vec<f32>,
    pub(crate) oldest_turn: usize,
    /// The predicted way, in the world.
    pub(crate) trajectory: Trajectory,
    /// What was wanted when frames were last searched.
    pub(crate) searched_for: Option<Wanted>,
    pub(crate) since_search_ticks: u32,
    /// For so many ticks nothing is searched, unless what plays is over.
    pub(crate) held_ticks: u32,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    pub(crate) query: Vec<f32>,
    /// How many of its numbers count.
    pub(crate) asked: usize,
    pub(crate) displacement: Displacement,
    pub(crate) scratch: SearchScratch,
    pub(crate) found: Vec<Neighbor>,
    pub(crate) earlier: Pose,
    /// Root motion added in the last tick.
    pub(crate) added: AddedMotion,
}

impl Memory {
    /// Of a character that stands, with all the room it will need but that of a search.
    pub(crate) fn at_rest(matcher: &MotionMatcher) -> Self {
        let joints = matcher.library.skeleton().len();
        let room = Room {
            query: vec![0.0; matcher.features.most_dims()],
            earlier: Pose::identity(joints),
            scratch: SearchScratch::with_room(&matcher.features.all.index, matcher.looked_at(), 1),
            ..Room::default()
        };
        Self {
            play: Playback::new(matcher.rest, joints),
            turns: vec![0.0; frames(&matcher.library, TURN_SECS).max(1) as usize],
            oldest_turn: 0,
            trajectory: Trajectory::default(),
            searched_for: None,
            since_search_ticks: 0,
            held_ticks: 0,
            room: Box::new(room),
        }
    }

    /// Notes a turn in place of the oldest. It is cut, gently so that it does not jerk, where the
    /// others already come near the limit.
    pub(crate) fn limit_turn(&mut self, turn: f32, limit: f32) -> f32 {
        let others = self.turns.iter().sum::<f32>() - self.turns[self.oldest_turn];
        let near = (others.abs() / limit.max(1e-6) - NEAR_LIMIT) / (1.0 - NEAR_LIMIT);
        let near = if others * turn > 0.0 { near.clamp(0.0, 1.0) } else { 0.0 };
        let turn = turn * (1.0 - near * near * (3.0 - 2.0 * near));
        self.turns[self.oldest_turn] = turn;
        self.oldest_turn = (self.oldest_turn + 1) % self.turns.len();
        turn
    }
}

saved_fields!(Memory {
    play,
    turns,
    oldest_turn,
    trajectory,
    searched_for,
    since_search_ticks,
    held_ticks,
} without { room });

/// Takes over a memory that was saved.
pub(crate) fn load(
    matcher: &MotionMatcher,
    memory: &mut Memory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    memory.load(from)?;
    let is_there = (memory.play.frame as usize) < matcher.library.len();
    sound(is_there, "it plays a frame that is not there")?;
    sound(memory.oldest_turn < memory.turns.len(), "its oldest turn is none of its turns")
}

/// Bytes of a matcher and of a memory.
pub(crate) fn footprint(matcher: &MotionMatcher) -> Footprint {
    let joints = matcher.library.skeleton().len();
    // Beside what plays there are a pose and a step.
    let joint_bytes = 2 * size_of::<glam::Quat>();
    let numbers = frames(&matcher.library, TURN_SECS) as usize + matcher.features.most_dims();
    let own = size_of::<Memory>() + size_of::<Room>() + numbers * size_of::<f32>();
    Footprint {
        controller_bytes: matcher.library.frame_bytes()
            + matcher.smoothed_bytes()
            + matcher.features.bytes()
            + matcher.feet.bytes(),
        memory_bytes: own + Playback::heap_bytes(joints) + joints * joint_bytes,
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            play: self.play.clone(),
            turns: self.turns.clone(),
            room: self.room.clone(),
            ..*self
        }
    }
}
