//! Chance from a seed, and slow wandering values made of it.

use crate::curve::TICK_HZ;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use std::f64::consts::TAU;

/// A stream of chance that is the same on every machine.
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    /// The stream of one purpose: `stream` keeps the purposes of one seed apart.
    pub(crate) fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// Uniform in [0, 1), with the 53 bits an f64 can hold.
    fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform between two values.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Uniform in [−1, 1].
    pub(crate) fn signed(&mut self) -> f64 {
        self.between(-1.0, 1.0)
    }

    /// True with a probability.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// One of a few choices.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[((self.unit() * choices.len() as f64) as usize).min(choices.len() - 1)]
    }

    /// A value for each tick that wanders within about ±1, with a band of frequencies around `hz`.
    ///
    /// A few sines of unrelated periods: smooth in every derivative, and never quite repeating.
    pub(crate) fn wander(&mut self, ticks: usize, hz: f64) -> Vec<f64> {
        let waves: [(f64, f64); 5] =
            std::array::from_fn(|_| (hz * self.between(0.45, 1.6), self.between(0.0, TAU)));
        let value = |tick: usize| {
            let secs = tick as f64 / TICK_HZ;
            let sum: f64 = waves.iter().map(|(hz, phase)| libm::sin(TAU * hz * secs + phase)).sum();
            sum * 0.5
        };
        (0..ticks).map(value).collect()
    }
}
