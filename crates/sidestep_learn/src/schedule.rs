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
    /// Share of the sequences that see their goal from where they brought themselves.
    pub own_root: f32,
}

impl Default for Schedule {
    fn default() -> Self {
        Self(vec![
            Phase { until: 0.05, unroll: 8, own_root: 0.0 },
            Phase { until: 0.2, unroll: 24, own_root: 0.25 },
            Phase { until: 0.5, unroll: 48, own_root: 0.5 },
            Phase { until: 1.0, unroll: 96, own_root: 0.5 },
        ])
    }
}

impl Schedule {
    /// The part in which an update lies.
    pub fn at(&self, update: u64, updates: u64) -> Phase {
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let done = update as f32 / updates.max(1) as f32;
        let part = self.0.iter().find(|part| done < part.until).or(self.0.last());
        part.copied().unwrap_or(Phase { until: 1.0, unroll: 48, own_root: 0.0 })
    }
}
