//! What one character remembers, and the room its ticks work in.

use crate::{
    core::{Core, Finder},
    following::Following,
    integration::{Neighborhood, Weighted},
    joins::Choice,
    states::LocalState,
};
use sidestep_control::{
    AddedMotion, Gait, Reader, Saved, SnapshotError, Writer,
    saved::{load_list, save_list, sound},
};
use sidestep_motion::GroundTransform;

/// What one character remembers.
#[derive(Debug)]
pub struct Memory {
    /// The state m = (x, v), seen from the character.
    pub(crate) state: LocalState,
    /// Place and heading of the character.
    pub(crate) ground: GroundTransform,
    /// Neighbours of the state with their similarity weights.
    pub(crate) neighbors: Vec<Weighted>,
    /// What is followed, where neighbours are followed one at a time.
    pub(crate) following: Following,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) neighborhood: Neighborhood,
    pub(crate) finder: Finder,
    pub(crate) choices: Vec<Choice>,
    /// The state an action leads to.
    pub(crate) next: LocalState,
    /// Where each action leads on the ground.
    pub(crate) ways: Vec<GroundTransform>,
    /// Neighbours of the state the action tried leads to, and of the best so far.
    pub(crate) tried: Vec<Weighted>,
    pub(crate) best: Vec<Weighted>,
    /// Root motion added in the last tick.
    pub(crate) added: AddedMotion,
}

impl Memory {
    pub(crate) fn new(core: &Core) -> Self {
        let (joints, neighbors) = (core.states.joints(), core.config.neighbors);
        let room = Room {
            neighborhood: Neighborhood::new(joints),
            finder: Finder::new(core),
            choices: Vec::with_capacity(core.config.actions + 1 + Gait::ALL.len()),
            next: LocalState::new(joints),
            ways: Vec::with_capacity(core.config.actions),
            tried: Vec::with_capacity(neighbors),
            best: Vec::with_capacity(neighbors),
            added: AddedMotion::default(),
        };
        Self {
            state: LocalState::new(joints),
            ground: GroundTransform::IDENTITY,
            neighbors: Vec::with_capacity(neighbors),
            following: Following::new(joints),
            room: Box::new(room),
        }
    }

    /// Bytes of all that it holds.
    pub(crate) fn bytes(&self) -> usize {
        // Two states of a pose and a step, a neighbourhood of three steps, a pose and a join.
        let joint_bytes = (2 * 2 + 3 + 1) * size_of::<glam::Quat>() + 10 * size_of::<f32>();
        let room = &self.room;
        let weighted = self.neighbors.capacity() + room.tried.capacity() + room.best.capacity();
        size_of::<Self>()
            + size_of::<Room>()
            + self.state.pose.rotations.len() * joint_bytes
            + weighted * size_of::<Weighted>()
            + room.choices.capacity() * size_of::<Choice>()
            + room.ways.capacity() * size_of::<GroundTransform>()
            + room.finder.bytes()
    }

    /// Place and heading of the character.
    pub fn ground(&self) -> GroundTransform {
        self.ground
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            ground: self.ground,
            neighbors: self.neighbors.clone(),
            following: self.following.clone(),
            room: self.room.clone(),
        }
    }
}

/// What a field of this kind remembers: what it follows, or the state it has and those near it. The
/// other half says nothing.
pub(crate) fn save(core: &Core, memory: &Memory, to: &mut Writer<'_>) {
    let Memory { state, ground, neighbors, following, room: _ } = memory;
    ground.save(to);
    if core.config.follow.is_some() {
        following.save(to);
    } else {
        state.save(to);
        save_list(neighbors, to);
    }
}

/// Takes over what [`save`] has written.
pub(crate) fn load(
    core: &Core,
    memory: &mut Memory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    let Memory { state, ground, neighbors, following, room: _ } = memory;
    let is_row = |row: u32| (row as usize) < core.states.len();
    ground.load(from)?;
    if core.config.follow.is_some() {
        following.load(from)?;
        return sound(is_row(following.row), "it follows a state that is not there");
    }
    state.load(from)?;
    load_list(neighbors, core.config.neighbors, from)?;
    let are_rows = !neighbors.is_empty() && neighbors.iter().all(|n| is_row(n.row));
    sound(are_rows, "it is near states that are not there")
}
