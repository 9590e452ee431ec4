//! `sidestep train`: learns a character, and tells how it goes.

use crate::{
    args_learn::{Train, TrainDevice},
    files, output,
};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep::{BuiltController, encode_controller};
use sidestep_augment::{AugmentConfig, Episodes};
use sidestep_learn::{LearnConfig, Learner};
use sidestep_measure::{Feasible, Reach, Settings, Source, Subject, reach};
use sidestep_motion::MotionLibrary;
use sidestep_neural::{Neural, NeuralConfig, NeuralController};
use sidestep_train::{Device, TERM_NAMES};
use std::{
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Updates between two looks at the clock.
const CHUNK: u64 = 50;

/// What one look at the training tells.
#[derive(Clone, Debug, Serialize)]
struct Look {
    update: u64,
    secs: f64,
    loss: f64,
    terms: Vec<(String, f64)>,
    /// What the character did; told a little later than the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<Reach>,
}

/// What the command reports.
#[derive(Debug, Serialize)]
struct Told {
    machine: String,
    updates: u64,
    frames_learnt: u64,
    wall_secs: f64,
    updates_per_sec: f64,
    looks: Vec<Look>,
}

/// Runs the command.
pub(crate) fn run(args: &Train) -> Result<()> {
    let config = config(args)?;
    if args.print_config {
        let text = toml::to_string(&config)?;
        std::io::Write::write_all(&mut std::io::stdout(), text.as_bytes())?;
        return Ok(());
    }
    let start = Instant::now();
    let load = |path: &std::path::Path| -> Result<MotionLibrary> {
        sidestep::decode_library(files::map(path)?)
            .with_context(|| format!("cannot use {}", path.display()))
    };
    let library = load(&args.library)?;
    let held_out = match &args.held_out {
        Some(path) => load(path)?,
        None => library.clone(),
    };
    let device = match args.device {
        TrainDevice::Cpu => Device::Cpu,
        TrainDevice::Cuda => Device::Cuda,
    };
    let watcher = Watcher::new(held_out, &library, args.look_targets)?;
    let mut learner = begun(&library, &config, device, args)?;
    eprintln!("{} frames of episodes, on {}", learner.frames(), learner.machine());
    if let Some(minutes) = args.minutes {
        plan(&mut learner, minutes, start)?;
    }
    let told = train(learner, &watcher, args, start)?;
    output::report(args.json, &told, |told| {
        eprintln!("{} updates, {:.1} a second", told.updates, told.updates_per_sec);
    })
}

fn config(args: &Train) -> Result<LearnConfig> {
    let text = match &args.config {
        Some(path) => String::from_utf8(files::read(path)?)?,
        None => String::new(),
    };
    let mut table: toml::Table = text.parse().context("the settings are not TOML")?;
    for setting in &args.set {
        lay_over(&mut table, said(setting)?);
    }
    table.try_into().context("these settings are not known")
}

/// A setting of the command line; a word needs no quotes there.
fn said(setting: &str) -> Result<toml::Table> {
    let quoted = || {
        let (key, word) = setting.split_once('=')?;
        let is_word = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        format!("{key} = \"{word}\"").parse().ok().filter(|_| is_word)
    };
    let read: Result<toml::Table, _> = setting.parse();
    match read.as_ref().err().and_then(|_| quoted()) {
        Some(table) => Ok(table),
        None => read.with_context(|| format!("--set {setting} is not KEY=VALUE")),
    }
}

fn lay_over(table: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(over)) => lay_over(below, over),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

fn begun<'a>(
    library: &'a MotionLibrary,
    config: &LearnConfig,
    device: Device,
    args: &Train,
) -> Result<Learner<'a>> {
    let mut learner = Learner::new(library, config, device)?;
    if let Some(path) = &args.resume {
        learner
            .resume(&files::read(path)?)
            .with_context(|| format!("cannot go on from {}", path.display()))?;
    }
    Ok(learner)
}

/// Finds out how many updates there is time for, and plans the learning rate for them.
fn plan(learner: &mut Learner<'_>, minutes: f32, start: Instant) -> Result<()> {
    learner.learn(CHUNK)?;
    let began = Instant::now();
    learner.learn(3 * CHUNK)?;
    let each = began.elapsed().as_secs_f64() / (3 * CHUNK) as f64;
    let left = f64::from(minutes) * 60.0 - start.elapsed().as_secs_f64();
    // Making the data anew and looking at the character takes some of it.
    learner.plan(learner.update_count() + (0.95 * left / each).max(1.0) as u64);
    eprintln!("{:.1} updates/s: {} updates planned", 1.0 / each, learner.config().updates);
    Ok(())
}

