//! The list of methods. Adding one touches its own crate, one line of [`METHODS`] and one row of the
//! docs; the command line, the playground, the measures and the tests read the list.

use crate::{
    built::BuiltController,
    former,
    settings::{SettingsError, typed},
};
use serde_json::Value;
use sidestep_clip_control::ClipControl;
use sidestep_clip_player::Clips;
use sidestep_control::{
    Method,
    method::{Effort, MethodError, News, Preset, Saved},
};
use sidestep_matching::Matching;
use sidestep_mobility_map::Mobility;
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{Field, Follow};
use sidestep_neural::Neural;
use std::sync::Arc;

/// The methods there are, those that are built in a moment first.
pub static METHODS: [MethodEntry; 7] = [
    MethodEntry::of::<Clips>(),
    MethodEntry::of::<Matching>(),
    MethodEntry::of::<Follow>(),
    MethodEntry::of::<Mobility>(),
    MethodEntry::of::<ClipControl>(),
    MethodEntry::of::<Field>(),
    MethodEntry::of::<Neural>(),
];

/// A method with its types erased: settings are JSON, controllers are [`BuiltController`]s.
#[derive(Clone, Copy, Debug)]
pub struct MethodEntry {
    /// Its name, as the command line and files spell it.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence about it.
    pub sentence: &'static str,
    /// The version of its algorithm: another one may build another controller of the same.
    pub version: u32,
    /// How long building takes.
    pub effort: Effort,
    presets: fn() -> Vec<Preset<Value>>,
    check: fn(&Value) -> Result<(), SettingsError>,
    build: Build,
    restore: fn(&Saved<'_, Value>) -> Result<BuiltController, MethodError>,
}

type Build = fn(
    &Arc<MotionLibrary>,
    &Value,
    &mut dyn FnMut(News<'_>),
) -> Result<BuiltController, MethodError>;

/// The method of that name.
pub fn method(name: &str) -> Option<&'static MethodEntry> {
    METHODS.iter().find(|entry| entry.name == name)
}

impl MethodEntry {
    /// The entry of a method.
    pub const fn of<M: Method>() -> Self {
        Self {
            name: M::NAME,
            title: M::TITLE,
            sentence: M::SENTENCE,
            version: M::VERSION,
            effort: M::EFFORT,
            presets: presets::<M>,
            check: check::<M>,
            build: build::<M>,
            restore: restore::<M>,
        }
    }

    /// Its presets; the first is what one gets who names none.
    pub fn presets(&self) -> Vec<Preset<Value>> {
        (self.presets)()
    }

    /// The preset of that name, or of that former name; the first where none is named.
    pub fn preset(&self, name: Option<&str>) -> Option<Preset<Value>> {
        let is_called = |preset: &Preset<Value>| {
            name.is_none_or(|name| preset.name == name || preset.formerly.contains(&name))
        };
        self.presets().into_iter().find(is_called)
    }

    /// Fails on settings that are not known, missing or of the wrong kind. Whether their values make
    /// sense is found when a controller is built.
    pub fn check(&self, config: &Value) -> Result<(), SettingsError> {
        (self.check)(config).map_err(|error| former::with_advice(self.name, error))
    }

    /// Builds a controller with these settings, and tells how it goes.
    pub fn build(
        &self,
        library: &Arc<MotionLibrary>,
        config: &Value,
        observe: &mut dyn FnMut(News<'_>),
    ) -> Result<BuiltController, MethodError> {
        (self.build)(library, config, observe)
    }

    /// Makes a controller of what a file holds.
    pub(crate) fn restore(&self, saved: &Saved<'_, Value>) -> Result<BuiltController, MethodError> {
        (self.restore)(saved)
    }
}

fn presets<M: Method>() -> Vec<Preset<Value>> {
    let erased = |preset: Preset<M::Config>| Preset {
        name: preset.name,
        sentence: preset.sentence,
        formerly: preset.formerly,
        config: serde_json::to_value(&preset.config).unwrap_or(Value::Null),
    };
    M::presets().into_iter().map(erased).collect()
}

fn check<M: Method>(config: &Value) -> Result<(), SettingsError> {
    typed::<M::Config>(config).map(|_| ())
}

fn build<M: Method>(
    library: &Arc<MotionLibrary>,
    config: &Value,
    observe: &mut dyn FnMut(News<'_>),
) -> Result<BuiltController, MethodError> {
    let controller = M::build(library, &typed(config)?, observe)?;
    Ok(BuiltController::of::<M>(Arc::new(controller)))
}

fn restore<M: Method>(saved: &Saved<'_, Value>) -> Result<BuiltController, MethodError> {
    let config: M::Config = typed(saved.config)?;
    let Saved { skeleton, rate_hz, library, tables, .. } = *saved;
    let controller = M::restore(&Saved { config: &config, skeleton, rate_hz, library, tables })?;
    Ok(BuiltController::of::<M>(Arc::new(controller)))
}
