//! Making the cells of a benchmark: in parallel, each kept in a file of its own as soon as it is done.

use crate::{
    commands::{benchmark_entries::Entry, loaded::Loaded},
    files, output,
};
use anyhow::Result;
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use sidestep::BuiltController;
use sidestep_benchmark::{Cell, CellKey, CellsOf, Cost, Input, Picture, Row, judge_takes, rows_of};
use sidestep_control::{Ability, Animate, Start};
use sidestep_measure::{
    CostHooks, GaitFigures, Pushed, Settings, Subject, Trace, statistics::mean,
};
use sidestep_motion::{Clip, GroundTransform, resample};
use sidestep_picture::{FilmStripOptions, Layout, film_strip};
use sidestep_push::PushConfig;
use std::{
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

/// Inputs by which settings are compared.
const COMPARED_BY: [&str; 3] = ["direction steps", "random player", "line"];

/// The input and the stretch of its first take of which strips are drawn, in seconds.
const STRIP: (&str, (f64, f64)) = ("direction steps", (2.6, 6.4));

/// How much is measured, and where it is kept.
pub(crate) struct Bench<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) inputs: &'a [&'static Input],
    pub(crate) seeds: &'a [u64],
    pub(crate) takes: usize,
    /// No cell is begun later than this.
    pub(crate) stop_secs: Option<f64>,
    pub(crate) begun: Instant,
}

/// What came of it.
pub(crate) struct Found {
    pub(crate) rows: Vec<Row>,
    pub(crate) pictures: Vec<Picture>,
    pub(crate) made: usize,
    pub(crate) reused: usize,
    pub(crate) left: usize,
}

/// How far it is.
struct Counts<'a> {
    made: AtomicUsize,
    reused: AtomicUsize,
    left: AtomicUsize,
    bar: &'a ProgressBar,
}

/// Makes every cell that is not there yet.
pub(crate) fn run_all(bench: &Bench<'_>, libraries: &[Loaded], entries: &[Entry]) -> Result<Found> {
    let contests: Vec<Contest<'_>> = libraries
        .iter()
        .flat_map(|library| entries.iter().map(move |entry| (library, entry)))
        .filter(|(library, entry)| entry.library.as_ref().is_none_or(|it| *it == library.name))
        .map(|(library, entry)| Contest { bench, library, entry, built: OnceLock::new() })
        .collect();
    let cells: usize = contests.iter().map(|contest| contest.inputs().len()).sum();
    let bar = output::progress(cells * bench.seeds.len(), "cells");
    let zero = AtomicUsize::default;
    let counts = Counts { made: zero(), reused: zero(), left: zero(), bar: &bar };
    let done: Vec<(Vec<Row>, Option<Picture>)> =
        contests.into_par_iter().map(|contest| contest.run(&counts)).collect::<Result<_>>()?;
    bar.finish_and_clear();
    let (rows, pictures): (Vec<Vec<Row>>, Vec<Option<Picture>>) = done.into_iter().unzip();
    Ok(Found {
        rows: rows.into_iter().flatten().collect(),
        pictures: pictures.into_iter().flatten().collect(),
        made: counts.made.into_inner(),
        reused: counts.reused.into_inner(),
        left: counts.left.into_inner(),
    })
}

/// One entry on one library.
struct Contest<'a> {
    bench: &'a Bench<'a>,
    library: &'a Loaded,
    entry: &'a Entry,
    /// Built when the first cell is made: who finds all cells made needs none.
    built: OnceLock<Result<Built, String>>,
}

struct Built {
    controller: BuiltController,
    pushable: Option<BuiltController>,
    build_secs: f64,
}

