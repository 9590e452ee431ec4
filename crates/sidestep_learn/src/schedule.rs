//! How learning goes from easy to hard.

use serde::{Deserialize, Serialize};

/// Unrolls that grow, and goals that are more and more seen from the own root.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedule(pub Vec<Phase>);

/// A part of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// It lasts until this share of all updates is done.
    pub until: f32,
    /// Frames that a network runs on its own output before it is put back onto the data.
    pub unroll: u32,
    /// Frames that it is then shown of the data while its root, its memory and what it expects go on;
    /// at 0 it begins anew instead.
    #[serde(default)]
    pub guided: u32,
    /// Share of the sequences that see their goal from where they brought themselves.
    pub own_root: f32,
    /// Share of the sequences that are told the phase of the gait.
    #[serde(default)]
    pub phase: f32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self(vec![Phase { until: 1.0, unroll: 24, guided: 4, own_root: 1.0, phase: 1.0 }])
    }
}

impl Schedule {
    /// Whether the network is told the phase of the gait at the end, and therefore when it plays.
    pub fn tells_phase(&self) -> bool {
        self.0.last().is_some_and(|part| part.phase > 0.5)
    }

    /// The part in which an update lies.
    pub fn at(&self, update: u64, updates: u64) -> Phase {
        let done = update as f32 / updates.max(1) as f32;
        let part = self.0.iter().find(|part| done < part.until).or(self.0.last());
        part.copied().unwrap_or(Phase {
            until: 1.0,
            unroll: 48,
            guided: 0,
            own_root: 0.0,
            phase: 0.0,
        })
    }
}
