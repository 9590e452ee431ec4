//! The search behind `sidestep tune` and `build best --minutes`: settings tried on clips that are held out
//! in turn, and judged at the end on clips that no trial saw.

use anyhow::{Context, Result, anyhow, ensure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep::MethodEntry;
use sidestep_benchmark::{
    FOLDS, Interval, Split, interval, propose, split,
    tunables::{Tunable, tunables, values, with_values},
};
use sidestep_control::{Animate, Start};
use sidestep_measure::{Response, Settings, Source, Subject, champion::Standing};
use sidestep_motion::{Clip, ClipId, MotionLibrary};
use std::{collections::BTreeMap, sync::Arc};

/// Draws starts and turns of trials; the published figures use 1 to 3, `build best` 1001.
const TRIAL_SEED: u64 = 2001;

/// Draw those of the last judgement.
const LAST_SEEDS: std::ops::Range<u64> = 3001..3009;

/// A trial that could not be made stands behind all others.
const FAILED: f32 = 1e6;

/// One trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Trial {
    pub(crate) values: Vec<f64>,
    /// Mean over the folds of how it stands (`sidestep_measure::champion`); less is better.
    pub(crate) rank: f32,
    /// Mean figures over the folds.
    pub(crate) figures: BTreeMap<String, f32>,
    /// Why it could not be made.
    pub(crate) failed: Option<String>,
}

/// A method, a library, and how its clips are held out.
pub(crate) struct Tuning {
    method: &'static MethodEntry,
    config: Value,
    pub(crate) tunables: Vec<Tunable>,
    split: Split,
    folds: Vec<Fold>,
    seed: u64,
}

struct Fold {
    learnt_from: Arc<MotionLibrary>,
    source: Source,
    held_out: MotionLibrary,
}

/// Figures of settings on clips that nothing was chosen by.
pub(crate) type Judgement = BTreeMap<&'static str, Interval>;

impl Tuning {
    /// Ready to try settings of a method.
    pub(crate) fn new(
        method: &'static MethodEntry,
        library: &MotionLibrary,
        seed: u64,
    ) -> Result<Self> {
        let preset =
            method.preset(None).with_context(|| format!("{} has no preset", method.name))?;
        let tunables = tunables(method.name, &preset.config);
        ensure!(!tunables.is_empty(), "nothing of {} can be tuned", method.name);
        let ids = 0..u16::try_from(library.clips().len()).unwrap_or(u16::MAX);
        let clips: Vec<Clip> = ids.map(|id| library.to_clip(ClipId(id))).collect();
        let split = split(&clips).context("the library is too short to hold clips out; 40 s do")?;
        let fold = |number: usize| -> Result<Fold> {
            let learnt_from = of_clips(&split.learnt_from(number))?;
            let source = Source::of(&learnt_from);
            let held_out = of_clips(&split.folds[number])?;
            Ok(Fold { learnt_from: Arc::new(learnt_from), source, held_out })
        };
        let folds = (0..FOLDS).map(fold).collect::<Result<_>>()?;
        Ok(Self { method, config: preset.config, tunables, split, folds, seed })
    }

    /// Whether clips had to be cut for want of clips.
    pub(crate) fn was_cut(&self) -> bool {
        self.split.was_cut
    }

    /// The settings of a trial.
    pub(crate) fn config(&self, trial: &Trial) -> Value {
        with_values(&self.tunables, &trial.values, &self.config)
    }

    /// The next trial after these.
    pub(crate) fn next(&self, trials: &[Trial]) -> Trial {
        let defaults = values(&self.tunables, &self.config);
        let best = best(trials).map_or(&defaults, |best| &trials[best].values);
        let number = (self.seed, trials.len());
        let values = propose(&self.tunables, number, &defaults, best);
        let config = with_values(&self.tunables, &values, &self.config);
        let found: Result<Vec<Response>> =
            self.folds.par_iter().map(|fold| self.on_fold(fold, &config)).collect();
        match found {
            Ok(found) => Trial {
                values,
                rank: mean(&found, |found| Standing::of(found).rank()),
                figures: FIGURES
                    .iter()
                    .map(|(name, of)| ((*name).to_owned(), mean(&found, of)))
                    .collect(),
                failed: None,
            },
            Err(error) => {
                let failed = Some(format!("{error:#}"));
                Trial { values, rank: FAILED, figures: BTreeMap::new(), failed }
            }
        }
    }

    fn on_fold(&self, fold: &Fold, config: &Value) -> Result<Response> {
        let settings = Settings {
            n: 24,
            seed: TRIAL_SEED + self.seed,
            steered_starts: 3,
            steered_secs: 20,
            ..Settings::default()
        };
        self.response(&fold.learnt_from, (&fold.source, &fold.held_out), config, &settings)
    }

