//! `sidestep build best`: the method and settings that stand best on a library, found by trying.
//!
//! Candidates are tried on inputs that no reported figure uses: another seed draws their starts and
//! turns. The `matching` among them that stands best of those that keep every bar for feet, or else the plain one,
//! is the rival: what is chosen shall be worse than it in nothing. Which one wins is for the library to say; nothing
//! is decided by its name. The few that stand best are tried once more with more changes of direction, because a
//! few hundredths of a second decide; then, as long as the best one breaks a bar, single settings of the others in
//! its place and what lies halfway.

use crate::{
    args_build::Build,
    commands::{
        candidates::{self, Candidate},
        finals::{BETWEEN, FINALISTS, Finals, finalists, find_rival},
        trials::{Row, SEED, Trials},
        tuning::{self, Tuning},
    },
    files, output,
};
use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use serde_json::Value;
use sidestep::BuiltController;
use sidestep_measure::{Response, Source, champion::compared};
use sidestep_motion::MotionLibrary;
use sidestep_viewer::server::Chooser;
use std::{sync::Arc, time::Instant};
use xxhash_rust::xxh3::xxh3_64;

/// Changes of direction and long steered runs of each candidate.
const FIRST: (usize, usize) = (150, 8);

/// Those of the candidates that are tried once more, and of the rivals: the jerk of the same settings still
/// differs by 3 % from seed to seed where 16 runs are steered.
const LAST: (usize, usize) = (1000, 48);

#[derive(Serialize)]
struct Report {
    wall_secs: f64,
    peak_mb: f64,
    bytes: usize,
    method: &'static str,
    settings: String,
    why: String,
    candidates: Vec<Row>,
    notices: Vec<String>,
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
    let Choice { controller, number, rows, rival_settings, rival, .. } = choice;
    let bytes = sidestep::encode_controller(&controller);
    files::write(output, &bytes)?;
    let report = Report {
        wall_secs: start.elapsed().as_secs_f64(),
        peak_mb: output::peak_megabytes().unwrap_or(0.0),
        bytes: bytes.len(),
        method: rows[number].method,
        settings: rows[number].settings.clone(),
        why: why(&rows, number) + &beside(&rows[number], &rival_settings, &rival),
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
    config: Value,
    /// The row of the chosen one.
    number: usize,
    rows: Vec<Row>,
    /// What the settings of the rival are called.
    rival_settings: String,
    /// What it came to when it was tried for the last time.
    rival: Response,
}

/// Tries every candidate on a library; tells what is tried, and how much is done.
fn choose(library: &Arc<MotionLibrary>, observe: &mut dyn FnMut(&str, f32)) -> Result<Choice> {
    let source = Source::of(library);
    let trials = Trials { library, source: &source, size: FIRST };
    let all = candidates::ALL.len();
    let mut tried = Vec::with_capacity(all + BETWEEN);
    for some in candidates::ALL.chunks(rayon::current_num_threads()) {
        let names: Vec<&str> = some.iter().map(|candidate| candidate.settings).collect();
        observe(&format!("trying {}", names.join(", ")), tried.len() as f32 / (2 * all) as f32);
        tried.extend(trials.of(some)?);
    }
    observe("trying the best once more", 0.5);
    let trials = Trials { size: LAST, ..trials };
    let first: Vec<Response> = tried.iter().map(|tried| tried.found.clone()).collect();
    let rival = find_rival(trials, &mut tried)?;
    let finalists = finalists(&first, rival);
    let (rival_settings, rival) = (tried[rival].settings.clone(), tried[rival].found.clone());
    let mut finals = Finals::new(trials, &rival, tried);
    finals.hold(&finalists, &mut |share| {
        observe("trying what lies between the best", 0.6 + 0.4 * share);
    })?;
    let Finals { tried, best, .. } = finals;
    let (number, controller) = best.ok_or_else(|| anyhow!("there is no candidate"))?;
    let rows = tried.iter().map(|tried| tried.row(&rival)).collect();
    let config = tried[number].config.clone();
    Ok(Choice { controller, config, number, rows, rival_settings, rival })
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
    let trials = Trials { library, source: &Source::of(library), size: LAST };
    let (tuned, built) = trials.with(method, "tuned".to_owned(), config)?;
    let row = tuned.row(&choice.rival);
    if row.rank < choice.rows[choice.number].rank {
        choice.number = choice.rows.len();
        choice.controller = built;
        choice.config = tuned.config;
    }
    choice.rows.push(row);
    Ok(())
}

/// The methods, their versions and all their settings, and how they are tried, as one word.
pub(crate) fn key() -> String {
    let of = |candidate: &Candidate| {
        let method = candidate.entry().ok()?;
        Some(format!("{} {} {}", method.name, method.version, candidate.config().ok()?))
    };
    let all: Vec<Option<String>> = candidates::ALL.iter().map(of).collect();
    let how = format!("{all:?} {SEED} {FIRST:?} {LAST:?} {FINALISTS:?} {BETWEEN}");
    format!("{:016x}", xxh3_64(how.as_bytes()))
}

/// The method and all settings that stand best on a library.
pub(crate) fn chosen(library: &Arc<MotionLibrary>) -> Result<(&'static str, Value)> {
    let choice = choose(library, &mut |_, _| {})?;
    Ok((choice.rows[choice.number].method, choice.config))
}

/// The choice for the playground.
pub(crate) struct ByTrying;

impl Chooser for ByTrying {
    fn key(&self) -> String {
        key()
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

/// Why that candidate, in words.
fn why(rows: &[Row], number: usize) -> String {
    let chosen = &rows[number];
    let sound = match chosen.broken.len() {
        0 => {
            "keeps every bar for feet, turns, pops, jerks and limbs, and beside matching".to_owned()
        }
        count => format!("breaks {count} bars, and least of all: {}", chosen.broken.join(", ")),
    };
    let mut text = format!(
        "{} ({}) answers in {:.2} s and {sound}",
        chosen.method, chosen.settings, chosen.censored_avg_secs
    );
    let others = rows.iter().enumerate();
    let others = others.filter(|(at, row)| *at != number && row.changes == chosen.changes);
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

/// The chosen one beside the rival, in words.
fn beside(chosen: &Row, settings: &str, rival: &Response) -> String {
    let [response, skate, jerk, swivel] = compared(rival).map(|(_, of_rival)| of_rival);
    format!(
        "; matching ({settings}): {response:.2} s, skate {skate:.2} for {:.2} cm/s, jerk {jerk:.2} for {:.2}, \
         swivel {swivel:.1}° for {:.1}°",
        chosen.skate_cm_per_s, chosen.jerk_ratio, chosen.swivel_p95_deg
    )
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
