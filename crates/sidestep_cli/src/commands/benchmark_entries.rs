//! What enters the benchmark: every method by default, its other presets, ablations, settings that
//! are brought along, and what is chosen on each library.

use crate::{
    args_benchmark::{Benchmark, BroughtEntry},
    commands::{best, loaded::Loaded},
    files, output, settings_file,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use serde_json::{Value, json};
use sidestep::{METHODS, MethodEntry};
use std::path::Path;

/// A method and its settings.
pub(crate) struct Entry {
    pub(crate) method: &'static MethodEntry,
    /// What the settings are called; empty for what one gets who names none.
    pub(crate) settings: String,
    pub(crate) config: Value,
    /// The one library that it is for; all of them where there is none.
    pub(crate) library: Option<String>,
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
pub(crate) fn all(args: &Benchmark, libraries: &[Loaded]) -> Result<Vec<Entry>> {
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
    for brought in &args.entries {
        entries.push(of_file(brought, libraries)?);
    }
    Ok(entries)
}

/// Settings of a file.
fn of_file(brought: &BroughtEntry, libraries: &[Loaded]) -> Result<Entry> {
    let BroughtEntry { method: name, config: file, library } = brought;
    let method = sidestep::method(name).with_context(|| format!("no method '{name}'"))?;
    let known = |name: &String| libraries.iter().any(|library| library.name == *name);
    if let Some(unknown) = library.as_ref().filter(|name| !known(name)) {
        let all: Vec<&str> = libraries.iter().map(|library| library.name.as_str()).collect();
        bail!("there is no library '{unknown}'; there are {}", all.join(", "));
    }
    let preset = method.preset(None).ok_or_else(|| anyhow!("{name} has no preset"))?;
    let mut config = preset.config;
    settings_file::lay_over(&mut config, file, |settings| method.check(settings))?;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Entry { library: library.clone(), ..entry(method, &stem, config, true) })
}

/// What `build best` chooses on each library. A choice that was made before lies beside the cells.
pub(crate) fn champions(folder: &Path, libraries: &[Loaded]) -> Result<Vec<Entry>> {
    libraries.iter().map(|library| champion(folder, library)).collect()
}

fn champion(folder: &Path, library: &Loaded) -> Result<Entry> {
    let name = format!("best-{:032x}-{}.json", library.checksum, best::key());
    let path = folder.join("cells").join(name);
    let kept = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    let choice: Value = match kept {
        Some(choice) => choice,
        None => {
            let spinner = output::spinner(&format!("choosing the best on {}", library.name));
            let (method, config) = best::chosen(&library.library)?;
            spinner.finish_and_clear();
            let choice = json!({ "method": method, "config": config });
            files::write(&path, choice.to_string().as_bytes())?;
            choice
        }
    };
    let method = choice["method"].as_str().and_then(sidestep::method);
    let method =
        method.with_context(|| format!("{} holds no choice; delete it", path.display()))?;
    let config = choice["config"].clone();
    let is_sound = method.check(&config).is_ok();
    ensure!(is_sound, "{} holds settings of another version; delete it", path.display());
    Ok(Entry { library: Some(library.name.clone()), ..entry(method, "best", config, true) })
}

fn entry(method: &'static MethodEntry, settings: &str, config: Value, is_whole: bool) -> Entry {
    Entry { method, settings: settings.to_owned(), config, library: None, is_whole }
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
