//! Numbers drawn from a seed, the same on every machine.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of numbers. Streams of one seed do not depend on each other.
pub struct Chance {
    generator: ChaCha8Rng,
}

impl Chance {
    /// The stream of that number.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self { generator }
    }

    /// A number from 0 up to 1.
    pub fn unit(&mut self) -> f32 {
        // The upper 24 bits are what an f32 holds exactly.
        let bits = (self.generator.next_u32() >> 8) as f32;
        bits / 16_777_216.0
    }

    /// A number from `from` up to `to`.
    pub fn between(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.unit()
    }

    /// An index below `count`; zero where there is none.
    pub fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.generator.next_u64() % count).unwrap_or(0)
    }
}