fn train(
    mut learner: Learner<'_>,
    watcher: &Watcher,
    args: &Train,
    start: Instant,
) -> Result<Told> {
    let config = learner.config().clone();
    let first = learner.update_count();
    let limit = args.minutes.map(|minutes| Duration::from_secs_f32(minutes * 60.0));
    let is_over = |learner: &Learner<'_>| {
        learner.update_count() >= learner.config().updates
            || limit.is_some_and(|limit| start.elapsed() > limit)
    };
    let (began, mut looks, mut watching) = (Instant::now(), Vec::new(), Vec::new());
    while !is_over(&learner) {
        let mut report = learner.learn(CHUNK)?;
        while !is_over(&learner) && learner.update_count() % args.look_every >= CHUNK {
            report = learner.learn(CHUNK)?;
        }
        let terms = TERM_NAMES.iter().map(|name| (*name).to_owned()).zip(report.terms);
        looks.push(Look {
            update: learner.update_count(),
            secs: start.elapsed().as_secs_f64(),
            loss: report.loss,
            terms: terms.filter(|(_, value)| *value != 0.0).collect(),
            reach: None,
        });
        let character = Arc::new(learner.character(NeuralConfig::default())?);
        files::write(
            &args.output,
            &encode_controller(&BuiltController::of::<Neural>(Arc::clone(&character))),
        )?;
        if let Some(path) = &args.checkpoint {
            files::write(path, &learner.checkpoint()?)?;
        }
        tell(looks.last());
        watching.push((looks.len() - 1, watcher.watch(character)));
        gather(&mut watching, &mut looks, false);
        if let Some(limit) = limit {
            let each = began.elapsed().as_secs_f64() / (learner.update_count() - first) as f64;
            let left = limit.saturating_sub(start.elapsed()).as_secs_f64();
            learner.plan(learner.update_count() + (left / each).max(1.0) as u64);
        }
    }
    let secs = began.elapsed().as_secs_f64();
    gather(&mut watching, &mut looks, true);
    let updates = learner.update_count() - first;
    if let Some(path) = &args.curves {
        crate::curves::draw(path, &curves(&looks))?;
    }
    Ok(Told {
        machine: learner.machine(),
        updates,
        frames_learnt: updates * (config.batch * config.steps) as u64,
        wall_secs: start.elapsed().as_secs_f64(),
        updates_per_sec: updates as f64 / secs,
        looks,
    })
}

fn tell(look: Option<&Look>) {
    let Some(Look { update, secs, loss, terms, .. }) = look else { return };
    let terms: Vec<String> =
        terms.iter().map(|(name, value)| format!("{name} {value:.4}")).collect();
    eprintln!("{update:>8}  {secs:>6.0} s  loss {loss:.4}  ({})", terms.join(", "));
}

/// Takes what is known of the characters that are being looked at.
fn gather(watching: &mut Vec<(usize, JoinHandle<Reach>)>, looks: &mut [Look], wait: bool) {
    let (ready, rest) = watching.drain(..).partition(|(_, thread)| wait || thread.is_finished());
    *watching = rest;
    for (index, thread) in Vec::from_iter::<Vec<(usize, JoinHandle<Reach>)>>(ready) {
        let Ok(reach) = thread.join() else { continue };
        eprintln!(
            "{:>8}  target {:.2} m (mean {:.2}, ways {:.2}), {:.0} % there, facing {:.0}°, timing {:.2} s, \
             untimed {:.1} s ({:.0} %); liveliness {:.2}, contact {:.2} of {:.2} ({:.2} at these speeds), skate {:.1} ({:.1} unlocked)",
            looks[index].update,
            reach.position_error_m,
            reach.position_error_mean_m,
            reach.way_error_m,
            100.0 * reach.within_fraction,
            reach.facing_error_deg,
            reach.timing_error_secs,
            reach.untimed_secs,
            100.0 * reach.untimed_reached_fraction,
            reach.liveliness,
            reach.contact_fraction,
            reach.source_contact_fraction,
            reach.source_contact_at_speeds,
            reach.skate_cm_per_s,
            reach.skate_before_ik_cm_per_s,
        );
        looks[index].reach = Some(reach);
    }
}

/// The curves of a training, by name.
fn curves(looks: &[Look]) -> Vec<(&'static str, Vec<(f64, f64)>)> {
    let of = |value: &dyn Fn(&Look) -> Option<f64>| {
        looks.iter().filter_map(|look| Some((look.update as f64, value(look)?))).collect()
    };
    let reach = |value: fn(&Reach) -> f32| {
        move |look: &Look| look.reach.as_ref().map(|reach| f64::from(value(reach)))
    };
    vec![
        ("loss", of(&|look| Some(look.loss))),
        ("target error (m)", of(&reach(|reach| reach.position_error_m))),
        ("liveliness", of(&reach(|reach| reach.liveliness))),
    ]
}

/// Looks at characters while the training goes on.
struct Watcher {
    library: Arc<MotionLibrary>,
    source: Arc<Source>,
    feasible: Arc<Feasible>,
    settings: Settings,
}

impl Watcher {
    fn new(held_out: MotionLibrary, library: &MotionLibrary, n: usize) -> Result<Self> {
        let episodes = Episodes::new(library, &AugmentConfig::default())?;
        let augmented = episodes.library(1, 0..episodes.count_for(0.5) as u64)?;
        Ok(Self {
            source: Arc::new(Source::of(&held_out)),
            library: Arc::new(held_out),
            feasible: Arc::new(Feasible::of(&augmented, 1)),
            settings: Settings { n, ..Settings::default() },
        })
    }

    fn watch(&self, controller: Arc<NeuralController>) -> JoinHandle<Reach> {
        let (library, source) = (Arc::clone(&self.library), Arc::clone(&self.source));
        let (feasible, settings) = (Arc::clone(&self.feasible), self.settings);
        std::thread::spawn(move || {
            let built = BuiltController::of::<Neural>(controller);
            let spawn = |start: sidestep_control::Start<'_>| built.spawn_from(start);
            let subject = Subject { library: &library, spawn: &spawn };
            reach(&subject, &source, &feasible, &settings)
        })
    }
}
