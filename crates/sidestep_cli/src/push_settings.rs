//! How bodies take pushes, as the command line is told.

use crate::settings_file;
use anyhow::Result;
use serde_json::{Value, json};
use sidestep::{
    BuiltController,
    settings::{SettingsError, typed},
};
use sidestep_push::PushConfig;
use std::path::Path;

/// A controller whose characters feel pushes; one that cannot be pushed stays as it is.
pub(crate) fn pushable(
    controller: &BuiltController,
    wanted: Option<&str>,
) -> Result<BuiltController> {
    let config = config(wanted)?;
    config.check()?;
    Ok(controller.pushable(config).unwrap_or_else(|| controller.clone()))
}

/// The settings of that name, or of that file laid over the usual ones.
fn config(wanted: Option<&str>) -> Result<PushConfig> {
    match wanted {
        None | Some("momentum") => Ok(PushConfig::default()),
        Some("paper") => Ok(PushConfig::paper()),
        Some(file) => {
            let check = |settings: &Value| -> Result<(), SettingsError> {
                typed::<PushConfig>(settings).map(|_| ())
            };
            let mut settings = json!(PushConfig::default());
            settings_file::lay_over(&mut settings, Path::new(file), check)?;
            Ok(typed(&settings)?)
        }
    }
}
