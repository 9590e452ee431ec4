//! What one character remembers from tick to tick.

use crate::{
    construction::{MotionMatcher, TURN_SECS},
    features::frames,
    trajectory::{Trajectory, Wanted},
};
use sidestep_control::Footprint;
use sidestep_features::{Neighbor, SearchScratch};
use sidestep_motion::{Displacement, GroundTransform, Pose, inertialize::Inertializer};

/// From this share of the limit on, turns are cut.
const NEAR_LIMIT: f32 = 0.7;

/// What one character remembers. All of it is seen from the character, except the predicted way.
#[derive(Debug)]
pub struct Memory {
    /// The frame that plays.
    pub(crate) frame: u32,
    /// What is left of the difference of poses at the last join.
    pub(crate) join: Inertializer,
    /// The difference of steps over the ground at the last join, as great as it was then.
    pub(crate) ground_join: GroundTransform,
    pub(crate) since_join_secs: f32,
    /// The pose of the tick before the last, for the velocity at a join.
    pub(crate) before: Pose,
    /// The last step over the ground.
    pub(crate) step: GroundTransform,
    /// Turns of the last half second, tick by tick, as a ring.
    pub(crate) turns: Vec<f32>,
    pub(crate) oldest_turn: usize,
    /// The predicted way, in the world.
    pub(crate) trajectory: Trajectory,
    /// What was wanted when frames were last searched.
    pub(crate) searched_for: Option<Wanted>,
    pub(crate) since_search_ticks: u32,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    pub(crate) query: Vec<f32>,
    pub(crate) displacement: Displacement,
    pub(crate) scratch: SearchScratch,
    pub(crate) found: Vec<Neighbor>,
    pub(crate) entered: [Pose; 2],
    pub(crate) shown: Pose,
}

impl Memory {
    /// Of a character that stands, with all the room it will need but that of a search.
    pub(crate) fn at_rest(matcher: &MotionMatcher) -> Self {
        let joints = matcher.library.skeleton().len();
        let pose = || Pose::identity(joints);
        let room = Room {
            query: vec![0.0; matcher.features.space.dims()],
            entered: [pose(), pose()],
            shown: pose(),
            ..Room::default()
        };
        Self {
            frame: matcher.rest,
            join: Inertializer::new(joints),
            ground_join: GroundTransform::IDENTITY,
            since_join_secs: 0.0,
            before: pose(),
            step: GroundTransform::IDENTITY,
            turns: vec![0.0; frames(&matcher.library, TURN_SECS).max(1) as usize],
            oldest_turn: 0,
            trajectory: Trajectory::default(),
            searched_for: None,
            since_search_ticks: 0,
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

/// Bytes of a matcher and of a memory.
pub(crate) fn footprint(matcher: &MotionMatcher) -> Footprint {
    let (parts, joints) = (matcher.library.parts(), matcher.library.skeleton().len());
    let library = size_of_val(parts.root_positions.as_slice())
        + size_of_val(parts.rotations.as_slice())
        + size_of_val(parts.grounds.as_slice())
        + size_of_val(parts.contacts.as_slice());
    // The join holds three vectors and a time for each joint; there are four poses and a step.
    let joint_bytes = 10 * size_of::<f32>() + 5 * size_of::<glam::Quat>();
    let numbers = frames(&matcher.library, TURN_SECS) as usize + matcher.features.space.dims();
    let own = size_of::<Memory>() + size_of::<Room>() + numbers * size_of::<f32>();
    Footprint {
        controller_bytes: library + matcher.features.bytes(),
        memory_bytes: own + joints * joint_bytes,
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            join: self.join.clone(),
            before: self.before.clone(),
            turns: self.turns.clone(),
            room: self.room.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.frame = source.frame;
        self.join.clone_from(&source.join);
        self.ground_join = source.ground_join;
        self.since_join_secs = source.since_join_secs;
        self.before.copy_from(source.before.as_ref());
        self.step = source.step;
        self.turns.clone_from(&source.turns);
        self.oldest_turn = source.oldest_turn;
        self.trajectory = source.trajectory;
        self.searched_for = source.searched_for;
        self.since_search_ticks = source.since_search_ticks;
    }
}
