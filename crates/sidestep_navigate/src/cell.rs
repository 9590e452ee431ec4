//! Cells of a grid over the ground.

use glam::Vec2;
use std::ops::Add;

/// The number of a cell on each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) x: i32,
    pub(crate) z: i32,
}

impl Cell {
    pub(crate) const fn new(x: i32, z: i32) -> Self {
        Self { x, z }
    }

    /// The whole numbers of a point counted in cells; beyond 32 bits it stays at the edge.
    pub(crate) fn of(point: Vec2) -> Self {
        Self::new(point.x as i32, point.y as i32)
    }

    pub(crate) fn to_vec2(self) -> Vec2 {
        Vec2::new(self.x as f32, self.z as f32)
    }
}

impl Add for Cell {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.z + other.z)
    }
}
