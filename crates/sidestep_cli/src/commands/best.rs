//! `sidestep build best`: the method and settings that stand best on a library, found by trying.
//!
//! Candidates are tried on inputs that no reported figure uses: another seed draws their starts and
//! turns. The `matching` among them that stands best of those that keep every bar for feet, or else the plain one,
//! is the rival: what is chosen shall be worse than it in nothing. Which one wins is for the library to say; nothing
//! is decided by its name. The few that stand best are tried once more with more changes of direction, because a
//! few hundredths of a second decide; then what lies halfway between the best one and the others.

use crate::{
    args_build::Build,
    commands::{
        candidates::{self, Candidate, between},
        tuning::{self, Tuning},
    },
    files, output,
};
use anyhow::{Context, Result, anyhow, bail};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use sidestep::{BuiltController, MethodEntry};
use sidestep_control::{Animate, Start};
use sidestep_measure::{
    Response, Settings, Source, Subject,
    champion::{Standing, compared, holds_feet},
};
use sidestep_motion::MotionLibrary;
use sidestep_viewer::server::Chooser;
use std::{sync::Arc, time::Instant};
use xxhash_rust::xxh3::xxh3_64;

/// Draws the starts and turns of the trials; the published figures use 1 to 3.
const SEED: u64 = 1001;

/// Changes of direction and long steered runs of each candidate.
const FIRST: (usize, usize) = (150, 8);

/// Those of the candidates that are tried once more, and of the rivals: the jerk of the same settings still
/// differs by 3 % from seed to seed where 16 runs are steered.
const LAST: (usize, usize) = (1000, 48);

/// How many are, and of the rivals beside the plain one.
const FINALISTS: (usize, usize) = (4, 2);

/// How often settings halfway between two are tried.
const BETWEEN: usize = 5;

/// The method that others are held against.
const RIVAL: &str = "matching";

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

/// What one candidate came to.
#[derive(Serialize)]
struct Row {
    method: &'static str,
    settings: String,
    build_secs: f64,
    /// Changes of direction that it was tried with.
    changes: usize,
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
        // The controllers are let go, for some are large.
        let found: Result<Vec<Tried>> =
            some.par_iter().map(|candidate| Ok(trials.of(candidate)?.0)).collect();
        tried.extend(found?);
    }
    observe("trying the best once more", 0.5);
    let trials = Trials { size: LAST, ..trials };
    let rival = find_rival(trials, &mut tried)?;
    let (rival_settings, rival) = (tried[rival].mix.name(), tried[rival].found.clone());
    let mut finals = Finals { trials, rival: &rival, tried, finalists: Vec::new(), best: None };
    finals.hold(&mut |share| observe("trying the best once more", 0.6 + 0.4 * share))?;
    let Finals { tried, best, .. } = finals;
    let (number, controller) = best.ok_or_else(|| anyhow!("there is no candidate"))?;
    let rows = tried.iter().map(|tried| tried.row(&rival)).collect();
    let config = tried[number].config.clone();
    Ok(Choice { controller, config, number, rows, rival_settings, rival })
}

/// Which of those tried is the rival, once the best of the rivals have been tried once more.
fn find_rival(trials: Trials<'_>, tried: &mut [Tried]) -> Result<usize> {
    let rivals = ranked(tried, by_itself).into_iter();
    let mut rivals: Vec<usize> =
        rivals.filter(|number| tried[*number].method.name == RIVAL).collect();
    // The first of all is what everybody gets who asks for nothing.
    let first = rivals.iter().position(|number| *number == 0).map(|place| rivals.remove(place));
    rivals.truncate(FINALISTS.1);
    rivals.extend(first);
    for (number, (again, _)) in trials.all_again(&rivals, tried)? {
        tried[number] = again;
    }
    rivals.sort_by(|a, b| by_itself(&tried[*a]).total_cmp(&by_itself(&tried[*b])));
    let held = rivals.iter().copied().find(|number| holds_feet(&tried[*number].found));
    Ok(held.unwrap_or(0))
}

