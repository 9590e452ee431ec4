//! `sidestep measure`: one benchmark for every controller.

use crate::{
    args_measure::{Measure, What},
    commands::{capability, clip_control, crowd, export, growth, inference, paper_tables},
    files, output,
    push_settings::pushable,
};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use sidestep::BuiltController;
use sidestep_augment::{AugmentConfig, Episodes};
use sidestep_control::{Animate, Method, Start};
use sidestep_features::{FeatureTable, IndexConfig, NearestIndex, PoseMetric, measure_search};
use sidestep_measure::{CostHooks, Feasible, Pushed, Settings, Source, Subject, Targets};
use sidestep_mobility_map::MobilityMap;
use sidestep_motion::MotionLibrary;
use sidestep_motion_field::{MotionField, Recall};
use sidestep_neural::{BallKind, Neural, NeuralConfig, NeuralController};
use std::{path::Path, sync::Arc};

/// Episodes that tell which targets can be asked for.
const FEASIBLE_HOURS: f32 = 1.0;

/// Their seed, and that of the stretches drawn from them.
const FEASIBLE_SEED: u64 = 1;

/// Runs the command.
pub(crate) fn run(args: &Measure) -> Result<()> {
    if matches!(args.what, What::Tables) {
        return paper_tables::run(args);
    }
    let spinner = output::spinner("measuring");
    let figures = match args.what {
        What::Search => search(args),
        What::Crowd => crowd::measure(args),
        What::Capability => capability::measure(args),
        What::Growth => growth::measure(args),
        _ => measure_controller(args),
    };
    spinner.finish_and_clear();
    tell(args.json, &figures?)
}

fn measure_controller(args: &Measure) -> Result<Value> {
    let controller = sidestep::decode_controller(files::map(&args.file)?)
        .with_context(|| format!("cannot use {}", args.file.display()))?;
    match args.what {
        What::Graph => return graph(&controller),
        What::Inference => return inference::measure(&controller),
        What::Pickup | What::Tennis => return Ok(together(args, &controller)),
        What::Blend | What::Planning => return clip_control::measure(args, &controller),
        _ => {}
    }
    let library = &measured_against(args, &controller)?;
    let pushable = match args.what {
        What::Push | What::Grab => Some(pushable(&controller, args.push_config.as_deref())?),
        _ => None,
    };
    let spawn = |start: Start<'_>| -> Box<dyn Animate> {
        match &pushable {
            Some(pushable) => pushable.spawn_from(start),
            None => controller.spawn_from(start),
        }
    };
    let starts = args.starts.as_ref().map(|path| on_skeleton(path, &controller)).transpose()?;
    let subject = Subject { library: starts.as_ref().unwrap_or(library), spawn: &spawn };
    let source = Source::of(library);
    figures(args, &controller, &subject, &source)
}

