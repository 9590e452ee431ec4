//! `sidestep measure`: one benchmark for every controller.

use crate::{
    allocations,
    args::{Measure, What},
    files, output,
};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sidestep::BuiltController;
use sidestep_control::{Animate, Character, Controller, Start};
use sidestep_features::{FeatureTable, IndexConfig, NearestIndex, PoseMetric, measure_search};
use sidestep_measure::{CostHooks, Settings, Source, Subject};
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{MotionField, Recall};
use sidestep_push::{PushConfig, Pushable};
use std::sync::Arc;

/// Runs the command.
pub(crate) fn run(args: &Measure) -> Result<()> {
    let spinner = output::spinner("measuring");
    let figures = match args.what {
        What::Search => search(args),
        _ => measure_controller(args),
    };
    spinner.finish_and_clear();
    tell(args.json, &figures?)
}

fn measure_controller(args: &Measure) -> Result<Value> {
    let controller = sidestep::decode_controller(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let library = controller.library();
    let pushable = matches!(args.what, What::Push).then(|| pushable(&controller));
    let spawn = |start: Start<'_>| -> Box<dyn Animate> {
        match &pushable {
            Some(spawn) => spawn(start),
            None => controller.spawn_from(start),
        }
    };
    let subject = Subject { library, spawn: &spawn };
    let source = Source::of(library);
    let defaults = Settings::default();
    let settings = Settings { n: args.n.unwrap_or(defaults.n), seed: args.seed, ..defaults };
    let figures = match args.what {
        What::Response => json!(sidestep_measure::response(&subject, &source, &settings)),
        What::Line => json!(sidestep_measure::line(&subject, &source, &settings)),
        What::SpeedTask => json!(sidestep_measure::speed_task(&subject, &source, &settings)),
        What::Passive => json!(sidestep_measure::passive(&subject, &source, &settings)),
        What::Chaos => json!(sidestep_measure::chaos(&subject, &source, &settings)),
        What::Push => json!(sidestep_measure::push(&subject, &source, &settings)),
        What::Transitions => json!(sidestep_measure::transitions(&subject, &source, &settings)),
        What::Cost => {
            let start = cpu_time::ThreadTime::now();
            let hooks = CostHooks {
                cpu_secs: &|| start.elapsed().as_secs_f64(),
                allocations: &|| Some(allocations::count()),
            };
            let mut cost = sidestep_measure::cost(&subject, &source, &settings, hooks);
            if let BuiltController::MotionField(field) = &controller {
                cost.search_recall = search_recall(field, &subject, &source, &settings);
            }
            json!(cost)
        }
        What::Search => anyhow::bail!("a search is measured on a library, not on a controller"),
    };
    Ok(figures)
}

/// Part of the true neighbours that the searches of a steered character find, where it mixes them.
fn search_recall(
    field: &Arc<MotionField>,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Option<f64> {
    let mut recall = Recall::default();
    sidestep_measure::watch_steered(field, subject, source, settings, &mut |character| {
        recall += field.recall(character.memory());
    });
    recall.share()
}

type Spawn = Box<dyn Fn(Start<'_>) -> Box<dyn Animate>>;

/// Makes characters of a controller that feel pushes.
fn pushable(controller: &BuiltController) -> Spawn {
    fn spawn<C: Controller>(inner: &Arc<C>, library: &MotionLibrary) -> Spawn {
        let pushable = Arc::new(Pushable::new(inner, library, PushConfig::default()));
        Box::new(move |start| Box::new(Character::new(&pushable, start)))
    }
    let library = controller.library();
    match controller {
        BuiltController::ClipPlayer(player) => spawn(player, library),
        BuiltController::MotionMatcher(matcher) => spawn(matcher, library),
        BuiltController::MotionField(field) => spawn(field, library),
    }
}

/// Times the search for neighbours by the distance of the motion-field paper, eq. 1.
fn search(args: &Measure) -> Result<Value> {
    let library = sidestep::decode_library(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    let space = PoseMetric::paper().space(library.skeleton(), library.rate_hz())?;
    let table = FeatureTable::from_library(&library, &space)?;
    let index = NearestIndex::build(table.values(), table.dims(), IndexConfig::default())?;
    let start = cpu_time::ThreadTime::now();
    let mut clock = || start.elapsed().as_secs_f64();
    let found = measure_search(&index, args.k, args.n.unwrap_or(1500), &mut clock);
    Ok(json!({
        "states": found.states,
        "dims": found.dims,
        "exact_us": found.exact_us,
        "batch_us": found.batch_us,
        "brute_us": found.brute_us,
        "recall": found.recall,
    }))
}

/// Prints the figures as JSON, or as one line each for a person.
fn tell(json: bool, figures: &Value) -> Result<()> {
    output::report(json, figures, |figures| {
        for (name, figure) in figures.as_object().into_iter().flatten() {
            eprintln!("{name:>28}  {figure}");
        }
    })
}
