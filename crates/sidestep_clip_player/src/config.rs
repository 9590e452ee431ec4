//! What one may set about a clip player.

use serde::{Deserialize, Serialize};
use sidestep_control::FootLockConfig;

/// Settings of a clip player. The defaults suit walking and running at 30 Hz.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClipPlayerConfig {
    /// Clips can be entered at points this far apart.
    pub entry_every_secs: f32,
    /// A clip is not entered closer than this to its end.
    pub least_left_secs: f32,
    /// While astray, how often to look for a better frame.
    pub search_every_secs: f32,
    /// How long a join takes to fade.
    pub join_secs: f32,
    /// How quickly a character is expected to take up a goal: half of the way in this time.
    pub goal_half_life_secs: f32,
    /// How much better another frame must be to leave the clip that plays.
    pub switch_margin: f32,
    /// Fastest turn added to the clip's own so that it meets the goal, in radians a second.
    pub turn_assist_radians_per_sec: f32,
    /// How much each kind of feature counts.
    pub weights: FeatureWeights,
    /// How feet are kept planted.
    pub foot_lock: FootLockConfig,
}

/// How much each kind of feature counts, each in units of its spread over the library.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeatureWeights {
    /// Places of the feet.
    pub foot_position: f32,
    /// Velocities of the feet.
    pub foot_velocity: f32,
    /// Height of the hips.
    pub hip_height: f32,
    /// Velocity of the hips.
    pub hip_velocity: f32,
    /// Which feet are down.
    pub contact: f32,
    /// Places on the way ahead.
    pub future_position: f32,
    /// Facings on the way ahead.
    pub future_facing: f32,
}

impl Default for ClipPlayerConfig {
    fn default() -> Self {
        Self {
            entry_every_secs: 0.07,
            least_left_secs: 0.5,
            search_every_secs: 0.2,
            join_secs: 0.3,
            goal_half_life_secs: 0.15,
            switch_margin: 0.1,
            turn_assist_radians_per_sec: 0.4,
            weights: FeatureWeights::default(),
            foot_lock: FootLockConfig::default(),
        }
    }
}

impl Default for FeatureWeights {
    fn default() -> Self {
        Self {
            foot_position: 0.75,
            foot_velocity: 1.0,
            hip_height: 0.5,
            hip_velocity: 1.0,
            contact: 0.3,
            future_position: 3.0,
            future_facing: 1.5,
        }
    }
}
