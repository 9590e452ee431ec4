//! What is followed, where neighbours are followed one at a time.

use sidestep_control::saved_fields;
use sidestep_motion::{GroundTransform, Pose, inertialize::Inertializer};

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
