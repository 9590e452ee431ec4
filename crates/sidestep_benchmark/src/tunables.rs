//! What may be tuned, method by method: the one place that says so.
//!
//! A key that a method does not have (any more) is passed over, so that a method can change its settings
//! without breaking this table; a method that is not here is not tuned.

use serde_json::Value;

/// A setting and the range it is looked for in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tunable {
    /// Where it is in the settings, as a JSON pointer.
    pub pointer: &'static str,
    /// Least and most.
    pub range: (f64, f64),
}

const fn key(pointer: &'static str, least: f64, most: f64) -> Tunable {
    Tunable { pointer, range: (least, most) }
}

/// Of whatever plays frames and follows them.
const FOLLOWING: &[Tunable] = &[
    key("/follow/distance_cost", 12.0, 48.0),
    key("/follow/join_secs", 0.15, 0.45),
    key("/follow/leave_cost", 0.2, 1.2),
    key("/follow/overturn_cost", 0.0, 6.0),
    key("/follow/smooth_secs", 0.0, 0.05),
    key("/metric/foot_velocity_weight", 0.0, 0.4),
    key("/turn_assist/cap", 0.4, 1.0),
    key("/turn_assist/planned", 0.0, 0.5),
    key("/foot_lock/blend_out_secs", 0.1, 0.3),
    key("/sharpness", 0.0, 1.0),
    key("/drift", 0.02, 0.3),
];

/// The methods and their settings.
const TABLE: &[(&str, &[Tunable])] = &[
    (
        "clips",
        &[
            key("/join_secs", 0.1, 0.5),
            key("/search_every_secs", 0.1, 0.5),
            key("/switch_margin", 0.0, 0.4),
            key("/turn_assist_radians_per_sec", 0.0, 1.0),
            key("/weights/future_facing", 0.5, 4.0),
            key("/weights/future_position", 0.5, 5.0),
            key("/foot_lock/blend_out_secs", 0.1, 0.3),
        ],
    ),
    (
        "matching",
        &[
            key("/join_secs", 0.15, 0.5),
            key("/overturn_cost", 0.0, 10.0),
            key("/smooth_secs", 0.0, 0.05),
            key("/stay_bonus", 0.0, 1.0),
            key("/turn_assist_radians_per_sec", 0.0, 1.0),
            key("/velocity_half_life_secs", 0.1, 0.5),
            key("/weights/foot_velocity", 0.25, 2.0),
            key("/weights/future_facing", 0.5, 4.0),
            key("/weights/future_position", 0.5, 3.0),
            key("/foot_lock/blend_out_secs", 0.1, 0.3),
        ],
    ),
    ("field", FOLLOWING),
    ("follower", FOLLOWING),
    (
        "mobility",
        &[
            key("/steering/decide_every_secs", 0.05, 0.3),
            key("/steering/join_secs", 0.15, 0.5),
            key("/steering/turn_assist_radians_per_sec", 0.0, 1.0),
            key("/steering/cost/per_degree", 0.004, 0.03),
            key("/steering/cost/per_velocity", 0.2, 2.0),
            key("/steering/cost/per_transition", 0.0, 0.2),
            key("/steering/cost/persistence_secs", 0.5, 4.0),
        ],
    ),
    (
        "clip-control",
        &[
            key("/costs/physics", 0.05, 0.5),
            key("/costs/direction", 0.5, 2.0),
            key("/run/join_secs", 0.15, 0.5),
            key("/run/early_exit_secs", 0.0, 0.2),
            key("/run/turn_assist_radians_per_sec", 0.0, 3.0),
        ],
    ),
];

/// What may be tuned of a method with these settings.
pub fn tunables(method: &str, settings: &Value) -> Vec<Tunable> {
    let of_method = TABLE.iter().find(|(name, _)| *name == method).map_or(&[][..], |row| row.1);
    let has = |tunable: &&Tunable| settings.pointer(tunable.pointer).is_some_and(Value::is_number);
    of_method.iter().filter(has).copied().collect()
}

/// What these settings have there now.
pub fn values(tunables: &[Tunable], settings: &Value) -> Vec<f64> {
    let of = |tunable: &Tunable| settings.pointer(tunable.pointer).and_then(Value::as_f64);
    tunables.iter().map(|tunable| of(tunable).unwrap_or(tunable.range.0)).collect()
}

/// The settings with other values there.
pub fn with_values(tunables: &[Tunable], values: &[f64], settings: &Value) -> Value {
    let mut settings = settings.clone();
    for (tunable, value) in tunables.iter().zip(values) {
        if let Some(setting) = settings.pointer_mut(tunable.pointer) {
            *setting = Value::from(*value);
        }
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_method_lacks_is_passed_over_and_the_rest_is_set() {
        let settings = json!({"join_secs": 0.3, "weights": {"future_facing": 1.5}, "other": 1});
        let found = tunables("matching", &settings);
        assert_eq!(found.len(), 2);
        assert_eq!(values(&found, &settings), [0.3, 1.5]);
        let changed = with_values(&found, &[0.2, 2.0], &settings);
        let expected = json!({"join_secs": 0.2, "weights": {"future_facing": 2.0}, "other": 1});
        assert_eq!(changed, expected);
        assert!(tunables("no such method", &settings).is_empty());
    }
}
