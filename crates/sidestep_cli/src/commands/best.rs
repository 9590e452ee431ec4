//! `sidestep build best`: the method and settings that stand best on a library, found by trying.
//!
//! Candidates are tried on inputs that no reported figure uses: another seed draws their starts and
//! turns. Which one wins is for the library to say; nothing is decided by its name.

use crate::{
    args::Build,
    commands::{
        candidates::{self, Candidate},
        tuning::{self, Tuning},
    },
    files, output,
};
use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use serde_json::Value;
use sidestep::{BuiltController, MethodEntry};
use sidestep_control::{Animate, Start};
use sidestep_measure::{Response, Settings, Source, Subject, champion::Standing};
use sidestep_motion::MotionLibrary;
use sidestep_viewer::server::Chooser;
use std::{sync::Arc, time::Instant};
use xxhash_rust::xxh3::xxh3_64;

/// Draws the starts and turns of the trials; the published figures use 1 to 3.
const SEED: u64 = 1001;

/// Changes of direction of each candidate.
const CHANGES: usize = 150;

/// Long steered runs of each candidate.
const RUNS: usize = 8;

#[derive(Serialize)]
struct Report {
    wall_secs: f64,
    peak_mb: f64,
    bytes: usize,
    method: &'static str,
    settings: &'static str,
    why: String,
    candidates: Vec<Row>,
    notices: Vec<String>,
}

/// What one candidate came to.
#[derive(Serialize)]
struct Row {
    method: &'static str,
    settings: &'static str,
    build_secs: f64,
    censored_avg_secs: f32,
    skate_cm_per_s: f32,
    jerk_ratio: f32,
    swivel_p95_deg: f32,
    nearest_distance: f32,
    broken: Vec<String>,
    rank: f32,
}

/// Runs the command.
pub(crate) fn build(args: &Build) -> Result<()> {
    if args.print_config || args.preset.is_some() || args.config.is_some() {
        bail!("`build best` chooses the settings itself; name a method to set some");
    }
    let (Some(library), Some(output)) = (&args.library, &args.output) else {
        bail!("name the library to build from, and with -o the controller to write");
    };
    let start = Instant::now();
    let context = || format!("cannot use {}", library.display());
    let library = Arc::new(sidestep::decode_library(files::map(library)?).with_context(context)?);
    let spinner = output::spinner("trying");
    let mut choice = choose(&library, &mut |what, _| spinner.set_message(what.to_owned()))?;
    if let Some(minutes) = args.minutes {
        spinner.set_message("tuning");
        tune(&mut choice, &library, minutes)?;
    }
    spinner.finish_and_clear();
    let Choice { controller, number, rows } = choice;
    let bytes = sidestep::encode_controller(&controller);
    files::write(output, &bytes)?;
    let report = Report {
        wall_secs: start.elapsed().as_secs_f64(),
        peak_mb: output::peak_megabytes().unwrap_or(0.0),
        bytes: bytes.len(),
        method: rows[number].method,
        settings: rows[number].settings,
        why: why(&rows, number),
        candidates: rows,
        notices: controller.notices(),
    };
    for notice in &report.notices {
        eprintln!("notice: {notice}");
    }
    output::report(args.json, &report, talk)
}

/// What was chosen, and of what.
struct Choice {
    controller: BuiltController,
    /// The row of the chosen one.
    number: usize,
    rows: Vec<Row>,
}

/// Tries every candidate on a library; tells what is tried, and how much is done.
fn choose(library: &Arc<MotionLibrary>, observe: &mut dyn FnMut(&str, f32)) -> Result<Choice> {
    let source = Source::of(library);
    let mut rows: Vec<Row> = Vec::new();
    let mut best: Option<(usize, BuiltController)> = None;
    for (number, candidate) in candidates::ALL.iter().enumerate() {
        let done = number as f32 / candidates::ALL.len() as f32;
        observe(&format!("trying {}, {}", candidate.method, candidate.settings), done);
        let (row, built) = candidate_row(candidate, library, &source)?;
        if best.as_ref().is_none_or(|(number, _)| row.rank < rows[*number].rank) {
            best = Some((number, built));
        }
        rows.push(row);
    }
    let (number, controller) = best.ok_or_else(|| anyhow!("there is no candidate"))?;
    Ok(Choice { controller, number, rows })
}

fn candidate_row(
    candidate: &Candidate,
    library: &Arc<MotionLibrary>,
    source: &Source,
) -> Result<(Row, BuiltController)> {
    let method = sidestep::method(candidate.method)
        .ok_or_else(|| anyhow!("there is no method '{}'", candidate.method))?;
    row((method, candidate.settings), &candidate.config(method)?, library, source)
}

