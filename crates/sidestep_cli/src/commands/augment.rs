//! `sidestep augment`: hours of new motion of a library.

use crate::{args_learn::Augment, files, output};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sidestep_augment::{AugmentConfig, Episodes};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &Augment) -> Result<()> {
    let start = Instant::now();
    let library = sidestep::decode_library(files::map(&args.library)?)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    let config: AugmentConfig = match &args.config {
        Some(path) => toml::from_str(&String::from_utf8(files::read(path)?)?)
            .with_context(|| format!("cannot use {}", path.display()))?,
        None => AugmentConfig::default(),
    };
    anyhow::ensure!(args.hours > 0.0 && args.hours <= 1000.0, "--hours must be above 0");
    let spinner = output::spinner("walking");
    let episodes = Episodes::new(&library, &config)?;
    let count = episodes.count_for(args.hours) as u64;
    let made = episodes.library(args.seed, 0..count)?;
    files::write(&args.output, &sidestep::encode_library(&made))?;
    spinner.finish_and_clear();
    let report = json!({
        "frames": made.len(),
        "clips": made.clips().len(),
        "hours": made.len() as f64 / f64::from(made.rate_hz()) / 3600.0,
        "share_walked": episodes.share_walked(),
        "wall_secs": start.elapsed().as_secs_f64(),
    });
    output::report(args.json, &report, talk)
}

fn talk(report: &Value) {
    eprintln!(
        "{:.2} h in {} episodes, through {:.0} % of the library's frames, in {:.1} s",
        report["hours"].as_f64().unwrap_or_default(),
        report["clips"],
        100.0 * report["share_walked"].as_f64().unwrap_or_default(),
        report["wall_secs"].as_f64().unwrap_or_default(),
    );
}
