//! `sidestep tune`: settings of a method chosen on a library, within a budget that is told.

use crate::{
    args_benchmark::Tune,
    commands::tuning::{self, Judgement, Trial, Tuning},
    files, output, settings_file,
};
use anyhow::{Context, Result};
use glam::Vec2;
use serde::Serialize;
use serde_json::{Value, json};
use sidestep_picture::{Scatter, ScatterPoint, scatter};
use std::{path::Path, time::Instant};
use xxhash_rust::xxh3::xxh3_128;

#[derive(Serialize)]
struct Report {
    trials: usize,
    wall_secs: f64,
    /// Clips had to be cut to be held out.
    was_cut: bool,
    /// Tuned, on clips that no trial saw.
    held_out: Judgement,
    /// The default there.
    default_held_out: Judgement,
    /// Trials that none beats in both response and jerk.
    frontier: Vec<Value>,
    /// What was changed.
    changes: Value,
}

/// Runs the command.
pub(crate) fn run(args: &Tune) -> Result<()> {
    let begun = Instant::now();
    let known = || sidestep::METHODS.iter().map(|entry| entry.name).collect::<Vec<_>>().join(", ");
    let method = sidestep::method(&args.method)
        .with_context(|| format!("there is no method '{}'; there are {}", args.method, known()))?;
    let bytes = files::map(&args.library)?;
    let checksum = xxh3_128((*bytes).as_ref());
    let library = sidestep::decode_library(bytes)
        .with_context(|| format!("cannot use {}", args.library.display()))?;
    let tuning = Tuning::new(method, &library, args.seed)?;
    let key = json!({
        "library": format!("{checksum:032x}"),
        "method": method.name,
        "version": method.version,
        "settings": method.preset(None).map(|preset| preset.config),
        "seed": args.seed,
    });
    let journal = args.output.with_extension("journal");
    let mut trials = journal_of(&journal, &key);
    trials.truncate(args.trials);
    let bar = output::progress(args.trials, "trials");
    bar.set_position(trials.len() as u64);
    let is_over = |begun: Instant| {
        args.minutes.is_some_and(|minutes| begun.elapsed().as_secs_f64() > 60.0 * minutes)
    };
    while trials.len() < args.trials.max(1) && (trials.is_empty() || !is_over(begun)) {
        trials.push(tuning.next(&trials));
        write_journal(&journal, &key, &trials)?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    finish(args, &tuning, &trials, begun)
}

fn finish(args: &Tune, tuning: &Tuning, trials: &[Trial], begun: Instant) -> Result<()> {
    let best = tuning::best(trials).with_context(|| {
        let why = trials.iter().find_map(|trial| trial.failed.clone()).unwrap_or_default();
        format!("no trial could be made: {why}")
    })?;
    let chosen = &trials[best];
    let [default, tuned] = tuning.judge(chosen)?;
    let head = format!(
        "# {} tuned by {} trials (seed {}), the best of which was number {best}.\n",
        args.method,
        trials.len(),
        args.seed
    );
    files::write(&args.output, (head + &settings_file::text(&tuning.config(chosen))).as_bytes())?;
    files::write(&args.output.with_extension("svg"), picture(trials, best).as_bytes())?;
    let changed = tuning.tunables.iter().zip(chosen.values.iter().zip(&trials[0].values));
    let changed = changed.filter(|(_, (now, before))| now != before);
    let changes = changed.map(|(key, (now, _))| (key.pointer.to_owned(), json!(now))).collect();
    let report = Report {
        trials: trials.len(),
        wall_secs: begun.elapsed().as_secs_f64(),
        was_cut: tuning.was_cut(),
        held_out: tuned,
        default_held_out: default,
        frontier: tuning::frontier(trials).iter().map(|trial| json!(trial)).collect(),
        changes: Value::Object(changes),
    };
    output::report(args.json, &report, talk)
}

fn talk(report: &Report) {
    eprintln!(
        "{} trials in {:.0} s; on clips that none of them saw:",
        report.trials, report.wall_secs
    );
    eprintln!("{:>24}  {:<26} tuned", "", "default");
    for (name, tuned) in &report.held_out {
        let shown = |found: &sidestep_benchmark::Interval| {
            format!("{:.3} ({:.3} to {:.3})", found.mean, found.low, found.high)
        };
        let default = report.default_held_out.get(name).map(shown).unwrap_or_default();
        eprintln!("{name:>24}  {default:<26} {}", shown(tuned));
    }
    eprintln!("changed: {}", report.changes);
}

/// Trials that an earlier run made under the same circumstances.
fn journal_of(path: &Path, key: &Value) -> Vec<Trial> {
    let Ok(bytes) = std::fs::read(path) else { return Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let first: Option<Value> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if first.as_ref() != Some(key) {
        return Vec::new();
    }
    lines.map_while(|line| serde_json::from_str(line).ok()).collect()
}

fn write_journal(path: &Path, key: &Value, trials: &[Trial]) -> Result<()> {
    let mut text = key.to_string() + "\n";
    for trial in trials {
        text += &(serde_json::to_string(trial)? + "\n");
    }
    files::write(path, text.as_bytes())
}

/// Every trial by response and jerk; the default and the chosen one by name.
fn picture(trials: &[Trial], best: usize) -> String {
    let point = |(number, trial): (usize, &Trial)| {
        let figure = |name: &str| trial.figures.get(name).copied().unwrap_or(f32::NAN);
        let at = Vec2::new(figure("jerk_ratio"), figure("censored_avg_secs"));
        let name = match number {
            _ if number == best && number == 0 => "default, chosen",
            _ if number == best => "chosen",
            0 => "default",
            _ => "",
        };
        ScatterPoint { name: name.to_owned(), at, range: (at, at) }
    };
    let chart = Scatter {
        title: "trials on clips held out".to_owned(),
        x_title: "jerk / source".to_owned(),
        y_title: "settles (s)".to_owned(),
        points: trials.iter().enumerate().map(point).collect(),
        size: Vec2::new(640.0, 420.0),
    };
    scatter(&chart).to_string()
}
