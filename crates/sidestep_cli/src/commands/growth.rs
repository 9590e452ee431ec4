//! `sidestep measure growth`: what building and stepping cost as a library grows.

use crate::{args_measure::Measure, files, output};
use anyhow::{Context, Result, ensure};
use glam::Vec2;
use serde::Serialize;
use serde_json::{Value, json};
use sidestep::MethodEntry;
use sidestep_benchmark::{exponent, multiplied};
use sidestep_control::{Animate, Start};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion::{Clip, ClipId, MotionLibrary, resample::resample};
use sidestep_performer::PerformerConfig;
use sidestep_picture::{LineChart, Series, line_chart, stacked};
use std::{path::Path, sync::Arc, time::Instant};

/// Sizes when none are named, in frames.
const SIZES: [usize; 4] = [10_000, 30_000, 100_000, 300_000];

/// Frames a second of the performer's libraries.
const RATE_HZ: f32 = 30.0;

/// One size.
#[derive(Clone, Debug, Serialize)]
struct Size {
    frames: usize,
    /// Of these, frames that no actor made.
    synthetic_frames: usize,
    /// Processor seconds of all threads.
    build_secs: f64,
    build_wall_secs: f64,
    /// The most memory held while it was built, where the system tells.
    peak_mb: Option<f64>,
    bytes: usize,
    step_us: f64,
    censored_avg_secs: f32,
}

/// Measures a method at several sizes and draws what it finds where a picture is wanted.
pub(crate) fn measure(args: &Measure) -> Result<Value> {
    let name = args.file.to_string_lossy();
    let known = || sidestep::METHODS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    let method = sidestep::method(&name)
        .with_context(|| format!("there is no method '{name}'; there are {}", known()))?;
    let mut sizes = if args.frames.is_empty() { SIZES.to_vec() } else { args.frames.clone() };
    sizes.sort_unstable();
    ensure!(sizes.first().is_some_and(|size| *size >= 1000), "sizes begin at 1000 frames");
    let base = args.source.as_deref().map(clips_of).transpose()?;
    let mut found: Vec<Size> = Vec::new();
    let mut failed = Vec::new();
    for frames in sizes {
        match one(method, frames, base.as_deref(), args) {
            Ok(size) => {
                eprintln!(
                    "{frames} frames: built in {:.1} s, a step {:.1} µs",
                    size.build_secs, size.step_us
                );
                found.push(size);
            }
            Err(error) => failed.push(json!({ "frames": frames, "reason": format!("{error:#}") })),
        }
    }
    if let Some(path) = &args.picture {
        draw(path, method.name, &found)?;
    }
    let grows = |of: fn(&Size) -> f64| {
        exponent(&found.iter().map(|size| (count(size.frames), of(size))).collect::<Vec<_>>())
    };
    Ok(json!({
        "method": method.name,
        "data": match &base {
            Some(_) => "the library, then its mirror image, then copies in other times and bent a little",
            None => "the synthetic performer, one seed after the other: all of it is synthetic",
        },
        "sizes": found,
        "failed": failed,
        "build_exponent": grows(|size| size.build_secs),
        "step_exponent": grows(|size| size.step_us),
        "bytes_exponent": grows(|size| count(size.bytes)),
        "memory_exponent": grows(|size| size.peak_mb.unwrap_or(0.0)),
    }))
}

fn one(method: &MethodEntry, frames: usize, base: Option<&[Clip]>, args: &Measure) -> Result<Size> {
    let (clips, captured) = match base {
        Some(clips) => {
            let captured: usize = clips.iter().map(Clip::len).sum();
            (multiplied(clips, frames, args.seed), captured.min(frames))
        }
        None => (performed(frames, args.seed), 0),
    };
    let library = Arc::new(MotionLibrary::from_clips(&clips, &Default::default())?);
    drop(clips);
    let preset = method.preset(None).context("the method has no preset")?;
    output::forget_peak();
    let (processor, begun) = (cpu_time::ProcessTime::now(), Instant::now());
    let built = method.build(&library, &preset.config, &mut |_| {});
    let built = built.map_err(anyhow::Error::from_boxed)?;
    let (build_secs, build_wall_secs) =
        (processor.elapsed().as_secs_f64(), begun.elapsed().as_secs_f64());
    let peak_mb = output::peak_megabytes();
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
    let subject = Subject { library: &library, spawn: &spawn };
    let source = Source::of(&library);
    let n = args.n.unwrap_or(40);
    let settings =
        Settings { n, seed: args.seed, steered_starts: 1, steered_secs: 10, ..Settings::default() };
    let start = cpu_time::ThreadTime::now();
    let hooks = CostHooks { cpu_secs: &|| start.elapsed().as_secs_f64(), allocations: &|| None };
    let cost = sidestep_measure::cost(&subject, &source, &settings, hooks);
    let response = sidestep_measure::response(&subject, &source, &settings);
    Ok(Size {
        frames: library.len(),
        synthetic_frames: library.len() - captured.min(library.len()),
        build_secs,
        build_wall_secs,
        peak_mb,
        bytes: sidestep::encode_controller(&built).len(),
        step_us: cost.step_us,
        censored_avg_secs: response.censored_avg_secs,
    })
}

/// So many frames of the performer, one seed after the other.
fn performed(frames: usize, seed: u64) -> Vec<Clip> {
    let mut clips = Vec::new();
    let mut made = 0;
    for number in 0.. {
        let config = PerformerConfig { seed: seed + number, ..PerformerConfig::default() };
        for clip in sidestep_performer::perform(&config) {
            if made >= frames {
                return clips;
            }
            let name = format!("{} {number}", clip.name);
            let clip = Clip { name, ..resample(&clip, RATE_HZ) };
            made += clip.len();
            clips.push(clip);
        }
    }
    clips
}

fn clips_of(path: &Path) -> Result<Vec<Clip>> {
    let library = sidestep::decode_library(files::map(path)?)
        .with_context(|| format!("cannot use {}", path.display()))?;
    let ids = 0..u16::try_from(library.clips().len()).unwrap_or(u16::MAX);
    Ok(ids.map(|id| library.to_clip(ClipId(id))).collect())
}

/// Build, step and memory over frames, each on logarithms of ten.
#[expect(clippy::cast_possible_truncation, reason = "points of a plot")]
fn draw(path: &Path, method: &str, sizes: &[Size]) -> Result<()> {
    let log =
        |value: f64| sidestep_motion::math::ln(value.max(1e-9) as f32) / std::f32::consts::LN_10;
    let series = |name: &str, of: fn(&Size) -> f64| Series {
        name: name.to_owned(),
        points: sizes
            .iter()
            .map(|size| Vec2::new(log(count(size.frames)), log(of(size))))
            .collect(),
    };
    let chart = |title: &str, series: Vec<Series>| {
        line_chart(&LineChart::new(
            &format!("{method}: {title}"),
            "log10 of frames",
            "log10",
            series,
        ))
    };
    let pictures = [
        chart(
            "build (s) and memory (MB)",
            vec![
                series("build, processor seconds", |size| size.build_secs),
                series("peak memory, MB", |size| size.peak_mb.unwrap_or(0.0)),
            ],
        ),
        chart("step (µs)", vec![series("step", |size| size.step_us)]),
    ];
    files::write(path, stacked(&pictures, 10.0).to_string().as_bytes())
}

#[expect(clippy::cast_precision_loss, reason = "counts of frames and bytes")]
fn count(number: usize) -> f64 {
    number as f64
}