    fn response(
        &self,
        library: &Arc<MotionLibrary>,
        (source, starts): (&Source, &MotionLibrary),
        config: &Value,
        settings: &Settings,
    ) -> Result<Response> {
        let built = self.method.build(library, config, &mut |_| {});
        let built = built.map_err(anyhow::Error::from_boxed)?;
        let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
        Ok(sidestep_measure::response(
            &Subject { library: starts, spawn: &spawn },
            source,
            settings,
        ))
    }

    /// The default and the chosen settings, learnt from all that trials saw, from starts that none saw.
    pub(crate) fn judge(&self, chosen: &Trial) -> Result<[Judgement; 2]> {
        let library = Arc::new(of_clips(&self.split.seen())?);
        let (source, starts) = (Source::of(&library), of_clips(&self.split.unseen)?);
        let judged = |config: &Value| -> Result<Judgement> {
            let built = self.method.build(&library, config, &mut |_| {});
            let built = built.map_err(anyhow::Error::from_boxed)?;
            let one = |seed: u64| {
                let spawn = |start: Start<'_>| -> Box<dyn Animate> { built.spawn_from(start) };
                let settings = Settings {
                    n: 20,
                    seed,
                    steered_starts: 2,
                    steered_secs: 20,
                    ..Settings::default()
                };
                let subject = Subject { library: &starts, spawn: &spawn };
                sidestep_measure::response(&subject, &source, &settings)
            };
            let found: Vec<Response> = LAST_SEEDS.into_par_iter().map(one).collect();
            let of = |(name, of): &(&'static str, fn(&Response) -> f32)| {
                let values: Vec<f64> = found.iter().map(|found| f64::from(of(found))).collect();
                Some((*name, interval(&values)?))
            };
            Ok(FIGURES.iter().filter_map(of).collect())
        };
        Ok([judged(&self.config)?, judged(&self.config(chosen))?])
    }
}

/// A figure and what it is called.
type Figure = (&'static str, fn(&Response) -> f32);

/// What is said of a trial.
const FIGURES: [Figure; 7] = [
    ("censored_avg_secs", |found| found.censored_avg_secs),
    ("never_fraction", |found| found.never_fraction),
    ("skate_cm_per_s", |found| found.skate_cm_per_s),
    ("jerk_ratio", |found| found.jerk_ratio),
    ("planted_yaw_deg_per_s", |found| found.looks.feet.shown.planted_yaw_deg_per_s),
    ("swivel_p95_deg", |found| found.looks.feet.shown.swivel_p95_deg),
    ("rank", |found| Standing::of(found).rank()),
];

/// The best of some trials; of equals the first.
pub(crate) fn best(trials: &[Trial]) -> Option<usize> {
    let made = trials.iter().enumerate().filter(|(_, trial)| trial.failed.is_none());
    made.min_by(|a, b| a.1.rank.total_cmp(&b.1.rank)).map(|(number, _)| number)
}

/// The trials that no other one beats in both response and jerk.
pub(crate) fn frontier(trials: &[Trial]) -> Vec<&Trial> {
    let of = |trial: &Trial| {
        let figure = |name: &str| trial.figures.get(name).copied().unwrap_or(f32::INFINITY);
        (figure("censored_avg_secs"), figure("jerk_ratio"))
    };
    let is_beaten = |trial: &Trial| {
        let (secs, jerk) = of(trial);
        trials
            .iter()
            .map(of)
            .any(|other| other.0 <= secs && other.1 <= jerk && other != (secs, jerk))
    };
    trials.iter().filter(|trial| trial.failed.is_none() && !is_beaten(trial)).collect()
}

fn mean(found: &[Response], of: impl Fn(&Response) -> f32) -> f32 {
    sidestep_measure::statistics::mean(&found.iter().map(of).collect::<Vec<f32>>())
}

fn of_clips(clips: &[Clip]) -> Result<MotionLibrary> {
    MotionLibrary::from_clips(clips, &Default::default()).map_err(|error| anyhow!(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of what may be tuned and the settings of methods change apart from each other.
    #[test]
    fn defaults_lie_within_the_ranges_that_are_looked_through() {
        let mut tuned = 0;
        for method in &sidestep::METHODS {
            let config = method.preset(None).unwrap().config;
            let keys = tunables(method.name, &config);
            tuned += usize::from(keys.len() >= 4);
            for (key, value) in keys.iter().zip(values(&keys, &config)) {
                let (least, most) = key.range;
                // Settings are single numbers and may lie a rounding beside an end.
                let spare = 1e-6 * most.abs();
                let is_within = (least - spare..=most + spare).contains(&value);
                assert!(is_within, "{} {} is {value}", method.name, key.pointer);
            }
        }
        assert!(tuned >= 5, "only {tuned} methods have settings to tune");
    }
}
