//! What one may set about the map itself.

use serde::{Deserialize, Serialize};
use sidestep_control::{
    SettingError,
    setting::{check, check_amounts, check_shares},
};

/// Settings of the map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MapConfig {
    /// Γ of eq. 4.1: how many steps a way takes.
    pub steps: u16,
    /// What a frame on the way costs, beside its transitions. The thesis has none, so that its ways
    /// stay in a clip while they can; a little makes them go directly, and leads to more places.
    pub per_frame: f32,
    /// Which ways are options: of exactly so many steps, or of fewer too.
    pub reach: Reach,
    /// About this many states are looked at: where the graph has more, every second, third or n-th
    /// frame of a clip, which is where decisions are made then.
    pub most_states: u32,
    /// States with fewer options leave the map, again and again until none is left (section 4.2).
    pub least_options: u16,
    /// Where less than this share of the states would stay, half as many options suffice, and so on:
    /// a small library has fewer ways to go.
    pub least_kept: f32,
    /// Options that end in one cell beyond this many are left out, the dearest first.
    pub most_in_cell: u16,
    /// Options of a state beyond this many are left out, the dearest first.
    pub most_options: u16,
}

/// Which ways are options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reach {
    /// Those of exactly Γ steps, as eq. 4.1 says.
    Exactly,
    /// These, and those of at least half as many steps that no cheapest way goes on from: without
    /// them a small library would have few options.
    Farthest,
    /// Those of at most Γ steps, as the prose says.
    Within,
}

impl Default for MapConfig {
    fn default() -> Self {
        Self {
            steps: 25,
            per_frame: 0.2,
            reach: Reach::Farthest,
            most_states: 8500,
            least_options: 30,
            least_kept: 0.15,
            most_in_cell: 2,
            most_options: 64,
        }
    }
}

impl MapConfig {
    /// Fails on a setting that makes no sense.
    pub(crate) fn check(&self) -> Result<(), SettingError> {
        check_amounts(&[("map.per_frame", self.per_frame)])?;
        check_shares(&[("map.least_kept", self.least_kept)])?;
        let counts = [
            ("map.steps", self.steps),
            ("map.most_in_cell", self.most_in_cell),
            ("map.most_options", self.most_options),
        ];
        counts
            .into_iter()
            .try_for_each(|(name, count)| check((name, f32::from(count)), count > 0, "at least 1"))
    }

    /// As in the thesis: 25 steps exactly, by transition costs alone, and every option kept.
    pub const PAPER: Self = Self {
        steps: 25,
        per_frame: 0.0,
        reach: Reach::Exactly,
        most_states: u32::MAX,
        least_options: 30,
        least_kept: 0.0,
        most_in_cell: u16::MAX,
        most_options: u16::MAX,
    };
}