/// What is asked for, of a controller and its library.
fn figures(
    args: &Measure,
    controller: &BuiltController,
    subject: &Subject<'_>,
    source: &Source,
) -> Result<Value> {
    let defaults = Settings::default();
    let settings = Settings { n: args.n.unwrap_or(defaults.n), seed: args.seed, ..defaults };
    let many = |n: usize| Settings { n: args.n.unwrap_or(n), ..settings };
    Ok(match args.what {
        What::Response => json!(response(args, subject, source, &settings)?),
        What::Line => json!(sidestep_measure::line(subject, source, &settings)),
        What::Reach => {
            let library = measured_against(args, controller)?;
            json!(sidestep_measure::reach(subject, source, &feasible(&library)?, &many(500)))
        }
        What::Actions => actions(controller, subject, source, &many(16))?,
        What::Rally => json!(sidestep_measure::rally(subject, &many(500)).context(
            "the library has no strokes; import it with --strokes, name it with --source"
        )?),
        What::Navigate => clip_control::navigate(args, controller, (subject, source), &settings),
        What::Avoid => clip_control::avoid(args, controller, (subject, source), &settings),
        What::SpeedTask => json!(sidestep_measure::speed_task(subject, source, &settings)),
        What::StartStop => json!(sidestep_measure::start_stop(subject, source, &many(200))),
        What::Gait => json!(sidestep_measure::gait(subject, &settings)),
        What::Passive => json!(sidestep_measure::passive(subject, source, &settings)),
        What::Chaos => json!(sidestep_measure::chaos(subject, source, &settings)),
        What::Endurance => {
            json!(sidestep_measure::endurance::endurance(subject, source, &many(10_000)))
        }
        What::Track => {
            let targets = if args.near { Targets::NEAR } else { Targets::FAR };
            json!(sidestep_measure::track(subject, targets, &many(1000)))
        }
        What::Push => json!(sidestep_measure::push(subject, source, &settings, pushed(args))),
        What::Grab => json!(sidestep_measure::grab(subject, source, &many(2000))),
        What::Transitions => json!(sidestep_measure::transitions(subject, source, &settings)),
        What::Cost => json!(cost(controller, subject, source, &settings)),
        What::Maze => json!(sidestep_measure::maze(subject, source, &many(100))),
        What::SteerToAvoid => json!(sidestep_measure::steer_to_avoid(subject, source, &many(100))),
        What::Crowd
        | What::Growth
        | What::Search
        | What::Tables
        | What::Graph
        | What::Inference
        | What::Pickup
        | What::Tennis
        | What::Capability
        | What::Blend
        | What::Planning => {
            anyhow::bail!("this is measured on a library, not on a controller")
        }
    })
}

/// Lets characters play together, for half an hour where nobody says for how long.
fn together(args: &Measure, controller: &BuiltController) -> Value {
    let settings = Settings { n: args.n.unwrap_or(30), seed: args.seed, ..Settings::default() };
    let spawn = |at| controller.spawn(at);
    match args.what {
        What::Tennis => json!(sidestep_measure::tennis(&spawn, &settings)),
        _ => json!(sidestep_measure::pickup(&spawn, &settings)),
    }
}