impl Contest<'_> {
    fn inputs(&self) -> Vec<&'static Input> {
        let is_run =
            |input: &&&'static Input| self.entry.is_whole || COMPARED_BY.contains(&input.name);
        self.bench.inputs.iter().filter(is_run).copied().collect()
    }

    fn run(&self, counts: &Counts<'_>) -> Result<(Vec<Row>, Option<Picture>)> {
        let inputs = self.inputs();
        let wanted: Vec<(usize, u64)> = (0..inputs.len())
            .flat_map(|input| self.bench.seeds.iter().map(move |seed| (input, *seed)))
            .collect();
        let cells: Vec<Option<Cell>> = wanted
            .par_iter()
            .map(|(input, seed)| self.cell(inputs[*input], *seed, counts))
            .collect::<Result<_>>()?;
        let cost = self.cost()?;
        let groups: Vec<CellsOf<'_>> = inputs
            .iter()
            .enumerate()
            .filter_map(|(number, input)| {
                let of_input = wanted.iter().zip(&cells).filter(|((input, _), _)| *input == number);
                let cells: Option<Vec<Cell>> = of_input.map(|(_, cell)| cell.clone()).collect();
                Some(CellsOf {
                    library: &self.library.name,
                    method: self.entry.method.name,
                    settings: &self.entry.settings,
                    input: input.name,
                    // A row waits for all its seeds.
                    cells: cells?,
                    cost,
                })
            })
            .collect();
        Ok((rows_of(&groups), self.picture()?))
    }

    fn key<'k>(&'k self, input: &'k str, seed: u64, trace: Option<&'k Trace>) -> CellKey<'k> {
        CellKey {
            library: self.library.checksum,
            method: (self.entry.method.name, self.entry.method.version),
            settings: &self.entry.config,
            trace,
            input,
            seed,
        }
    }

    fn path(&self, key: &CellKey<'_>) -> PathBuf {
        self.bench.folder.join("cells").join(key.file_name())
    }

    fn is_late(&self) -> bool {
        let since = self.bench.begun.elapsed().as_secs_f64();
        self.bench.stop_secs.is_some_and(|stop| since > stop)
    }

    /// A cell from its file, or made and kept; `None` where time is over.
    fn cell(&self, input: &Input, seed: u64, counts: &Counts<'_>) -> Result<Option<Cell>> {
        let trace = input.trace(&self.library.actor, seed, self.bench.takes);
        let path = self.path(&self.key(input.name, seed, trace.as_ref()));
        counts.bar.inc(1);
        if let Some(cell) = kept(&path) {
            counts.reused.fetch_add(1, Ordering::Relaxed);
            return Ok(Some(cell));
        }
        if self.is_late() {
            counts.left.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        }
        let cell = self.make(input, seed, trace.as_ref());
        keep(&path, &cell)?;
        counts.made.fetch_add(1, Ordering::Relaxed);
        Ok(Some(cell))
    }

    fn built(&self) -> Result<&Built, String> {
        let build = || {
            let begun = Instant::now();
            let method = self.entry.method;
            let built = method.build(&self.library.library, &self.entry.config, &mut |_| {});
            let controller = built.map_err(|error| format!("not built: {error}"))?;
            let build_secs = begun.elapsed().as_secs_f64();
            let pushable = controller.pushable(PushConfig::default());
            Ok(Built { controller, pushable, build_secs })
        };
        self.built.get_or_init(build).as_ref().map_err(Clone::clone)
    }

    fn make(&self, input: &Input, seed: u64, trace: Option<&Trace>) -> Cell {
        let Some(trace) = trace else {
            return Cell::cannot("the library does not hold what is asked for");
        };
        let built = match self.built() {
            Ok(built) => built,
            Err(reason) => return Cell::cannot(reason),
        };
        let controller = match (input.needs, &built.pushable) {
            (Ability::Push, None) => return Cell::cannot("it cannot be pushed"),
            (Ability::Push, Some(pushable)) => pushable,
            _ => &built.controller,
        };
        let spawn = || controller.spawn(GroundTransform::IDENTITY);
        let mut cell = judge_takes(input, trace, &spawn, &self.library.source);
        self.measure_beside(&mut cell, input.needs, controller, seed);
        cell
    }

    /// Adds what only a measure of its own can tell.
    fn measure_beside(
        &self,
        cell: &mut Cell,
        needs: Ability,
        controller: &BuiltController,
        seed: u64,
    ) {
        let spawn = |start: Start<'_>| -> Box<dyn Animate> { controller.spawn_from(start) };
        let (library, source) = (&*self.library.library, &self.library.source);
        let subject = Subject { library, spawn: &spawn };
        let n = 5 * self.bench.takes;
        let settings = Settings { n, seed, steered_starts: 1, ..Settings::default() };
        let mut add = |name: &str, value: f32| {
            cell.whole.insert(name.to_owned(), f64::from(value));
        };
        match needs {
            Ability::Gait if cell.cannot.is_none() => {
                let found = sidestep_measure::gait(&subject, &settings);
                let of = |figure: fn(&GaitFigures) -> f32| {
                    mean(&found.gaits.iter().map(figure).collect::<Vec<f32>>())
                };
                add("gait_reached_fraction", of(|gait| gait.reached_fraction));
                add("gait_change_avg_secs", of(|gait| gait.change_avg_secs));
            }
            Ability::Push if cell.cannot.is_none() => {
                let found = sidestep_measure::push(&subject, source, &settings, Pushed::Steered);
                add("push_recovered_fraction", found.recovered_fraction);
                add("push_recovery_avg_secs", found.recovery_avg_secs);
            }
            Ability::Obstacles => {
                let found = sidestep_measure::steer_to_avoid(&subject, source, &settings);
                add("avoid_arrived_fraction", found.arrived_fraction);
                add("avoid_clear_fraction", found.clear_fraction);
            }
            _ => {}
        }
    }

    /// What it costs, from its file or taken now; `None` where it cannot be built.
    fn cost(&self) -> Result<Option<Cost>> {
        let path = self.path(&self.key("cost", 0, None));
        if let Some(cost) = kept(&path) {
            return Ok(Some(cost));
        }
        if self.is_late() {
            return Ok(None);
        }
        let Ok(built) = self.built() else { return Ok(None) };
        let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.controller.spawn_from(start) };
        let subject = Subject { library: &self.library.library, spawn: &spawn };
        let start = cpu_time::ThreadTime::now();
        let hooks = CostHooks {
            cpu_secs: &|| start.elapsed().as_secs_f64(),
            allocations: &|| Some(sidestep_allocations::count()),
        };
        let settings = Settings::default();
        let found = sidestep_measure::cost(&subject, &self.library.source, &settings, hooks);
        let cost = Cost {
            build_secs: built.build_secs,
            step_us: found.step_us,
            controller_bytes: found.controller_bytes,
        };
        keep(&path, &cost)?;
        Ok(Some(cost))
    }

    /// The moment that is shown of every method, from its file or drawn now.
    fn picture(&self) -> Result<Option<Picture>> {
        let input = sidestep_benchmark::input(STRIP.0);
        let trace = input.and_then(|input| input.trace(&self.library.actor, 1, 1));
        let Some(trace) = trace.filter(|_| self.entry.settings.is_empty()) else {
            return Ok(None);
        };
        let path = self.path(&self.key("strip", 1, Some(&trace)));
        let entry = self.entry.method.name.to_owned();
        let library = self.library.name.clone();
        if let Some(svg) = kept::<String>(&path) {
            return Ok(Some(Picture { library, entry, svg }));
        }
        let built = match self.built() {
            Ok(built) if !self.is_late() => built,
            _ => return Ok(None),
        };
        let mut character = built.controller.spawn(GroundTransform::IDENTITY);
        let clip = trace.takes[0].script.record(&mut *character, 30.0);
        let (from, to) = STRIP.1;
        let clip = Clip { name: entry.clone(), ..resample::trim(&clip, from, to) };
        let options = FilmStripOptions {
            width: 720.0,
            layout: Layout::Strip,
            figures: Some(6),
            ..Default::default()
        };
        let svg = film_strip(&clip, &options).to_string();
        keep(&path, &json!(svg))?;
        Ok(Some(Picture { library, entry, svg }))
    }
}

/// What a file holds, where there is one that can be read.
fn kept<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

fn keep(path: &Path, value: &impl Serialize) -> Result<()> {
    files::write(path, serde_json::to_string(value)?.as_bytes())
}
