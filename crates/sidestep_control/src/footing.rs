//! What the planted feet leave to the body: how far it can turn over them.

use crate::saved_value;
use std::f32::consts::PI;

/// How the body stands at the end of a tick, for the next one.
///
/// A body turns over a planted foot only as far as hips allow; then it needs a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Footing {
    /// For each foot that is held, how far the body can turn to the right (below 0) and to the left
    /// (above 0) before it is twisted further over that foot than the library is, in radians.
    pub rooms: [Option<(f32, f32)>; 2],
    /// Where the pelvis faces, seen along the heading, in radians; `None` where it faces as the frame
    /// that is played.
    pub pelvis: Option<f32>,
}

saved_value!(Footing { rooms, pelvis });

impl Footing {
    /// How far the body can turn to the right (not above 0) and to the left (not below 0).
    pub fn room(&self) -> (f32, f32) {
        let mut room = (-PI, PI);
        for (right, left) in self.rooms.iter().flatten() {
            room = (room.0.max(*right).min(0.0), room.1.min(*left).max(0.0));
        }
        room
    }

    /// As much of a turn in a tick as there is room for, where turning changes by at most `change`
    /// from tick to tick: no faster than can be braked, ω + (ω - a) + (ω - 2a) + … = θ.
    pub fn allowed(&self, turn: f32, change: f32) -> f32 {
        let brakeable = |room: f32| {
            let (room, half) = (room.abs(), 0.5 * change);
            ((half * half + 2.0 * change * room).sqrt() - half).min(room)
        };
        let (right, left) = self.room();
        turn.clamp(-brakeable(right), brakeable(left))
    }
}
