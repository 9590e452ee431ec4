//! `sidestep build capability` and `sidestep measure capability`: what a part of the body can reach.

use crate::{
    args_build::{Build, PartPeak},
    args_measure::Measure,
    files, output,
};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sidestep_measure::{Reaching, Settings};
use sidestep_mobility_map::{CapabilityConfig, PartCapabilities, PartConfig, Peak};
use std::{sync::Arc, time::Instant};

/// Builds a map and writes it.
pub(crate) fn build(args: &Build) -> Result<()> {
    let start = Instant::now();
    let part = args.part.context("a capability map needs --part, such as --part left_hand")?;
    let (Some(library), Some(output_path)) = (&args.library, &args.output) else {
        bail!("name the library to build from, and with -o the capability map to write");
    };
    let library = sidestep::decode_library(files::map(library)?)
        .with_context(|| format!("cannot use {}", library.display()))?;
    let load = start.elapsed().as_secs_f64();
    let peak = match args.peak {
        PartPeak::Farthest => Peak::Farthest,
        PartPeak::Fastest => Peak::Fastest,
    };
    let capability = CapabilityConfig { most_secs: args.ahead, ..CapabilityConfig::default() };
    let mut config = PartConfig { peak, least: args.least, capability, ..PartConfig::default() };
    if let Some(threshold) = args.threshold {
        config.graph.threshold = threshold;
        config.graph.most_threshold = config.graph.most_threshold.max(threshold);
    }
    config.graph.most_jumps = args.jumps.unwrap_or(config.graph.most_jumps);
    let spinner = output::spinner("building");
    let built = PartCapabilities::build(&Arc::new(library), part, &config);
    spinner.finish_and_clear();
    let built = built?;
    let build = start.elapsed().as_secs_f64() - load;
    let bytes = sidestep::encode_capability(&built);
    files::write(output_path, &bytes)?;
    let wall_secs = start.elapsed().as_secs_f64();
    let report = json!({
        "wall_secs": wall_secs,
        "peak_mb": output::peak_megabytes().unwrap_or(0.0),
        "bytes": bytes.len(),
        "stages": { "load": load, "build": build, "save": wall_secs - load - build },
        "states": built.graph().states(),
        "moments": built.map().moment_frames().len(),
        "map_bytes": built.map().bytes(),
    });
    output::report(args.json, &report, |report| {
        eprintln!(
            "{} moments of the {} within reach, from {} states; {} bytes in {wall_secs:.2} s",
            report["moments"],
            part.name(),
            report["states"],
            report["bytes"],
        );
    })
}

/// Measures how near the part gets.
pub(crate) fn measure(args: &Measure) -> Result<Value> {
    let map = sidestep::decode_capability(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let reaching = Reaching {
        library: map.library(),
        joint: map.joint(),
        starts: &map.graph().state_frames,
        moments: &map.map().moment_frames(),
        ask: &|frame, target| {
            let state = map.state_at(frame)?;
            Some(map.sequence(state, map.reach(state, target)?))
        },
    };
    let settings = Settings { n: args.n.unwrap_or(1000), seed: args.seed, ..Settings::default() };
    Ok(json!(sidestep_measure::capability(&reaching, &settings)))
}
