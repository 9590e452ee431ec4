//! `sidestep augment`: hours of new motion of a library.

use crate::{args_learn::Augment, files, output};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sidestep_augment::{AugmentConfig, Episodes, Figures};
use sidestep_grammar::Grammar;
use sidestep_motion::ClipId;
use std::{path::Path, time::Instant};

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
    let grammar = args.grammar.as_deref().map(grammar_of).transpose()?;
    let episodes = match &grammar {
        Some(grammar) => Episodes::by_grammar(&library, &config, grammar)?,
        None => Episodes::new(&library, &config)?,
    };
    let count = episodes.count_for(args.hours) as u64;
    let (made, figures) = episodes.library_with_figures(args.seed, 0..count)?;
    files::write(&args.output, &sidestep::encode_library(&made))?;
    spinner.finish_and_clear();
    let mut report = json!({
        "frames": made.len(),
        "clips": made.clips().len(),
        "hours": made.len() as f64 / f64::from(made.rate_hz()) / 3600.0,
        "share_walked": episodes.share_walked(),
        "wall_secs": start.elapsed().as_secs_f64(),
    });
    if grammar.is_some() {
        let mut source = Figures::default();
        for id in (0_u16..).take(library.clips().len()).map(ClipId) {
            source.add(&library.to_clip(id), (0, 0.0));
        }
        report["game"] = game(&figures);
        report["source"] = game(&source);
    }
    output::report(args.json, &report, talk)
}

/// A grammar that is shipped, by its name, or one in a file.
pub(crate) fn grammar_of(path: &Path) -> Result<Grammar> {
    let name = path.to_string_lossy();
    let text = match name.as_ref() {
        "basketball" => sidestep_grammar::BASKETBALL.to_owned(),
        "tennis" => sidestep_grammar::TENNIS.to_owned(),
        _ => String::from_utf8(files::read(path)?)
            .with_context(|| format!("{name} is no text; a grammar is a text file"))?,
    };
    Ok(sidestep_grammar::parse(&name, &text)?)
}

/// What was done in episodes of a game.
fn game(figures: &Figures) -> Value {
    let minutes = (figures.secs / 60.0).max(1e-6);
    let actions = figures.actions.iter().map(
        |(name, (count, secs))| json!({ "action": name, "count": count, "minutes": secs / 60.0 }),
    );
    json!({
        "actions": actions.collect::<Vec<_>>(),
        "joins": figures.joins,
        "joins_per_min": figures.joins as f32 / minutes,
        "join_cost_mean": figures.join_cost / figures.joins.max(1) as f32,
        "ball_fraction": figures.ball_secs / figures.secs.max(1e-6),
        "held_fraction": figures.held_secs / figures.secs.max(1e-6),
        "travelling_per_min": figures.travelled as f32 / minutes,
        "double_dribbles_per_min": figures.double_dribbled as f32 / minutes,
    })
}

fn talk(report: &Value) {
    eprintln!(
        "{:.2} h in {} episodes, through {:.0} % of the library's frames, in {:.1} s",
        report["hours"].as_f64().unwrap_or_default(),
        report["clips"],
        100.0 * report["share_walked"].as_f64().unwrap_or_default(),
        report["wall_secs"].as_f64().unwrap_or_default(),
    );
    let game = &report["game"];
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    for action in game["actions"].as_array().into_iter().flatten() {
        let name = action["action"].as_str().unwrap_or_default();
        eprintln!("{name:>16}  {:>6}  {:.1} min", action["count"], number(&action["minutes"]));
    }
    if game.is_object() {
        eprintln!(
            "{} joins ({:.1} a minute, mean cost {:.2}); a ball in {:.0} % of the time, in hand in {:.0} %; \
             a minute {:.2} times travelling (source {:.2}), {:.2} double dribbles (source {:.2})",
            game["joins"],
            number(&game["joins_per_min"]),
            number(&game["join_cost_mean"]),
            100.0 * number(&game["ball_fraction"]),
            100.0 * number(&game["held_fraction"]),
            number(&game["travelling_per_min"]),
            number(&report["source"]["travelling_per_min"]),
            number(&game["double_dribbles_per_min"]),
            number(&report["source"]["double_dribbles_per_min"]),
        );
    }
}
