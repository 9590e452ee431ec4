//! Numbers drawn from a seed, the same on every machine.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of numbers. Streams of one seed do not depend on each other.
pub(crate) struct Chance {
    generator: ChaCha8Rng,
}

impl Chance {
    /// The stream of that number.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Self { generator }
    }

    /// A number from `from` up to `to`.
    pub(crate) fn between(&mut self, from: f32, to: f32) -> f32 {
        // The upper 24 bits are what an f32 holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "24 bits")]
        let unit = (self.generator.next_u32() >> 8) as f32 / 16_777_216.0;
        from + (to - from) * unit
    }

    /// An index below `count`; zero where there is none.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.generator.next_u64() % count).unwrap_or(0)
    }
}