/// What a step costs, and of a field what its search finds.
fn cost(
    controller: &BuiltController,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> sidestep_measure::Cost {
    let start = cpu_time::ThreadTime::now();
    let hooks = CostHooks {
        cpu_secs: &|| start.elapsed().as_secs_f64(),
        allocations: &|| Some(sidestep_allocations::count()),
    };
    let mut cost = sidestep_measure::cost(subject, source, settings, hooks);
    if let Some(field) = controller.downcast::<MotionField>() {
        cost.search_recall = search_recall(field, subject, source, settings);
    }
    cost
}

/// Measures how it plays with its ball, as it shows it and as the network gives it.
fn actions(
    controller: &BuiltController,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Result<Value> {
    let Some(neural) = controller.downcast::<NeuralController>() else {
        anyhow::bail!("only a neural controller plays with a ball")
    };
    let config = NeuralConfig { ball: BallKind::Network, ..*Neural::config(neural) };
    let plain = NeuralController::new(neural.network().clone(), neural.parts().clone(), config)?;
    let plain = BuiltController::of::<Neural>(Arc::new(plain));
    let spawn = |start: Start<'_>| plain.spawn_from(start);
    let as_made = Subject { library: subject.library, spawn: &spawn };
    let mut figures = sidestep_measure::actions(subject, &as_made, source, settings)
        .map(|figures| json!(figures))
        .context("this network has no ball; train one with --set ball=true")?;
    if neural.parts().serves.actions {
        // A game is played for twice as long: 16 characters by default would see some 180 throws.
        let longer = Settings { n: 2 * settings.n, ..*settings };
        let game = sidestep_measure::game(subject, &longer).context("no ball is shown")?;
        if let (Some(figures), Some(game)) = (figures.as_object_mut(), json!(game).as_object()) {
            figures.extend(game.clone());
        }
    }
    Ok(figures)
}

/// Measures the response. Where that is wanted it keeps what was run and asked: the run in one file,
/// the trace beside it.
fn response(
    args: &Measure,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Result<sidestep_measure::Response> {
    let Some(path) = &args.record else {
        return Ok(sidestep_measure::response(subject, source, settings));
    };
    let (response, recording) = sidestep_measure::recorded_response(subject, source, settings);
    files::write(path, &export::written(&recording.clip, path, None)?)?;
    files::write(&path.with_extension("trace.txt"), recording.trace.to_text().as_bytes())?;
    Ok(response)
}

/// What a body does while it is pushed.
fn pushed(args: &Measure) -> Pushed {
    match (args.passive, args.standing) {
        (true, _) => Pushed::Passive,
        (_, true) => Pushed::Standing,
        _ => Pushed::Steered,
    }
}

/// The library that a controller is measured against: one that is named, or its own.
fn measured_against(args: &Measure, controller: &BuiltController) -> Result<Arc<MotionLibrary>> {
    if let Some(path) = &args.source {
        return on_skeleton(path, controller);
    }
    let no_library = "this controller has no library inside; name one to measure it against with \
                      --source LIBRARY";
    controller.library().cloned().context(no_library)
}

/// A library on the skeleton of a controller.
fn on_skeleton(path: &Path, controller: &BuiltController) -> Result<Arc<MotionLibrary>> {
    let library = sidestep::decode_library(files::map(path)?)
        .with_context(|| format!("cannot use {}", path.display()))?;
    anyhow::ensure!(
        library.skeleton().same_shape(controller.skeleton(), 1e-3),
        "{} is on another skeleton than the controller",
        path.display()
    );
    Ok(Arc::new(library))
}

/// What can be asked for in fairness: the ways of an hour of episodes.
fn feasible(library: &MotionLibrary) -> Result<Feasible> {
    let episodes = Episodes::new(library, &AugmentConfig::default())?;
    let count = episodes.count_for(FEASIBLE_HOURS) as u64;
    Ok(Feasible::of(&episodes.library(FEASIBLE_SEED, 0..count)?, FEASIBLE_SEED))
}

/// Counts what a mobility map holds.
fn graph(controller: &BuiltController) -> Result<Value> {
    let Some(map) = controller.downcast::<MobilityMap>() else {
        anyhow::bail!(
            "this is a {} controller; only mobility maps have a graph",
            controller.method()
        )
    };
    let (graph, table) = (map.graph(), map.table());
    let states = table.states();
    let options_avg = table.options.len() as f64 / states.max(1) as f64;
    let rows = table.option_starts.windows(2).map(|pair| pair[1] - pair[0]);
    Ok(json!({
        "frames": map.library().len(),
        "edges": graph.edges(),
        "scc_frames": graph.frames(),
        "states": graph.states(),
        "actions": graph.actions.len(),
        "map_states": states,
        "options_avg": options_avg,
        "options_min": rows.filter(|options| *options > 0).min(),
        "map_bytes": table.bytes(),
    }))
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
    output::report(json, figures, talk)
}

/// Says each figure in a line of its own.
pub(crate) fn talk(figures: &Value) {
    for (name, figure) in figures.as_object().into_iter().flatten() {
        match figure.as_array().filter(|_| name == "foot_conditions") {
            Some(conditions) => conditions.iter().for_each(talk_of_condition),
            None => eprintln!("{name:>40}  {figure}"),
        }
    }
}

/// Says whether one of the conditions holds under which the figures of feet count.
fn talk_of_condition(condition: &Value) {
    let part = |name: &str| condition[name].as_f64().unwrap_or_default();
    let limit = |at: usize| condition["limit"][at].as_f64();
    let least = limit(0).map_or(String::new(), |least| format!("{least:.3} to "));
    let verdict = if condition["holds"] == true { "holds" } else { "does NOT hold" };
    let name = condition["name"].as_str().unwrap_or_default();
    eprintln!(
        "{name:>40}  {verdict}: {:.3} (source {:.3}, allowed {least}{:.3})",
        part("value"),
        part("source"),
        limit(1).unwrap_or_default()
    );
}
