//! What one may set about motion matching.

use serde::{Deserialize, Serialize};
use sidestep_control::FootLockConfig;

/// Settings of motion matching. The defaults are the measured best compromise of response, skate and
/// jerk over walking, ball games and the synthetic performer at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchingConfig {
    /// How often to look for a better frame.
    pub search_every_secs: f32,
    /// Time in which the predicted velocity comes half of the way to the wanted one.
    pub velocity_half_life_secs: f32,
    /// Time in which the predicted facing comes half of the way to the wanted one.
    pub facing_half_life_secs: f32,
    /// A clip is not entered closer than this to its end.
    pub least_left_secs: f32,
    /// A frame of the clip that plays is not entered closer than this to the present one.
    pub surrounding_secs: f32,
    /// How much better another frame must be to leave the clip that plays, in squared distance.
    pub stay_bonus: f32,
    /// Price of a radian by which a frame would twist the body over its planted feet beyond what the
    /// library does, in squared distance. 0 takes the nearest frame as it is.
    pub overturn_cost: f32,
    /// Width of the Gaussian by which the poses of the data are smoothed; 0 plays them as captured.
    pub smooth_secs: f32,
    /// How far feet near the floor stay as captured while the rest is smoothed, from 0 to 1.
    pub feet_kept: f32,
    /// How long the difference of poses at a join takes to fade.
    pub join_secs: f32,
    /// How long the difference of velocities over the ground takes to fade.
    pub ground_join_secs: f32,
    /// Fastest turn added to the clip's own so that it meets the goal, in radians a second.
    pub turn_assist_radians_per_sec: f32,
    /// How far to turn at most in half a second, as a share of the furthest turn of the library;
    /// turns are cut gently long before.
    pub turn_limit: f32,
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
    /// Velocity of the hips.
    pub hip_velocity: f32,
    /// Places on the way ahead. More keeps a wanted speed better, at the price of more joins.
    pub future_position: f32,
    /// Facings on the way ahead.
    pub future_facing: f32,
}

impl Default for MatchingConfig {
    fn default() -> Self {
        Self {
            search_every_secs: 0.1,
            velocity_half_life_secs: 0.27,
            facing_half_life_secs: 0.1,
            least_left_secs: 0.5,
            surrounding_secs: 0.2,
            stay_bonus: 0.3,
            overturn_cost: 0.0,
            smooth_secs: 0.03,
            feet_kept: 0.0,
            join_secs: 0.35,
            ground_join_secs: 0.1,
            turn_assist_radians_per_sec: 0.6,
            turn_limit: 1.05,
            weights: FeatureWeights::default(),
            // Joins bring feet down at heights that are a little off: a softer way to the floor
            // skates less and jerks less.
            foot_lock: FootLockConfig { floor_half_life_secs: 0.08, ..FootLockConfig::default() },
        }
    }
}

impl Default for FeatureWeights {
    fn default() -> Self {
        Self {
            foot_position: 1.5,
            foot_velocity: 0.75,
            hip_velocity: 1.5,
            future_position: 1.0,
            future_facing: 1.5,
        }
    }
}
