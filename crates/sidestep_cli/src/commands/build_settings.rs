//! The settings of a build: a preset, and what a file and the arguments change of it.

use crate::{
    args_build::{Build, Ends, Search},
    settings_file,
};
use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};
use sidestep::MethodEntry;
use sidestep_clip_control::Task;
use sidestep_control::method::Preset;
use sidestep_motion_field::{ClipEnds, LineConfig};

/// What is to be built.
pub(crate) struct Settings {
    pub(crate) method: &'static MethodEntry,
    preset: &'static str,
    pub(crate) config: Value,
}

/// What the arguments ask for.
pub(crate) fn of(args: &Build) -> Result<Settings> {
    let method = sidestep::method(&args.method)
        .ok_or_else(|| anyhow!("there is no method '{}'", args.method))?;
    let preset = preset(method, args.preset.as_deref())?;
    let mut config = preset.config;
    if let Some(file) = &args.config {
        settings_file::lay_over(&mut config, file, |config| method.check(config))?;
    }
    for (key, value) in shorthands(args, &config)? {
        set(&mut config, method, key, value)?;
    }
    Ok(Settings { method, preset: preset.name, config })
}

impl Settings {
    /// All of them as a file that `--config` takes.
    pub(crate) fn to_text(&self) -> String {
        let (method, preset) = (self.method.name, self.preset);
        let head = format!(
            "# Settings of {method}, preset {preset}: sidestep build {method} LIBRARY --config THIS\n\
             # What is left out stays as in the preset; `= false` switches optional parts off.\n\n"
        );
        head + &settings_file::text(&self.config)
    }
}

fn preset(method: &MethodEntry, name: Option<&str>) -> Result<Preset<Value>> {
    let Some(preset) = method.preset(name) else {
        let presets: Vec<_> = method.presets().iter().map(|preset| preset.name).collect();
        let (name, presets) = (name.unwrap_or_default(), presets.join(", "));
        let advice = sidestep::moved_preset(method.name, name);
        let advice = advice.map_or(String::new(), |advice| format!("; {advice}"));
        bail!("{} has no preset '{name}'; it has {presets}{advice}", method.name);
    };
    if let Some(name) = name.filter(|name| *name != preset.name) {
        eprintln!("the preset '{name}' of {} is called '{}' now", method.name, preset.name);
    }
    Ok(preset)
}

/// The settings that have an argument of their own.
fn shorthands(args: &Build, config: &Value) -> Result<Vec<(&'static str, Value)>> {
    let mut settings = Vec::new();
    settings.extend(args.compression.map(|n| ("compression", json!(n))));
    settings.extend(args.greedy.then(|| ("policy", json!("Greedy"))));
    settings.extend(args.keep.map(|share| ("keep_fraction", json!(share))));
    settings.extend(args.search.map(|search| {
        let search = match search {
            Search::Exact => sidestep_motion_field::Search::Exact,
            Search::Local => sidestep_motion_field::Search::Local,
        };
        ("search", json!(search))
    }));
    settings.extend(args.ends.map(|ends| {
        let ends = match ends {
            Ends::Kept => ClipEnds::Kept,
            Ends::Removed => ClipEnds::Removed,
            Ends::Linked => ClipEnds::LINKED,
        };
        ("ends", json!(ends))
    }));
    if args.line && config["line"].is_null() {
        settings.push(("line", json!(LineConfig::paper())));
    }
    if let Some(threshold) = args.threshold {
        let most = config.pointer("/graph/most_threshold").and_then(Value::as_f64).unwrap_or(0.0);
        settings.push(("graph.threshold", json!(threshold)));
        if most < f64::from(threshold) {
            settings.push(("graph.most_threshold", json!(threshold)));
        }
    }
    if !args.tasks.is_empty() {
        settings.push(("tasks", json!(tasks(&args.tasks))));
    }
    settings.extend(args.jumps.map(|jumps| ("graph.most_jumps", json!(jumps))));
    Ok(settings)
}

/// The tasks of clip control, by their names in its settings.
fn tasks(named: &[String]) -> Vec<&str> {
    if named.iter().any(|task| task == "all") {
        return Task::ALL.map(Task::name).to_vec();
    }
    named.iter().map(|task| if task == "line" { Task::Navigate.name() } else { task }).collect()
}

fn set(config: &mut Value, method: &MethodEntry, key: &str, value: Value) -> Result<()> {
    let place = config.pointer_mut(&format!("/{}", key.replace('.', "/")));
    let place = place.ok_or_else(|| anyhow!("{} has no setting {key}", method.name))?;
    *place = value;
    Ok(())
}
