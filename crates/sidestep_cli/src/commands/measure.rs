//! `sidestep measure`: one benchmark for every controller.

use crate::{
    allocations,
    args::{Measure, What},
    files, output,
};
use anyhow::{Context, Result};
use serde::Serialize;
use sidestep_control::{Animate, Start};
use sidestep_features::{FeatureTable, IndexConfig, NearestIndex, PoseMetric, measure_search};
use sidestep_measure::{CostHooks, Settings, Source, Subject};

/// Runs the command.
pub(crate) fn run(args: &Measure) -> Result<()> {
    match args.what {
        What::Search => search(args),
        _ => measure_controller(args),
    }
}

fn measure_controller(args: &Measure) -> Result<()> {
    let controller = sidestep::decode_controller(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let library = controller.library();
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { controller.spawn_from(start) };
    let subject = Subject { library, spawn: &spawn };
    let source = Source::of(library);
    let defaults = Settings::default();
    let settings = Settings { n: args.n.unwrap_or(defaults.n), seed: args.seed, ..defaults };
    match args.what {
        What::Response => tell(args, &sidestep_measure::response(&subject, &source, &settings)),
        What::Line => tell(args, &sidestep_measure::line(&subject, &source, &settings)),
        What::SpeedTask => tell(args, &sidestep_measure::speed_task(&subject, &source, &settings)),
        What::Passive => tell(args, &sidestep_measure::passive(&subject, &source, &settings)),
        What::Chaos => tell(args, &sidestep_measure::chaos(&subject, &source, &settings)),
        What::Transitions => {
            tell(args, &sidestep_measure::transitions(&subject, &source, &settings))
        }
        What::Cost => {
            let start = cpu_time::ThreadTime::now();
            let hooks = CostHooks {
                cpu_secs: &|| start.elapsed().as_secs_f64(),
                allocations: &|| Some(allocations::count()),
            };
            tell(args, &sidestep_measure::cost(&subject, &source, &settings, hooks))
        }
        What::Search => search(args),
    }
}

/// Times the search for neighbours by the distance of the motion-field paper, eq. 1.
fn search(args: &Measure) -> Result<()> {
    #[derive(Serialize)]
    struct Figures {
        states: usize,
        dims: usize,
        exact_us: f64,
        batch_us: f64,
        brute_us: f64,
        recall: f64,
    }
    let library = sidestep::decode_library(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let space = PoseMetric::paper().space(library.skeleton(), library.rate_hz())?;
    let table = FeatureTable::from_library(&library, &space)?;
    let index = NearestIndex::build(table.values(), table.dims(), IndexConfig::default())?;
    let start = cpu_time::ThreadTime::now();
    let mut clock = || start.elapsed().as_secs_f64();
    let found = measure_search(&index, args.k, args.n.unwrap_or(1500), &mut clock);
    tell(
        args,
        &Figures {
            states: found.states,
            dims: found.dims,
            exact_us: found.exact_us,
            batch_us: found.batch_us,
            brute_us: found.brute_us,
            recall: found.recall,
        },
    )
}

/// Prints the figures as JSON, or as one line each for a person.
fn tell<T: Serialize>(args: &Measure, figures: &T) -> Result<()> {
    let value = serde_json::to_value(figures)?;
    output::report(args.json, &value, |value| {
        for (name, figure) in value.as_object().into_iter().flatten() {
            eprintln!("{name:>28}  {figure}");
        }
    })
}
