//! What was called otherwise before: files of earlier versions are read as what they are today, and
//! people who ask by an earlier name are told the present one.

use crate::settings::SettingsError;
use serde_json::Value;

/// The method that mixes neighbours, and the one that follows them: one method until 0.2, told apart
/// by whether the setting `follow` was there.
const FIELD: &str = "field";
const FOLLOWER: &str = "follower";

/// Settings of the field that a follower never read.
const MIXING: [&str; 5] =
    ["sharpness", "drift", "least_distance_squared", "end_fade_secs", "search"];

/// Method and settings of a controller's file, by their names of today.
pub(crate) fn of_today<'a>(method: &'a str, config: &Value) -> (&'a str, Value) {
    let mut config = config.clone();
    let (FIELD, Some(settings)) = (method, config.as_object_mut()) else { return (method, config) };
    match settings.get("follow") {
        Some(Value::Object(_)) => {
            MIXING.iter().for_each(|name| drop(settings.remove(*name)));
            (FOLLOWER, config)
        }
        Some(_) => {
            settings.remove("follow");
            (method, config)
        }
        None => (method, config),
    }
}

/// What to do who asks for a preset that has become a method.
pub fn moved_preset(method: &str, preset: &str) -> Option<&'static str> {
    ((method, preset) == (FIELD, "agile")).then_some(
        "what it was is a method of its own now: build 'follower'; 'field' mixes neighbours",
    )
}

/// Says beside an unknown setting where it has gone.
pub(crate) fn with_advice(method: &str, mut error: SettingsError) -> SettingsError {
    if method == FIELD && error.path.first().is_some_and(|name| name == "follow") {
        error.problem = "it belongs to the method 'follower' now: build that instead".to_owned();
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_that_followed_is_a_follower() {
        let old = json!({ "neighbors": 9, "drift": 0.1, "follow": { "join_secs": 0.2 } });
        let new = json!({ "neighbors": 9, "follow": { "join_secs": 0.2 } });
        assert_eq!(of_today("field", &old), ("follower", new));
        let paper = json!({ "drift": 0.1, "follow": null });
        assert_eq!(of_today("field", &paper), ("field", json!({ "drift": 0.1 })));
        let other = json!({ "follow": null });
        assert_eq!(of_today("clips", &other), ("clips", other.clone()));
    }
}
