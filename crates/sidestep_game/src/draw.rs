//! Chance that can be copied with whatever it belongs to: a seed and how often it was asked.

use sidestep_motion::chance::Chance;

/// Numbers drawn one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    seed: u64,
    drawn: u64,
}

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    /// A number from 0 up to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        self.between(0.0, 1.0)
    }

    /// A number from `from` up to `to`.
    pub(crate) fn between(&mut self, from: f32, to: f32) -> f32 {
        self.drawn += 1;
        Chance::new(self.seed, self.drawn).between(from, to)
    }
}
