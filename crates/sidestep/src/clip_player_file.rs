//! The settings of a clip player as they stand in a file.
//!
//! Core types know nothing of files; these records repeat their fields, and the compiler compares
//! the two.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep_clip_player::{ClipPlayerConfig, FeatureWeights};
use sidestep_control::FootLockConfig;

/// The record of [`ClipPlayerConfig`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "ClipPlayerConfig", deny_unknown_fields)]
pub(crate) struct ClipPlayerConfigRecord {
    entry_every_secs: f32,
    least_left_secs: f32,
    search_every_secs: f32,
    join_secs: f32,
    goal_half_life_secs: f32,
    switch_margin: f32,
    turn_assist_radians_per_sec: f32,
    #[serde(with = "FeatureWeightsRecord")]
    weights: FeatureWeights,
    #[serde(with = "FootLockConfigRecord")]
    foot_lock: FootLockConfig,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FeatureWeights", deny_unknown_fields)]
struct FeatureWeightsRecord {
    foot_position: f32,
    foot_velocity: f32,
    hip_height: f32,
    hip_velocity: f32,
    contact: f32,
    future_position: f32,
    future_facing: f32,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FootLockConfig", deny_unknown_fields)]
struct FootLockConfigRecord {
    blend_out_secs: f32,
    radius: f32,
    lock_height: f32,
    lock_speed: f32,
    floor_half_life_secs: f32,
    pelvis_drop: f32,
    pelvis_half_life_secs: f32,
}

impl ClipPlayerConfigRecord {
    /// The settings as JSON.
    pub(crate) fn to_value(config: &ClipPlayerConfig) -> Value {
        Self::serialize(config, serde_json::value::Serializer).unwrap_or(Value::Null)
    }
}
