//! `sidestep import`: files, folders and manifests into one library.

use crate::{
    args::{Import, Rate},
    assemble::{self, Assembled, Assembly},
    files,
    inputs::{self, Input},
    labs, output, siblings,
};
use anyhow::{Context, Result};
use rayon::prelude::*;
use serde::Serialize;
use sidestep_import::{ImportOptions, Imported, Note};
use sidestep_motion::{Clip, MotionLibrary};
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
    skipped: Vec<Skipped>,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Skipped {
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
    let defaults = options(args, rate_hz);
    let mut inputs = inputs::collect(&args.inputs, &defaults)?;
    let label_warnings = labs::attach(&mut inputs, &args.labels)?;
    let mut skipped: Vec<Skipped> = Vec::new();
    let mut read = read_all(&inputs.takes);
    siblings::agree(&inputs.takes, &mut read);

    let mut clips = Vec::new();
    let mut notes = Notes::default();
    let mut bytes = 0;
    for (input, result) in inputs.takes.iter().zip(read) {
        match result {
            Ok((imported, size)) => {
                bytes += size;
                notes.add(&input.shown, &imported.notes);
                clips.extend(imported.clips);
            }
            Err(error) => {
                skipped.push(Skipped { file: input.shown.clone(), reason: format!("{error:#}") });
            }
        }
    }
    let assembly = Assembly {
        rate_hz,
        skeleton_of: args.skeleton.clone(),
        retarget: !args.no_retarget,
        mirror: args.mirror,
    };
    let warnings = [label_warnings, notes.told()].concat();
    let pending = Report::begin(skipped, warnings, bytes, start);
    let report = save(clips, &assembly, &args.output, pending)?;
    output::report(args.json, &report, talk)
}

impl Report {
    /// A report of what was read so far, before there is a library.
    fn begin(
        skipped: Vec<Skipped>,
        warnings: Vec<String>,
        bytes: usize,
        start: Instant,
    ) -> Pending {
        Pending { skipped, warnings, bytes, start }
    }

    /// The report on a library that was just written.
    pub(crate) fn of(library: &MotionLibrary, pending: Pending) -> Self {
        Self {
            frames: library.len(),
            clips: library.clips().len(),
            joints: library.skeleton().len(),
            rate_hz: library.rate_hz(),
            seconds: library.len() as f32 / library.rate_hz(),
            wall_secs: pending.start.elapsed().as_secs_f64(),
            megabytes_read: pending.bytes as f64 / 1e6,
            skipped: pending.skipped,
            warnings: pending.warnings,
        }
    }
}

/// What is known before the library is assembled.
pub(crate) struct Pending {
    skipped: Vec<Skipped>,
    warnings: Vec<String>,
    bytes: usize,
    start: Instant,
}

impl Pending {
    /// Nothing read: the clips come from the performer.
    pub(crate) fn nothing_read(start: Instant) -> Self {
        Self { skipped: Vec::new(), warnings: Vec::new(), bytes: 0, start }
    }
}

/// Makes a library of the clips and writes it.
pub(crate) fn save(
    clips: Vec<Clip>,
    assembly: &Assembly,
    path: &Path,
    mut pending: Pending,
) -> Result<Report> {
    let mut left_out = Vec::new();
    let assembled = assemble::assemble(clips, assembly, &mut left_out);
    pending.skipped.extend(left_out.into_iter().map(|(file, reason)| Skipped { file, reason }));
    let Assembled { library, warnings } = assembled.with_context(|| {
        let tell = |skipped: &Skipped| format!("\n  {}: {}", skipped.file, skipped.reason);
        let reasons: String = pending.skipped.iter().map(tell).collect();
        format!("no library was written{reasons}")
    })?;
    pending.warnings.extend(warnings);
    files::write(path, &sidestep::encode_library(&library))?;
    Ok(Report::of(&library, pending))
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

/// Notes of many files, each told once.
#[derive(Default)]
struct Notes {
    /// A note, the first file it was made of, and how many more.
    notes: Vec<(Note, String, usize)>,
}

impl Notes {
    fn add(&mut self, file: &str, notes: &[Note]) {
        for note in notes {
            match self.notes.iter_mut().find(|(known, _, _)| known == note) {
                Some((_, _, more)) => *more += 1,
                None => self.notes.push((note.clone(), file.to_owned(), 0)),
            }
        }
    }

    fn told(&self) -> Vec<String> {
        let tell = |(note, file, more): &(Note, String, usize)| {
            let files = if *more == 0 { file.clone() } else { format!("{file} and {more} more") };
            let remedy = if note.remedy.is_empty() { "" } else { "; " };
            format!("{files}: {}{remedy}{}", note.message, note.remedy)
        };
        self.notes.iter().map(tell).collect()
    }
}

fn options(args: &Import, rate_hz: Option<f32>) -> ImportOptions {
    ImportOptions {
        unit_m: args.unit,
        up: args.up,
        rate_hz: args.fps,
        drop_first_frames: args.drop_first,
        roles: args.roles.clone(),
        licence: args.licence.clone().unwrap_or_default(),
        target_rate_hz: rate_hz,
        ..ImportOptions::default()
    }
}

/// Reads every take, several at a time, in the order given.
fn read_all(takes: &[Input]) -> Vec<Result<(Imported, usize)>> {
    let bar = output::progress(takes.len(), "reading");
    let read = |input: &Input| {
        let result = inputs::read(input);
        bar.inc(1);
        result
    };
    let results = takes.par_iter().map(read).collect();
    bar.finish_and_clear();
    results
}
