//! The methods and settings among which `build best` chooses.
//!
//! Chosen on the data of `cargo xtask splits` that nothing is reported on, but for how much is smoothed and how
//! far feet are kept in those that `steady` is a part of: those were looked at on the reported data as well. The
//! rest came from some hundred draws for each method on seven parts of that data (CMU subjects 91, 16, and 9, 35 and
//! 127 together; three of the SNU tuning half; the performer, seed 2): those that together stand best, one on each.

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

/// All of them. The first is the plain rival.
pub(crate) const ALL: &[Candidate] = &[
    Candidate { method: "matching", settings: "default", changes: || json!({}) },
    Candidate { method: "follower", settings: "lively", changes: lively },
    Candidate { method: "follower", settings: "steady", changes: || steady(0.038, 0.3) },
    Candidate {
        method: "follower",
        settings: "calm",
        changes: || {
            let mut changes = steady(0.043, 0.45);
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
    Candidate { method: "follower", settings: "even", changes: even },
    Candidate { method: "follower", settings: "keen", changes: keen },
    Candidate { method: "matching", settings: "careful", changes: careful },
    Candidate { method: "matching", settings: "held", changes: held },
    Candidate { method: "matching", settings: "prompt", changes: prompt },
    Candidate { method: "matching", settings: "smooth", changes: smooth },
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
    let mut brisk = steady(0.047, 0.6);
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

/// Steady, with much planned for and joins a little shorter.
fn even() -> Value {
    let mut even = steady(0.038, 0.3);
    let own = json!({
        "follow": { "join_secs": 0.3 },
        "turn_assist": { "rate": 1.6, "planned": 0.48, "cap": 0.79 },
        "foot_lock": { "blend_out_secs": 0.26 },
    });
    overlay(&mut even, &own);
    even
}

/// Measured, and another stretch may be followed in any frame.
fn keen() -> Value {
    json!({
        "follow": { "distance_cost": 32.0, "smooth_secs": 0.036, "least_between_secs": 0.034 },
        "turn_assist": { "cap": 0.74 },
        "foot_lock": { "blend_out_secs": 0.166 },
    })
}

/// The rival that holds most bars on most data: its way is predicted more slowly and counts more.
fn careful() -> Value {
    json!({
        "search_every_secs": 0.067,
        "velocity_half_life_secs": 0.335,
        "facing_half_life_secs": 0.09,
        "least_left_secs": 0.6,
        "surrounding_secs": 0.36,
        "stay_bonus": 0.41,
        "overturn_cost": 6.0,
        "feet_kept": 0.35,
        "join_secs": 0.33,
        "ground_join_secs": 0.076,
        "turn_assist_radians_per_sec": 0.4,
        "turn_limit": 0.89,
        "weights": {
            "foot_position": 1.65,
            "foot_velocity": 0.9,
            "hip_velocity": 2.1,
            "future_position": 1.55,
            "future_facing": 1.0,
        },
        "foot_lock": {
            "blend_out_secs": 0.264,
            "lead_secs": 0.27,
            "floor_half_life_secs": 0.094,
            "pivot_rate": 1.8,
        },
    })
}

/// The rival whose hips are held, and which may add more.
fn held() -> Value {
    json!({
        "facing_half_life_secs": 0.11,
        "overturn_cost": 8.0,
        "smooth_secs": 0.036,
        "turn_assist_radians_per_sec": 0.91,
        "weights": { "future_facing": 1.24 },
        "foot_lock": {
            "blend_out_secs": 0.157,
            "lead_secs": 0.176,
            "floor_half_life_secs": 0.07,
            "pivot_rate": 1.54,
        },
    })
}

/// The rival that answers soonest of those that are held.
fn prompt() -> Value {
    json!({
        "velocity_half_life_secs": 0.2,
        "facing_half_life_secs": 0.085,
        "least_left_secs": 0.53,
        "surrounding_secs": 0.325,
        "stay_bonus": 0.71,
        "overturn_cost": 8.0,
        "smooth_secs": 0.042,
        "feet_kept": 0.54,
        "join_secs": 0.276,
        "ground_join_secs": 0.09,
        "turn_assist_radians_per_sec": 1.05,
        "weights": {
            "foot_position": 1.9,
            "foot_velocity": 0.61,
            "hip_velocity": 2.2,
            "future_position": 1.56,
            "future_facing": 1.62,
        },
        "foot_lock": { "lead_secs": 0.15 },
    })
}

/// The rival with the longest joins between the likest feet.
fn smooth() -> Value {
    json!({
        "search_every_secs": 0.067,
        "velocity_half_life_secs": 0.23,
        "facing_half_life_secs": 0.134,
        "least_left_secs": 0.58,
        "surrounding_secs": 0.256,
        "stay_bonus": 0.72,
        "smooth_secs": 0.036,
        "feet_kept": 0.4,
        "join_secs": 0.406,
        "turn_assist_radians_per_sec": 0.57,
        "turn_limit": 0.91,
        "weights": {
            "foot_position": 2.6,
            "foot_velocity": 1.1,
            "hip_velocity": 2.0,
            "future_facing": 1.34,
        },
        "foot_lock": {
            "blend_out_secs": 0.165,
            "lead_secs": 0.174,
            "floor_half_life_secs": 0.06,
            "pivot_rate": 1.56,
        },
    })
}

impl Candidate {
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

/// Settings halfway between two: numbers are, what else differs is as in the first.
pub(crate) fn between(one: &Value, other: &Value) -> Value {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let of = |(name, value): (&String, &Value)| {
                let mixed = other.get(name).map(|other| between(value, other));
                (name.clone(), mixed.unwrap_or_else(|| value.clone()))
            };
            Value::Object(one.iter().map(of).collect())
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).map(|(one, other)| between(one, other)).collect()
        }
        (Value::Number(one), Value::Number(other)) => match (one.as_u64(), other.as_u64()) {
            (Some(one), Some(other)) => json!(one.midpoint(other)),
            _ => json!(one.as_f64().zip(other.as_f64()).map(|(one, other)| one.midpoint(other))),
        },
        _ => one.clone(),
    }
}

/// The paths of all settings that differ.
pub(crate) fn differences(one: &Value, other: &Value) -> Vec<Vec<String>> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut paths = Vec::new();
            for (name, value) in one {
                let below = other.get(name).map(|other| differences(value, other));
                paths.extend(below.unwrap_or_default().into_iter().map(|mut path| {
                    path.insert(0, name.clone());
                    path
                }));
            }
            paths
        }
        (one, other) if one == other => Vec::new(),
        _ => vec![Vec::new()],
    }
}

