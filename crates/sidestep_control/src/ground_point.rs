//! A place on the ground.

use crate::saved_value;
use sidestep_motion::GroundTransform;

/// How far from the origin a goal may lie, in metres; beyond it `f32` is coarser than a centimetre.
pub const MAX_DISTANCE: f32 = 100_000.0;

/// A place on the ground, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GroundPoint {
    /// World x.
    pub x: f32,
    /// World z.
    pub z: f32,
}

saved_value!(GroundPoint { x, z });

impl GroundPoint {
    /// The point (`x`, `z`).
    pub const fn new(x: f32, z: f32) -> Self {
        Self { x, z }
    }

    /// Whether both numbers are finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.z.is_finite()
    }

    /// Metres from here to `other`.
    pub fn distance(self, other: Self) -> f32 {
        let (dx, dz) = (other.x - self.x, other.z - self.z);
        (dx * dx + dz * dz).sqrt()
    }

    /// The place of a transform.
    pub fn of(ground: GroundTransform) -> Self {
        Self { x: ground.x, z: ground.z }
    }

    /// The same point, kept within [`MAX_DISTANCE`] of the origin on each axis.
    pub fn clamped(self) -> Self {
        let limit = |value: f32| value.clamp(-MAX_DISTANCE, MAX_DISTANCE);
        Self { x: limit(self.x), z: limit(self.z) }
    }
}
