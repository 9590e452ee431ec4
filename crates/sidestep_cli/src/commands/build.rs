//! `sidestep build`: a controller from a library.

use crate::{
    args::{Build, Method},
    files, output,
};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep::BuiltController;
use sidestep_clip_player::ClipPlayerConfig;
use std::{collections::BTreeMap, sync::Arc, time::Instant};

#[derive(Serialize)]
struct Report {
    wall_secs: f64,
    peak_mb: f64,
    bytes: usize,
    stages: BTreeMap<&'static str, f64>,
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
    let controller = match args.method {
        Method::Clips => {
            let player = sidestep_clip_player::build(&library, &ClipPlayerConfig::default())?;
            BuiltController::ClipPlayer(Arc::new(player))
        }
    };
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
    };
    output::report(args.json, &report, |report| {
        for (stage, secs) in &report.stages {
            eprintln!("{stage:>8} {secs:8.3} s");
        }
        eprintln!("{} bytes in {:.2} s", report.bytes, report.wall_secs);
    })
}
