//! The one ball of a game: in somebody's hands or at large.

use glam::{Vec2, Vec3};
use sidestep_control::LooseBall;
use sidestep_court::FreeBall;

/// The ball of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameBall {
    /// Where it is and how it moves.
    pub free: FreeBall,
    /// Who has it.
    pub holder: Option<usize>,
    /// Since nobody has it: who threw it.
    pub thrower: Option<usize>,
    /// Whom it was thrown to, while it can still get there.
    pub receiver: Option<usize>,
    /// Whether it was thrown at the hoop and may still fall through.
    pub is_shot: bool,
    /// For how long it is had, or at large, in seconds.
    pub secs: f32,
}

impl GameBall {
    /// A ball that somebody has.
    pub fn of(holder: usize) -> Self {
        Self {
            free: FreeBall { position: Vec3::Y, velocity: Vec3::ZERO },
            holder: Some(holder),
            thrower: None,
            receiver: None,
            is_shot: false,
            secs: 0.0,
        }
    }

    /// Where it is.
    pub fn position(&self) -> Vec3 {
        self.free.position
    }

    /// Where it is (x, z).
    pub fn place(&self) -> Vec2 {
        Vec2::new(self.free.position.x, self.free.position.z)
    }

    /// Whether nobody has it and nobody is meant to.
    pub fn is_loose(&self) -> bool {
        self.holder.is_none() && self.receiver.is_none()
    }

    /// What somebody is told of it who does not have it.
    pub(crate) fn told(&self) -> LooseBall {
        LooseBall { position: self.free.position, velocity: self.free.velocity }
    }

    /// Somebody has it from now on.
    pub(crate) fn taken(&mut self, by: usize) {
        *self = Self { free: self.free, ..Self::of(by) };
    }

    /// It is at large from now on.
    pub(crate) fn thrown(&mut self, by: Option<usize>, velocity: Vec3) {
        let free = FreeBall { position: self.free.position, velocity };
        let base = Self { free, ..Self::of(0) };
        *self = Self { holder: None, thrower: by, ..base };
    }
}
