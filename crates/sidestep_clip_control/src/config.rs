//! What one may set about clip control.

use serde::{Deserialize, Serialize};

/// How cycles are found.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CycleConfig {
    /// The shortest time from one foot's middle to the other's.
    pub shortest_step_secs: f32,
    /// The longest.
    pub longest_step_secs: f32,
    /// A foot that is down for longer stands before or after the cycle.
    pub longest_plant_secs: f32,
    /// The constraint frame of such a foot lies this far from its end.
    pub constraint_secs: f32,
    /// How far a standing foot may slide, in metres.
    pub most_slide: f32,
    /// How far a cycle may turn, in radians.
    pub most_turn: f32,
    /// Length of a cycle of standing.
    pub stand_secs: f32,
    /// Slower than this is standing, in metres a second.
    pub stand_speed: f32,
}

impl Default for CycleConfig {
    fn default() -> Self {
        Self {
            shortest_step_secs: 0.15,
            longest_step_secs: 1.2,
            longest_plant_secs: 1.1,
            constraint_secs: 0.3,
            most_slide: 0.12,
            most_turn: 4.0,
            stand_secs: 0.8,
            stand_speed: 0.25,
        }
    }
}
