//! Things that belong to a world and move from tick to tick: the ball of a game, a racket.

use glam::Vec3;

/// Something that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thing {
    /// What it is: `ball` or `racket`.
    pub name: &'static str,
    /// Of the sphere, or of the racket's head, in metres.
    pub radius: f32,
    /// Its middle, or that of the head; no number while it is not there.
    pub at: Vec3,
    /// Where a racket is held; the middle of everything else.
    pub held_at: Vec3,
}

impl Thing {
    /// A ball that is somewhere.
    pub fn ball(radius: f32, at: Vec3) -> Self {
        Self { name: "ball", radius, at, held_at: at }
    }

    /// Puts it elsewhere.
    pub fn put(&mut self, at: Vec3) {
        (self.at, self.held_at) = (at, at);
    }
}
