//! How much to measure.

/// Counts and seed of a measurement. The defaults are those the published figures are checked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many trials.
    pub n: usize,
    /// The seed of everything drawn by chance.
    pub seed: u64,
    /// How many starts of the long steered run, in which skate, jerk and distance are measured.
    pub steered_starts: usize,
    /// How long each of them is steered.
    pub steered_secs: u16,
    /// How many starts are left to themselves.
    pub passive_starts: usize,
    /// How long each of them goes on.
    pub passive_secs: u16,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            n: 180,
            seed: 1,
            steered_starts: 16,
            steered_secs: 60,
            passive_starts: 32,
            passive_secs: 60,
        }
    }
}
