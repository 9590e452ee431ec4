//! What was done on a stage, small enough for a link: settings, and events with their ticks.

use crate::stage::{Setting, StageError, event::Event, wish::Wish};
use serde::{Deserialize, Serialize};

/// The version written, and the only one read.
pub const VERSION: u32 = 1;

/// The longest recording: ten minutes.
pub const MOST_TICKS: u32 = 36_000;

/// The most that a recording may hold; see [`weight`].
pub const MOST_EVENTS: usize = 20_000;

/// Settings and events; the same on the same controllers gives the same bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// [`VERSION`].
    pub version: u32,
    /// The world.
    pub world: String,
    /// Chance of the world.
    pub seed: u64,
    /// The controllers at the beginning.
    pub controllers: Vec<String>,
    /// How many are in the crowd.
    #[serde(default)]
    pub count: Option<usize>,
    /// What the crowd does.
    #[serde(default)]
    pub scene: Option<String>,
    /// How long it is.
    pub ticks: u32,
    /// What happened before which tick, in order.
    pub events: Vec<(u32, Event)>,
}

impl Recording {
    /// The stage it was made on.
    pub fn setting(&self) -> Setting {
        Setting {
            world: self.world.clone(),
            controllers: self.controllers.clone(),
            seed: self.seed,
            count: self.count,
            scene: self.scene.clone(),
        }
    }

    /// Checks what only a hand-made recording can get wrong.
    pub fn check(&self) -> Result<(), StageError> {
        if self.version != VERSION {
            return Err(StageError::Wrong("the recording is of another version; this one reads 1"));
        }
        if self.ticks > MOST_TICKS {
            return Err(StageError::Wrong("a recording lasts ten minutes (36,000 ticks) at most"));
        }
        let total: usize = self.events.iter().map(|(_, event)| weight(event)).sum();
        if total > MOST_EVENTS {
            return Err(StageError::Wrong("a recording holds 20,000 events at most"));
        }
        if !self.events.is_sorted_by_key(|(tick, _)| *tick) {
            return Err(StageError::Wrong("the events of the recording are not in order"));
        }
        Ok(())
    }
}

/// What an event counts for: one, and more where it is a long path.
pub fn weight(event: &Event) -> usize {
    match event {
        Event::Wish { wish: Wish::Path { points, .. }, .. } => 1 + points.len() / 8,
        _ => 1,
    }
}
