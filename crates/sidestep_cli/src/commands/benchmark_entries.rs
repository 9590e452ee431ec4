//! What enters the benchmark: every method by default, its other presets, ablations, and settings that
//! are brought along.

use crate::{args_benchmark::Benchmark, settings_file};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use sidestep::{METHODS, MethodEntry};

/// A method and its settings.
pub(crate) struct Entry {
    pub(crate) method: &'static MethodEntry,
    /// What the settings are called; empty for what one gets who names none.
    pub(crate) settings: String,
    pub(crate) config: Value,
    /// Whether it runs all inputs, or only those that tables compare settings by.
    pub(crate) is_whole: bool,
}

/// Places of a setting, and the values it is tried with, by their names.
type Ablation = (&'static [&'static str], &'static [(&'static str, f64)]);

/// A setting that ablations change, by its path in whatever method has it, and to what.
const ABLATIONS: [Ablation; 4] = [
    (&["turn_assist", "rate"], &[("added yaw 0", 0.0), ("added yaw 6", 6.0)]),
    (&["turn_assist_radians_per_sec"], &[("added yaw 0", 0.0), ("added yaw 6", 6.0)]),
    (&["follow", "smooth_secs"], &[("not smoothed", 0.0)]),
    (&["smooth_secs"], &[("not smoothed", 0.0)]),
];

/// All that enters.
pub(crate) fn all(args: &Benchmark) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for method in chosen(&args.methods)? {
        let presets = method.presets();
        let Some(first) = presets.first() else { continue };
        entries.push(entry(method, "", first.config.clone(), true));
        if args.quick || args.plain {
            continue;
        }
        let others = presets.iter().skip(1);
        entries
            .extend(others.map(|preset| entry(method, preset.name, preset.config.clone(), false)));
        entries.extend(ablations(method, &first.config));
    }
    for (name, file) in &args.entries {
        let method = sidestep::method(name).with_context(|| format!("no method '{name}'"))?;
        let preset = method.preset(None).ok_or_else(|| anyhow!("{name} has no preset"))?;
        let mut config = preset.config;
        settings_file::lay_over(&mut config, file, |settings| method.check(settings))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        entries.push(entry(method, &stem, config, true));
    }
    Ok(entries)
}

fn entry(method: &'static MethodEntry, settings: &str, config: Value, is_whole: bool) -> Entry {
    Entry { method, settings: settings.to_owned(), config, is_whole }
}

fn chosen(names: &[String]) -> Result<Vec<&'static MethodEntry>> {
    let known = || METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(", ");
    if let Some(unknown) = names.iter().find(|name| sidestep::method(name).is_none()) {
        bail!("there is no method '{unknown}'; there are {}", known());
    }
    let is_chosen =
        |method: &&MethodEntry| names.is_empty() || names.iter().any(|name| name == method.name);
    Ok(METHODS.iter().filter(is_chosen).collect())
}

/// The default with one thing changed, for every setting of the list that the method has.
fn ablations(method: &'static MethodEntry, config: &Value) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (path, values) in ABLATIONS {
        for (name, value) in values {
            let mut changed = config.clone();
            let pointer = format!("/{}", path.join("/"));
            let Some(setting) = changed.pointer_mut(&pointer).filter(|value| value.is_number())
            else {
                continue;
            };
            *setting = Value::from(*value);
            entries.push(entry(method, name, changed, false));
        }
    }
    entries
}
