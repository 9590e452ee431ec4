//! What one character of a field remembers, and the room its ticks work in.

use crate::{
    core::{Core, Finder},
    integration::{Neighborhood, Weighted},
    states::LocalState,
};
use sidestep_control::{
    AddedMotion, Reader, Saved, SnapshotError, Writer,
    saved::{load_list, save_list, sound},
    saved_value,
};
use sidestep_motion::{GroundTransform, Pose, inertialize::Inertializer};

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The state m = (x, v), seen from the character.
    pub(crate) state: LocalState,
    /// Place and heading of the character.
    pub(crate) ground: GroundTransform,
    /// Neighbours of the state with their similarity weights.
    pub(crate) neighbors: Vec<Weighted>,
    /// What is left of the body that it got going from.
    pub(crate) join: Inertializer,
    /// The row it gets going with, and for how many more ticks it keeps to it.
    pub(crate) launch: Launch,
    /// Turning added now, in radians a frame.
    pub(crate) added: f32,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

/// What a body that gets going keeps to for a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) row: u32,
    pub(crate) ticks: u32,
}

saved_value!(Launch { row, ticks });

#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) neighborhood: Neighborhood,
    pub(crate) finder: Finder,
    /// The state an action leads to.
    pub(crate) next: LocalState,
    /// Where each action leads on the ground.
    pub(crate) ways: Vec<GroundTransform>,
    /// Neighbours of the state the action tried leads to, and of the best so far.
    pub(crate) tried: Vec<Weighted>,
    pub(crate) best: Vec<Weighted>,
    /// The poses of a body that is left.
    pub(crate) left: [Pose; 2],
    /// Root motion added in the last tick.
    pub(crate) added: AddedMotion,
}

impl Memory {
    pub(crate) fn new(core: &Core) -> Self {
        let (joints, neighbors) = (core.states.joints(), core.config.neighbors);
        let room = Room {
            neighborhood: Neighborhood::new(joints),
            finder: Finder::new(core),
            next: LocalState::new(joints),
            ways: Vec::with_capacity(core.config.actions),
            tried: Vec::with_capacity(neighbors),
            best: Vec::with_capacity(neighbors),
            left: [Pose::identity(joints), Pose::identity(joints)],
            added: AddedMotion::default(),
        };
        Self {
            state: LocalState::new(joints),
            ground: GroundTransform::IDENTITY,
            neighbors: Vec::with_capacity(neighbors),
            join: Inertializer::new(joints),
            launch: Launch::default(),
            added: 0.0,
            room: Box::new(room),
        }
    }

    /// Bytes of all that it holds.
    pub(crate) fn bytes(&self) -> usize {
        // Two states of a pose and a step, a neighbourhood of three steps, two poses and a join.
        let joint_bytes = (2 * 2 + 3 + 2) * size_of::<glam::Quat>() + 10 * size_of::<f32>();
        let room = &self.room;
        let weighted = self.neighbors.capacity() + room.tried.capacity() + room.best.capacity();
        size_of::<Self>()
            + size_of::<Room>()
            + self.state.pose.rotations.len() * joint_bytes
            + weighted * size_of::<Weighted>()
            + room.ways.capacity() * size_of::<GroundTransform>()
            + room.finder.bytes()
    }

    /// Place and heading of the character.
    pub fn ground(&self) -> GroundTransform {
        self.ground
    }
}

/// Writes what a character remembers: the state it has and those near it.
pub(crate) fn save(memory: &Memory, to: &mut Writer<'_>) {
    let Memory { state, ground, neighbors, join, launch, added, room: _ } = memory;
    ground.save(to);
    state.save(to);
    join.save(to);
    launch.save(to);
    added.save(to);
    save_list(neighbors, to);
}

/// Takes over what [`save`] has written.
pub(crate) fn load(
    core: &Core,
    memory: &mut Memory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    let Memory { state, ground, neighbors, join, launch, added, room: _ } = memory;
    ground.load(from)?;
    state.load(from)?;
    join.load(from)?;
    launch.load(from)?;
    added.load(from)?;
    load_list(neighbors, core.config.neighbors, from)?;
    let is_row = |row: u32| (row as usize) < core.states.len();
    let are_rows = !neighbors.is_empty() && neighbors.iter().all(|n| is_row(n.row));
    let are_rows = are_rows && is_row(launch.row);
    sound(are_rows, "it is near states that are not there")
}
