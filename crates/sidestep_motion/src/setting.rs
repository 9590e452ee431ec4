//! Settings that make no sense are found when a thing is built, by one wording for all methods.

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the setting {setting} is {value}; it must be {must}")]
pub struct SettingError {
    /// Name of the setting.
    pub setting: &'static str,
    /// The value found.
    pub value: f32,
    /// What it must be.
    pub must: &'static str,
}

/// A setting by name.
pub type Setting = (&'static str, f32);

/// Fails unless a setting is fine.
pub fn check(
    (setting, value): Setting,
    is_fine: bool,
    must: &'static str,
) -> Result<(), SettingError> {
    if is_fine { Ok(()) } else { Err(SettingError { setting, value, must }) }
}

/// Fails on the first that is not finite or below zero.
pub fn check_amounts(settings: &[Setting]) -> Result<(), SettingError> {
    check_all(settings, |value| value.is_finite() && value >= 0.0, "finite and not negative")
}

/// Fails on the first that is not finite or not above zero.
pub fn check_positive(settings: &[Setting]) -> Result<(), SettingError> {
    check_all(settings, |value| value.is_finite() && value > 0.0, "finite and above 0")
}

/// Fails on the first that is not from 0 to 1.
pub fn check_shares(settings: &[Setting]) -> Result<(), SettingError> {
    check_all(settings, |value| (0.0..=1.0).contains(&value), "from 0 to 1")
}

fn check_all(
    settings: &[Setting],
    is_fine: impl Fn(f32) -> bool,
    must: &'static str,
) -> Result<(), SettingError> {
    settings.iter().try_for_each(|setting| check(*setting, is_fine(setting.1), must))
}
