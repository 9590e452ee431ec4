//! What one character of a follower remembers, and the room its ticks work in.

use crate::{
    core::{Core, Finder},
    joins::Choice,
    states::LocalState,
};
use sidestep_control::{
    AddedMotion, Gait, Reader, Saved, SnapshotError, Writer, saved::sound, saved_fields,
};
use sidestep_motion::{GroundTransform, Pose, inertialize::Inertializer};

/// What one character remembers.
#[derive(Clone, Debug)]
pub struct FollowerMemory {
    /// Place and heading of the character.
    pub(crate) ground: GroundTransform,
    /// What is followed.
    pub(crate) following: Following,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// The state that is shown.
    pub(crate) state: LocalState,
    pub(crate) finder: Finder,
    pub(crate) choices: Vec<Choice>,
    /// Root motion added in the last tick.
    pub(crate) added: AddedMotion,
}

impl FollowerMemory {
    pub(crate) fn new(core: &Core) -> Self {
        let joints = core.states.joints();
        let room = Room {
            state: LocalState::new(joints),
            finder: Finder::new(core),
            choices: Vec::with_capacity(core.config.actions + 1 + Gait::ALL.len()),
            added: AddedMotion::default(),
        };
        Self {
            ground: GroundTransform::IDENTITY,
            following: Following::new(joints),
            room: Box::new(room),
        }
    }

    /// Bytes of all that it holds.
    pub(crate) fn bytes(&self) -> usize {
        // A state of a pose and a step, a pose and a join.
        let joint_bytes = 3 * size_of::<glam::Quat>() + 10 * size_of::<f32>();
        let room = &self.room;
        size_of::<Self>()
            + size_of::<Room>()
            + room.state.pose.rotations.len() * joint_bytes
            + room.choices.capacity() * size_of::<Choice>()
            + room.finder.bytes()
    }

    /// Place and heading of the character.
    pub fn ground(&self) -> GroundTransform {
        self.ground
    }
}

/// Writes what a character remembers.
pub(crate) fn save(memory: &FollowerMemory, to: &mut Writer<'_>) {
    let FollowerMemory { ground, following, room: _ } = memory;
    ground.save(to);
    following.save(to);
}

/// Takes over what [`save`] has written.
pub(crate) fn load(
    core: &Core,
    memory: &mut FollowerMemory,
    from: &mut Reader<'_>,
) -> Result<(), SnapshotError> {
    let FollowerMemory { ground, following, room: _ } = memory;
    ground.load(from)?;
    following.load(from)?;
    let is_row = (following.row as usize) < core.states.len();
    sound(is_row, "it follows a state that is not there")
}

/// What is followed.
#[derive(Clone, Debug)]
pub(crate) struct Following {
    /// The row that is followed.
    pub(crate) row: u32,
    /// Where the clip of the row lies in the world.
    pub(crate) world_from_clip: GroundTransform,
    /// What is left of those followed before.
    pub(crate) join: Inertializer,
    /// The pose of the tick before the last.
    pub(crate) before: Pose,
    /// Turning added now, in radians a frame.
    pub(crate) added: f32,
    /// For so many frames no other row is entered.
    pub(crate) held: u32,
}

saved_fields!(Following { row, world_from_clip, join, before, added, held });

impl Following {
    pub(crate) fn new(joints: usize) -> Self {
        Self {
            row: 0,
            world_from_clip: GroundTransform::IDENTITY,
            join: Inertializer::new(joints),
            before: Pose::identity(joints),
            added: 0.0,
            held: 0,
        }
    }

    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.world_from_clip = moved * self.world_from_clip;
        moved.transform_pose(&mut self.before);
        self.join.turn(moved);
    }
}
