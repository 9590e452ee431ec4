//! Trials of `build best`: what settings of a method come to on a library.

use crate::commands::candidates::Candidate;
use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use sidestep::{BuiltController, MethodEntry};
use sidestep_control::{Animate, Start};
use sidestep_measure::{Response, Settings, Source, Subject, champion::Standing};
use sidestep_motion::MotionLibrary;
use std::{sync::Arc, time::Instant};

/// Draws the starts and turns of the trials; the published figures use 1 to 3.
pub(crate) const SEED: u64 = 1001;

/// What settings of a method came to.
pub(crate) struct Tried {
    pub(crate) method: &'static MethodEntry,
    /// What the settings are called.
    pub(crate) settings: String,
    pub(crate) config: Value,
    pub(crate) build_secs: f64,
    pub(crate) found: Response,
}

/// What one candidate came to, for the report.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) method: &'static str,
    pub(crate) settings: String,
    pub(crate) build_secs: f64,
    /// Changes of direction that it was tried with.
    pub(crate) changes: usize,
    pub(crate) censored_avg_secs: f32,
    pub(crate) skate_cm_per_s: f32,
    pub(crate) jerk_ratio: f32,
    pub(crate) swivel_p95_deg: f32,
    pub(crate) nearest_distance: f32,
    pub(crate) broken: Vec<String>,
    pub(crate) rank: f32,
}

impl Tried {
    /// How it stands beside the rival.
    pub(crate) fn beside(&self, rival: &Response) -> Standing {
        Standing::beside(&self.found, rival)
    }

    /// The rank of one that is held against nobody.
    pub(crate) fn by_itself(&self) -> f32 {
        Standing::of(&self.found).rank()
    }

    /// What they came to, beside the rival.
    pub(crate) fn row(&self, rival: &Response) -> Row {
        let Self { method, settings, build_secs, found, .. } = self;
        let standing = self.beside(rival);
        Row {
            method: method.name,
            settings: settings.clone(),
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

/// The numbers of all, the one of the least rank first.
pub(crate) fn ranked<T>(all: &[T], rank: impl Fn(&T) -> f32) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..all.len()).collect();
    numbers.sort_by(|a, b| rank(&all[*a]).total_cmp(&rank(&all[*b])));
    numbers
}

/// What candidates are tried on.
#[derive(Clone, Copy)]
pub(crate) struct Trials<'a> {
    pub(crate) library: &'a Arc<MotionLibrary>,
    pub(crate) source: &'a Source,
    /// Changes of direction and long steered runs.
    pub(crate) size: (usize, usize),
}

impl Trials<'_> {
    /// What some candidates come to. Their controllers are let go, for some are large.
    pub(crate) fn of(self, candidates: &[Candidate]) -> Result<Vec<Tried>> {
        let of = |candidate: &Candidate| {
            let settings = candidate.settings.to_owned();
            Ok(self.with(candidate.entry()?, settings, candidate.config()?)?.0)
        };
        candidates.par_iter().map(of).collect()
    }

    /// What those with these numbers come to, which were tried with fewer inputs.
    pub(crate) fn again(
        self,
        numbers: &[usize],
        tried: &[Tried],
    ) -> Result<Vec<(usize, (Tried, BuiltController))>> {
        let again = |number: &usize| {
            let Tried { method, settings, config, .. } = &tried[*number];
            Ok((*number, self.with(method, settings.clone(), config.clone())?))
        };
        numbers.par_iter().map(again).collect()
    }

    /// What settings come to, and the controller.
    pub(crate) fn with(
        self,
        method: &'static MethodEntry,
        settings: String,
        config: Value,
    ) -> Result<(Tried, BuiltController)> {
        let begun = Instant::now();
        let built = method.build(self.library, &config, &mut |_| {});
        let built = built.map_err(anyhow::Error::from_boxed)?;
        let build_secs = begun.elapsed().as_secs_f64();
        let found = self.found(&built);
        Ok((Tried { method, settings, config, build_secs, found }, built))
    }

    fn found(self, built: &BuiltController) -> Response {
        let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
        let subject = Subject { library: self.library, spawn: &spawn };
        let (n, steered_starts) = self.size;
        let settings = Settings { n, seed: SEED, steered_starts, ..Settings::default() };
        sidestep_measure::response(&subject, self.source, &settings)
    }
}