/// Tunes the method that was chosen; what comes of it is a candidate like the others.
fn tune(choice: &mut Choice, library: &Arc<MotionLibrary>, minutes: f64) -> Result<()> {
    let begun = Instant::now();
    let name = choice.rows[choice.number].method;
    let method = sidestep::method(name).ok_or_else(|| anyhow!("there is no method '{name}'"))?;
    let tuning = Tuning::new(method, library, 1)?;
    let mut trials = Vec::new();
    while trials.is_empty() || begun.elapsed().as_secs_f64() < 60.0 * minutes {
        trials.push(tuning.next(&trials));
    }
    let Some(best) = tuning::best(&trials) else { return Ok(()) };
    let config = tuning.config(&trials[best]);
    let (row, built) = row((method, "tuned"), &config, library, &Source::of(library))?;
    if row.rank < choice.rows[choice.number].rank {
        choice.number = choice.rows.len();
        choice.controller = built;
    }
    choice.rows.push(row);
    Ok(())
}

/// Builds and tries one.
fn row(
    (method, settings): (&'static MethodEntry, &'static str),
    config: &Value,
    library: &Arc<MotionLibrary>,
    source: &Source,
) -> Result<(Row, BuiltController)> {
    let begun = Instant::now();
    let built = method.build(library, config, &mut |_| {});
    let built = built.map_err(anyhow::Error::from_boxed)?;
    let build_secs = begun.elapsed().as_secs_f64();
    let found = trial(&built, library, source);
    let standing = Standing::of(&found);
    let row = Row {
        method: method.name,
        settings,
        build_secs,
        censored_avg_secs: found.censored_avg_secs,
        skate_cm_per_s: found.skate_cm_per_s,
        jerk_ratio: found.jerk_ratio,
        swivel_p95_deg: found.looks.feet.shown.swivel_p95_deg,
        nearest_distance: found.nearest_distance,
        rank: standing.rank(),
        broken: standing.broken,
    };
    Ok((row, built))
}

/// The choice for the playground.
pub(crate) struct ByTrying;

impl Chooser for ByTrying {
    /// The methods, their versions and all their settings, and how they are tried.
    fn key(&self) -> String {
        let of = |candidate: &Candidate| {
            let method = sidestep::method(candidate.method)?;
            Some(format!("{} {} {}", method.name, method.version, candidate.config(method).ok()?))
        };
        let all: Vec<Option<String>> = candidates::ALL.iter().map(of).collect();
        format!("{:016x}", xxh3_64(format!("{all:?} {SEED} {CHANGES} {RUNS}").as_bytes()))
    }

    fn choose(
        &self,
        library: &Arc<MotionLibrary>,
        observe: &mut dyn FnMut(&str, f32),
    ) -> Result<BuiltController, String> {
        let choice = choose(library, observe).map_err(|error| format!("{error:#}"))?;
        Ok(choice.controller)
    }
}

fn trial(built: &BuiltController, library: &MotionLibrary, source: &Source) -> Response {
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
    let subject = Subject { library, spawn: &spawn };
    let settings = Settings { n: CHANGES, seed: SEED, steered_starts: RUNS, ..Settings::default() };
    sidestep_measure::response(&subject, source, &settings)
}

/// Why that candidate, in words.
fn why(rows: &[Row], number: usize) -> String {
    let chosen = &rows[number];
    let sound = match chosen.broken.len() {
        0 => "keeps every bar for feet, turns, pops, jerks and limbs".to_owned(),
        count => format!("breaks {count} bars, and least of all: {}", chosen.broken.join(", ")),
    };
    let mut text = format!(
        "{} ({}) answers in {:.2} s and {sound}",
        chosen.method, chosen.settings, chosen.censored_avg_secs
    );
    let others = rows.iter().enumerate().filter(|(at, _)| *at != number);
    let next = others.min_by(|a, b| a.1.rank.total_cmp(&b.1.rank));
    if let Some((_, next)) = next {
        let breaks = match next.broken.first() {
            None => "keeps them too".to_owned(),
            Some(first) => format!("breaks {first}"),
        };
        text += &format!(
            "; next came {} ({}): {:.2} s, jerk {:.2} against {:.2}, {breaks}",
            next.method, next.settings, next.censored_avg_secs, next.jerk_ratio, chosen.jerk_ratio
        );
    }
    text
}

fn talk(report: &Report) {
    for row in &report.candidates {
        eprintln!(
            "{:>10} {:<10} {:5.2} s, skate {:4.2} cm/s, jerk {:4.2}, swivel {:4.1}°, {} bars broken",
            row.method,
            row.settings,
            row.censored_avg_secs,
            row.skate_cm_per_s,
            row.jerk_ratio,
            row.swivel_p95_deg,
            row.broken.len()
        );
    }
    eprintln!("{}", report.why);
    eprintln!("{} bytes in {:.1} s", report.bytes, report.wall_secs);
}
