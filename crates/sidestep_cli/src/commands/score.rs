//! `sidestep score`: the figures of `measure response` for a run that any system made.

use crate::{args_measure::Score, files, output};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::{Value, json};
use sidestep_import::{ImportOptions, Reference};
use sidestep_measure::{Beside, Followed, OF_TRIALS, Source, Trace};
use sidestep_motion::MotionLibrary;
use std::path::Path;

const NO_REFERENCE: &str = "the file of the run has no pose in which the body is known to stand, so one was \
     fitted to its motion; nearest_distance and twists may be off by a third: name a BVH on its skeleton that begins \
     with a T-pose with --reference, or give the run as GLB, which has the pose at rest";

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    figures: Value,
    takes: usize,
    frames: usize,
    retargeted: bool,
    warnings: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Score) -> Result<()> {
    let library = sidestep::decode_library(files::map(&args.source)?)
        .with_context(|| format!("cannot use {}", args.source.display()))?;
    let text = String::from_utf8(files::read(&args.trace)?);
    let text = text.with_context(|| format!("{} is not text in UTF-8", args.trace.display()))?;
    let trace = Trace::parse(&text).with_context(|| args.trace.display().to_string())?;
    let run = read_run(args, &library)?;
    let spinner = output::spinner("scoring");
    let scored = sidestep_measure::score(&run, &trace, &Source::of(&library));
    spinner.finish_and_clear();
    let scored = scored.with_context(|| args.run.display().to_string())?;
    let mut figures = json!(scored);
    let kept = sidestep_measure::followed(&run.run, &trace);
    let kept = Followed::mean_of(&kept.with_context(|| args.run.display().to_string())?);
    if let (Value::Object(figures), Value::Object(kept)) = (&mut figures, json!(kept)) {
        figures.extend(kept);
    }
    let mut warnings = Vec::new();
    if scored.n == 0 {
        OF_TRIALS.iter().for_each(|name| figures[*name] = Value::Null);
        warnings.push(
            "no new direction is held for 6 s, so nothing can be said of the response".to_owned(),
        );
    }
    let retargeted = run.carried.is_some();
    if let Some(carried) = &run.carried {
        let warning = "the run is on another skeleton and was retargeted onto the library's";
        warnings.push(warning.to_owned());
        if carried.is_fitted {
            warnings.push(NO_REFERENCE.to_owned());
        }
    }
    let (takes, frames) = (trace.takes.len(), run.run.len());
    let report = Report { figures, takes, frames, retargeted, warnings };
    output::report(args.json, &report, |report| {
        report.warnings.iter().for_each(|warning| eprintln!("note: {warning}"));
        super::measure::talk(&report.figures);
    })
}

fn read_run(args: &Score, library: &MotionLibrary) -> Result<Beside> {
    let bytes = files::map(&args.run)?;
    let bytes = (*bytes).as_ref();
    let name = args.run.file_name().unwrap_or_default().to_string_lossy();
    let options = ImportOptions {
        unit_m: args.said.unit,
        up: args.said.up,
        rate_hz: args.said.fps,
        // Every frame belongs to a take.
        drop_first_frames: Some(0),
        roles: args.said.roles.clone(),
        reference: reference(args),
        ..ImportOptions::default()
    };
    if name.to_ascii_lowercase().ends_with(".csv") {
        let read = sidestep_import::csv::read(&name, bytes, &options)?;
        let joints: Vec<&str> = read.joints.iter().map(String::as_str).collect();
        let table = Beside::of_table(&joints, read.rate_hz, &read.places, library);
        return table.with_context(|| name.into_owned());
    }
    let folder = args.run.parent().unwrap_or(Path::new("."));
    let beside = |name: &str| {
        if let Some(path) = args.reference.as_ref().filter(|path| path.to_string_lossy() == name) {
            return std::fs::read(path).ok();
        }
        let is_name = Path::new(name).components().count() == 1;
        is_name.then(|| std::fs::read(folder.join(name)).ok()).flatten()
    };
    let read = sidestep_import::read(&name, bytes, &options, &beside)?;
    let Some(clip) = read.clips.into_iter().next() else { bail!("{name} holds no motion") };
    Beside::of_clip(clip, library).with_context(|| name.into_owned())
}

/// Where the pose in which the body stands is to be found.
fn reference(args: &Score) -> Reference {
    let named = args.reference.as_ref();
    named.map_or(Reference::Auto, |path| Reference::File(path.to_string_lossy().into_owned()))
}
