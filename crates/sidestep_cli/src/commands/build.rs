//! `sidestep build`: a controller from a library.

use crate::{
    args::{Build, Ends, Method, Preset, Search},
    commands::build_mobility,
    files, output,
};
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use serde::Serialize;
use sidestep::BuiltController;
use sidestep_clip_player::ClipPlayerConfig;
use sidestep_matching::MatchingConfig;
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{ClipEnds, FieldConfig, LineConfig, Policy, Stage};
use std::{collections::BTreeMap, sync::Arc, time::Instant};

#[derive(Serialize)]
struct Report {
    wall_secs: f64,
    peak_mb: f64,
    bytes: usize,
    stages: BTreeMap<&'static str, f64>,
    /// What it cannot do for want of data, and what of the data it does not use.
    notices: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Build) -> Result<()> {
    let start = Instant::now();
    let mut stages = BTreeMap::new();
    let library = files::map(&args.library)?;
    let library = sidestep::decode_library(library)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    let library = Arc::new(library);
    stages.insert("load", start.elapsed().as_secs_f64());

    let begun = Instant::now();
    let spinner = output::spinner("building");
    let controller = match args.method {
        Method::Clips => {
            let player = sidestep_clip_player::build(&library, &ClipPlayerConfig::default())?;
            BuiltController::ClipPlayer(Arc::new(player))
        }
        Method::Matching => {
            let matcher = sidestep_matching::build(&library, &MatchingConfig::default())?;
            BuiltController::MotionMatcher(Arc::new(matcher))
        }
        Method::Field => build_field(args, &library, &spinner, &mut stages)?,
        Method::Mobility => build_mobility::run(args, &library, &spinner, &mut stages)?,
    };
    spinner.finish_and_clear();
    stages.insert("build", begun.elapsed().as_secs_f64());

    let begun = Instant::now();
    let bytes = sidestep::encode_controller(&controller);
    files::write(&args.output, &bytes)?;
    stages.insert("save", begun.elapsed().as_secs_f64());

    let report = Report {
        wall_secs: start.elapsed().as_secs_f64(),
        peak_mb: output::peak_megabytes().unwrap_or(0.0),
        bytes: bytes.len(),
        stages,
        notices: controller.notices(),
    };
    for notice in &report.notices {
        eprintln!("notice: {notice}");
    }
    output::report(args.json, &report, |report| {
        for (stage, secs) in &report.stages {
            eprintln!("{stage:>14} {secs:8.3} s");
        }
        eprintln!("{} bytes in {:.2} s", report.bytes, report.wall_secs);
    })
}

fn build_field(
    args: &Build,
    library: &Arc<MotionLibrary>,
    spinner: &ProgressBar,
    stages: &mut BTreeMap<&'static str, f64>,
) -> Result<BuiltController> {
    let mut config = match args.preset {
        Preset::Paper => FieldConfig::paper(),
        Preset::Agile => FieldConfig::agile(),
    };
    config.compression = args.compression.unwrap_or(config.compression);
    config.search = match args.search {
        Search::Exact => sidestep_motion_field::Search::Exact,
        Search::Local => sidestep_motion_field::Search::Local,
    };
    if args.greedy {
        config.policy = Policy::Greedy;
    }
    config.keep_fraction = args.keep.unwrap_or(config.keep_fraction);
    config.ends = match args.ends {
        None => config.ends,
        Some(Ends::Kept) => ClipEnds::Kept,
        Some(Ends::Removed) => ClipEnds::Removed,
        Some(Ends::Linked) => ClipEnds::LINKED,
    };
    if args.line {
        config.line = config.line.or(Some(LineConfig::paper()));
    }
    let mut since = Instant::now();
    let mut current = None;
    let mut observe = |stage: Stage| {
        let name = match stage {
            Stage::States => Some("states"),
            Stage::Transitions => Some("transitions"),
            Stage::Values { .. } => Some("values"),
            Stage::Line => Some("line"),
            Stage::Solved(_) => return,
            Stage::Done => None,
        };
        if let Some(before) = std::mem::replace(&mut current, name) {
            *stages.entry(before).or_insert(0.0) += since.elapsed().as_secs_f64();
        }
        since = Instant::now();
        spinner.set_message(name.unwrap_or("done"));
    };
    let field = sidestep_motion_field::build_observed(library, &config, &mut observe)?;
    Ok(BuiltController::MotionField(Arc::new(field)))
}