/// The last trials.
struct Finals<'a> {
    trials: Trials<'a>,
    rival: &'a Response,
    tried: Vec<Tried>,
    /// Those of the tried that took part, the best one first.
    finalists: Vec<usize>,
    best: Option<(usize, BuiltController)>,
}

impl Finals<'_> {
    /// Tries the best once more, and what lies between the best one and the others.
    fn hold(&mut self, observe: &mut dyn FnMut(f32)) -> Result<()> {
        let all = (FINALISTS.0 + BETWEEN) as f32;
        let beside = |tried: &Tried| Standing::beside(&tried.found, self.rival).rank();
        let mut finalists = ranked(&self.tried, beside);
        finalists.truncate(FINALISTS.0);
        for (number, (again, built)) in self.trials.all_again(&finalists, &self.tried)? {
            self.tried[number] = again;
            self.enter(number, built);
        }
        let mut mixed = Vec::new();
        for _ in 0..BETWEEN {
            observe(self.finalists.len() as f32 / all);
            let Some(pair) = self.next_pair(&mixed) else { break };
            mixed.push(pair);
            let [one, other] = [&self.tried[pair.0], &self.tried[pair.1]];
            let (mix, config) = (one.mix.halfway(&other.mix), between(&one.config, &other.config));
            let (found, built) = self.trials.with(one.method, mix, config)?;
            self.tried.push(found);
            self.enter(self.tried.len() - 1, built);
        }
        Ok(())
    }

    /// The best one and the next of its method that it was not mixed with.
    fn next_pair(&self, mixed: &[(usize, usize)]) -> Option<(usize, usize)> {
        let (best, others) = self.finalists.split_first()?;
        let method = |number: usize| self.tried[number].method.name;
        let others = others.iter().filter(|other| method(**other) == method(*best));
        let mut pairs = others.map(|other| (*best, *other));
        pairs.find(|pair| !mixed.contains(pair) && !mixed.contains(&(pair.1, pair.0)))
    }

    /// Takes in one that was tried for the last time.
    fn enter(&mut self, number: usize, built: BuiltController) {
        self.finalists.push(number);
        let order = |number: &usize| {
            // With so many inputs a bar is meant as it is: who keeps all comes before who misses one by a hair.
            let standing = Standing::beside(&self.tried[*number].found, self.rival);
            (!standing.broken.is_empty(), standing.rank())
        };
        self.finalists.sort_by(|a, b| {
            let (a, b) = (order(a), order(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        if self.finalists[0] == number {
            self.best = Some((number, built));
        }
    }
}

/// What settings came to when they were tried for the last time.
struct Tried {
    method: &'static MethodEntry,
    /// Of whose settings they are.
    mix: Mix,
    config: Value,
    build_secs: f64,
    found: Response,
}

impl Tried {
    /// What they came to, beside the rival.
    fn row(&self, rival: &Response) -> Row {
        let Self { method, mix, build_secs, found, .. } = self;
        let standing = Standing::beside(found, rival);
        Row {
            method: method.name,
            settings: mix.name(),
            build_secs: *build_secs,
            changes: found.n,
            censored_avg_secs: found.censored_avg_secs,
            skate_cm_per_s: found.skate_cm_per_s,
            jerk_ratio: found.jerk_ratio,
            swivel_p95_deg: found.looks.feet.shown.swivel_p95_deg,
            nearest_distance: found.nearest_distance,
            rank: standing.rank(),
            broken: standing.broken,
        }
    }
}

/// Settings that have names, and the share of each.
#[derive(Clone, Debug, PartialEq)]
struct Mix(Vec<(&'static str, f32)>);

impl Mix {
    fn of(name: &'static str) -> Self {
        Self(vec![(name, 1.0)])
    }

    /// Half of this one and half of another.
    fn halfway(&self, other: &Self) -> Self {
        let mut parts: Vec<(&'static str, f32)> = Vec::new();
        for (name, share) in self.0.iter().chain(&other.0) {
            match parts.iter_mut().find(|part| part.0 == *name) {
                Some(part) => part.1 += 0.5 * share,
                None => parts.push((name, 0.5 * share)),
            }
        }
        Self(parts)
    }

    fn name(&self) -> String {
        let [(name, _)] = self.0.as_slice() else {
            let part = |(name, share): &(&str, f32)| format!("{:.0} % {name}", 100.0 * share);
            return self.0.iter().map(part).collect::<Vec<_>>().join(" + ");
        };
        (*name).to_owned()
    }
}

/// The numbers of those tried, the one of the least rank first.
fn ranked(tried: &[Tried], rank: impl Fn(&Tried) -> f32) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..tried.len()).collect();
    numbers.sort_by(|a, b| rank(&tried[*a]).total_cmp(&rank(&tried[*b])));
    numbers
}

/// The rank of one that is held against nobody.
fn by_itself(tried: &Tried) -> f32 {
    Standing::of(&tried.found).rank()
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
    let (tuned, built) = trials.with(method, Mix::of("tuned"), config)?;
    let row = tuned.row(&choice.rival);
    if row.rank < choice.rows[choice.number].rank {
        choice.number = choice.rows.len();
        choice.controller = built;
        choice.config = tuned.config;
    }
    choice.rows.push(row);
    Ok(())
}

/// What candidates are tried on.
#[derive(Clone, Copy)]
struct Trials<'a> {
    library: &'a Arc<MotionLibrary>,
    source: &'a Source,
    /// Changes of direction and long steered runs.
    size: (usize, usize),
}

impl Trials<'_> {
    /// What a candidate comes to, and its controller.
    fn of(self, candidate: &Candidate) -> Result<(Tried, BuiltController)> {
        self.with(candidate.entry()?, Mix::of(candidate.settings), candidate.config()?)
    }

    /// What those with these numbers come to, which were tried with fewer inputs.
    fn all_again(
        self,
        numbers: &[usize],
        tried: &[Tried],
    ) -> Result<Vec<(usize, (Tried, BuiltController))>> {
        let again = |number: &usize| {
            let Tried { method, mix, config, .. } = &tried[*number];
            Ok((*number, self.with(method, mix.clone(), config.clone())?))
        };
        numbers.par_iter().map(again).collect()
    }

    /// What settings come to, and the controller.
    fn with(
        self,
        method: &'static MethodEntry,
        mix: Mix,
        config: Value,
    ) -> Result<(Tried, BuiltController)> {
        let begun = Instant::now();
        let built = method.build(self.library, &config, &mut |_| {});
        let built = built.map_err(anyhow::Error::from_boxed)?;
        let build_secs = begun.elapsed().as_secs_f64();
        let found = self.found(&built);
        Ok((Tried { method, mix, config, build_secs, found }, built))
    }

    fn found(self, built: &BuiltController) -> Response {
        let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
        let subject = Subject { library: self.library, spawn: &spawn };
        let (n, steered_starts) = self.size;
        let settings = Settings { n, seed: SEED, steered_starts, ..Settings::default() };
        sidestep_measure::response(&subject, self.source, &settings)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_say_how_much_is_of_whom() {
        let [calm, sure] = ["calm", "sure"].map(Mix::of);
        let half = calm.halfway(&sure);
        assert_eq!(half.name(), "50 % calm + 50 % sure");
        assert_eq!(calm.halfway(&half).name(), "75 % calm + 25 % sure");
        assert_eq!(half.halfway(&Mix::of("even")).name(), "25 % calm + 25 % sure + 50 % even");
        assert_eq!(calm.halfway(&calm).name(), "calm");
    }
}
