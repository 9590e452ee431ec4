//! `sidestep import`: files, folders and manifests into one library.

use crate::{
    args::{Hand, Import, Rate},
    files::{self, Disk},
    output,
};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep_assemble::{Assembled, Assembly, Gathered, Said, Skipped};
use sidestep_court::{StrokeConfig, strokes};
use sidestep_import::ImportOptions;
use sidestep_motion::{Clip, MotionLibrary, Side};
use std::{path::Path, time::Instant};

/// What `import` and `perform` report.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    frames: usize,
    clips: usize,
    joints: usize,
    rate_hz: f32,
    seconds: f32,
    wall_secs: f64,
    megabytes_read: f64,
    skipped: Vec<SkippedFile>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SkippedFile {
    file: String,
    reason: String,
}

/// Runs the command.
pub(crate) fn run(args: &Import) -> Result<()> {
    let start = Instant::now();
    let rate_hz = match args.rate {
        Rate::Source => None,
        Rate::Hz(hz) => Some(hz),
    };
    let said = Said { options: options(args, rate_hz), labels: args.labels.clone() };
    let bar = output::progress(0, "reading");
    let tell = |done: usize, of: usize| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    };
    let gathered = sidestep_assemble::gather(&Disk, &args.inputs, &said, &tell);
    bar.finish_and_clear();
    let assembly = Assembly {
        rate_hz,
        skeleton_of: args.skeleton.clone(),
        retarget: !args.no_retarget,
        mirror: args.mirror,
        cuts: args.cuts.clone(),
    };
    let mut gathered = gathered?;
    if let Some(hand) = args.strokes {
        gathered.clips.iter_mut().for_each(|clip| find_strokes(clip, hand));
    }
    let report = save(gathered, &assembly, &args.output, start)?;
    output::report(args.json, &report, talk)
}

/// Labels the strokes of a clip; what said of a whole clip that it holds some gives way.
fn find_strokes(clip: &mut Clip, hand: Hand) {
    let hand = match hand {
        Hand::Left => Side::Left,
        Hand::Right => Side::Right,
    };
    let found = strokes(clip, &StrokeConfig { hand, ..StrokeConfig::default() });
    clip.labels.retain(|label| label.name != "stroke" && label.name != "return");
    clip.labels.extend(found);
}

/// Makes a library of the clips and writes it.
pub(crate) fn save(
    gathered: Gathered,
    assembly: &Assembly,
    path: &Path,
    start: Instant,
) -> Result<Report> {
    let Gathered { clips, mut skipped, notes, mut warnings, bytes } = gathered;
    let assembled = sidestep_assemble::assemble(clips, assembly, &mut skipped);
    let Assembled { library, warnings: more } = assembled.with_context(|| {
        let tell = |skipped: &Skipped| format!("\n  {}: {}", skipped.file, skipped.reason);
        let reasons: String = skipped.iter().map(tell).collect();
        format!("no library was written{reasons}")
    })?;
    warnings.extend(notes.iter().map(ToString::to_string));
    warnings.extend(more);
    files::write(path, &sidestep::encode_library(&library))?;
    let skipped = skipped.into_iter();
    let skipped = skipped.map(|Skipped { file, reason }| SkippedFile { file, reason }).collect();
    let (wall_secs, megabytes_read) = (start.elapsed().as_secs_f64(), bytes as f64 / 1e6);
    let report = Report { wall_secs, megabytes_read, skipped, warnings, ..Report::of(&library) };
    Ok(report)
}

impl Report {
    /// The report on a library that was just written.
    pub(crate) fn of(library: &MotionLibrary) -> Self {
        Self {
            frames: library.len(),
            clips: library.clips().len(),
            joints: library.skeleton().len(),
            rate_hz: library.rate_hz(),
            seconds: library.len() as f32 / library.rate_hz(),
            wall_secs: 0.0,
            megabytes_read: 0.0,
            skipped: Vec::new(),
            warnings: Vec::new(),
        }
    }
}

/// Tells a person what was done.
pub(crate) fn talk(report: &Report) {
    for warning in &report.warnings {
        eprintln!("note: {warning}");
    }
    for skipped in &report.skipped {
        eprintln!("skipped {}: {}", skipped.file, skipped.reason);
    }
    eprintln!(
        "clips {}, frames {} at {} Hz ({:.1} s), joints {}; read {:.1} MB in {:.2} s; skipped {}",
        report.clips,
        report.frames,
        report.rate_hz,
        report.seconds,
        report.joints,
        report.megabytes_read,
        report.wall_secs,
        report.skipped.len(),
    );
}

fn options(args: &Import, rate_hz: Option<f32>) -> ImportOptions {
    ImportOptions {
        unit_m: args.said.unit,
        up: args.said.up,
        rate_hz: args.said.fps,
        drop_first_frames: args.drop_first,
        roles: args.said.roles.clone(),
        licence: args.licence.clone().unwrap_or_default(),
        target_rate_hz: rate_hz,
        ..ImportOptions::default()
    }
}
