//! The ball of a game, as a player sees it who does not have it.

use glam::Vec3;

/// A ball that somebody else has, or nobody.
///
/// Who is told of one does not have it, whatever it remembers, and has it again when its hands close on it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LooseBall {
    /// Its middle, in the world.
    pub position: Vec3,
    /// In m/s.
    pub velocity: Vec3,
}

impl LooseBall {
    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.velocity.is_finite()
    }
}