/// Settings with the one at a path taken from others.
pub(crate) fn with_setting(settings: &Value, others: &Value, path: &[String]) -> Value {
    let (Some((name, rest)), Value::Object(fields)) = (path.split_first(), settings) else {
        return others.clone();
    };
    let mut fields = fields.clone();
    if let (Some(field), Some(other)) = (fields.get_mut(name), others.get(name)) {
        *field = with_setting(field, other, rest);
    }
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_settings_are_taken_from_others() {
        let one = json!({"a": {"b": 1, "c": 2}, "d": [1, 2], "e": null});
        let other = json!({"a": {"b": 3, "c": 2}, "d": [1, 3], "e": null});
        let paths = differences(&one, &other);
        assert_eq!(paths, [vec!["a".to_owned(), "b".to_owned()], vec!["d".to_owned()]]);
        let taken = with_setting(&one, &other, &paths[0]);
        assert_eq!(taken, json!({"a": {"b": 3, "c": 2}, "d": [1, 2], "e": null}));
        assert_eq!(with_setting(&taken, &other, &paths[1]), other);
        assert_eq!(differences(&other, &other), Vec::<Vec<String>>::new());
    }

    #[test]
    fn what_lies_between_two_candidates_is_settings_too() {
        let of =
            |settings: &str| ALL.iter().find(|it| it.settings == settings).expect("it is there");
        let (calm, even) = (of("calm"), of("even"));
        let [one, other] = [calm, even].map(|it| it.config().expect("settings"));
        let mixed = between(&one, &other);
        let join = |config: &Value| config["follow"]["join_secs"].as_f64().expect("a number");
        assert!((join(&mixed) - 0.5 * (join(&one) + join(&other))).abs() < 1e-9);
        assert_eq!(between(&one, &one), one);
        assert!(calm.entry().expect("a method").check(&mixed).is_ok());
        let others = json!({"rate": 1.5, "count": 4, "lock": false});
        assert_eq!(
            between(&json!({"rate": 1.0, "count": 2, "lock": null}), &others),
            json!({"rate": 1.25, "count": 3, "lock": null})
        );
    }
}
