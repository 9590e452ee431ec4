//! Root motion that a controller adds on top of the frames it plays: what no actor has done.

use std::ops::AddAssign;

/// Root motion on top of the frames played or mixed in a tick.
///
/// What is left of a join is no addition: it lies between the frames before and the frames after.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AddedMotion {
    /// Turning, in radians; of several ticks the sum of the amounts.
    pub yaw: f32,
    /// Way over the ground, in metres.
    pub travel: f32,
}

impl AddedMotion {
    /// A turn to either side and no way.
    pub fn turn(radians: f32) -> Self {
        Self { yaw: radians, travel: 0.0 }
    }
}

impl AddAssign for AddedMotion {
    fn add_assign(&mut self, other: Self) {
        self.yaw += other.yaw.abs();
        self.travel += other.travel;
    }
}
