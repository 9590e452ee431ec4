//! What only clip control has: a list of its clips, and the measures of blends and of planning.

use crate::{
    args::Inspect,
    args_measure::{Measure, What},
    commands::planning_study,
    output,
};
use anyhow::{Result, bail};
use cpu_time::ThreadTime;
use serde_json::{Value, json};
use sidestep::BuiltController;
use sidestep_clip_control::{
    ClipControlConfig, ClipController, Repertoire, Task, blended_frames, controller::Ground,
    cycle::CycleKind, gaits, mixed_frames, survey_blends, survey_mixes,
};
use sidestep_control::{Animate, Character, Start};
use sidestep_measure::{ObstacleKind, Settings, Source, Subject, obstacle_course};
use sidestep_motion::{FrameId, MotionLibrary};
use std::{collections::BTreeMap, sync::Arc};

/// Pairs of clips that are blended where nothing else is said.
const PAIRS: usize = 5000;

/// Passages that are timed.
const TIMED: usize = 5_000;

/// How often; the best time counts.
const REPETITIONS: usize = 5;

/// Steps that should end on a point.
const STEPS: usize = 500;

/// Lists the walk cycles of a library, and what was left out with its reason.
pub(crate) fn inspect(args: &Inspect, library: MotionLibrary) -> Result<()> {
    let library = Arc::new(library);
    let config = ClipControlConfig::default();
    let repertoire = Repertoire::new(&library, &config.cycles)?;
    let sets = gaits::GaitSets::of(&repertoire, &config.gaits);
    let take = |frame: u32| &library.clips()[library.clip_of(FrameId(frame)).index()];
    let cycles: Vec<Value> = (0_u32..)
        .zip(&repertoire.cycles)
        .map(|(number, cycle)| {
            let [_, turn, direction] = repertoire.leads(number);
            let secs = cycle.frames().len() as f32 * library.frame_secs();
            let take = take(cycle.border());
            let moments = cycle.moments.map(|frame| frame - take.frames.start);
            json!({"clip": take.name, "kind": cycle.kind.name(), "moments": moments,
                "speed_m_per_s": cycle.speed, "turn_deg": cycle.turn.to_degrees(),
                "off_facing_deg": (direction - 0.5 * turn).to_degrees().abs(),
                "spin_deg_per_s": cycle.turn.to_degrees() / secs})
        })
        .collect();
    let refused: Vec<Value> = repertoire
        .refused
        .iter()
        .map(|refused| {
            let take = take(refused.frames.start);
            let from = refused.frames.start - take.frames.start;
            json!({"clip": take.name, "frame": from, "reason": refused.reason})
        })
        .collect();
    let kinds: BTreeMap<&str, usize> = CycleKind::ALL
        .iter()
        .map(|kind| {
            let of_kind = repertoire.cycles.iter().filter(|cycle| cycle.kind == *kind);
            (kind.name(), of_kind.count())
        })
        .collect();
    let distinct = repertoire.distinct();
    let report = json!({"clips": cycles.len(), "clips_by_gait": by_gait(&sets.counts),
        "distinct_clips": distinct.len(),
        "distinct_clips_by_gait": by_gait(&sets.count(&repertoire, &distinct)),
        "subsets": subsets(&library)?,
        "paper_clips_by_gait": by_gait(&gaits::PAPERS_CLIPS), "clips_by_kind": kinds,
        "cycles": cycles, "refused": refused});
    output::report(args.json, &report, talk)
}

/// The cycles that tables of spinning and of obstacles are learnt over, by their numbers among the cycles.
fn subsets(library: &Arc<MotionLibrary>) -> Result<Value> {
    let config =
        ClipControlConfig { tasks: vec![Task::Spin, Task::Fixed], ..ClipControlConfig::default() };
    let ground = Ground::new(library, &config)?;
    let plans = ground.plans(&config);
    let of = |task: Task| plans.iter().find(|plan| plan.task == task).map(|plan| &plan.members);
    Ok(json!({"spin": of(Task::Spin), "obstacles": of(Task::Fixed)}))
}

fn talk(report: &Value) {
    for cycle in report["cycles"].as_array().into_iter().flatten() {
        let number = |name: &str| cycle[name].as_f64().unwrap_or_default();
        let text = |name: &str| cycle[name].as_str().unwrap_or_default().to_owned();
        eprintln!(
            "{:>28} {:>13} frames {} {:.2} m/s {:+.0}°",
            text("clip"),
            text("kind"),
            cycle["moments"],
            number("speed_m_per_s"),
            number("turn_deg")
        );
    }
    for refused in report["refused"].as_array().into_iter().flatten() {
        eprintln!(
            "not used: {} frame {}: {}",
            refused["clip"], refused["frame"], refused["reason"]
        );
    }
    eprintln!("{} clips; by gait {}", report["clips"], report["clips_by_gait"]);
    eprintln!(
        "sharing at most half of their frames: {}; by gait {}",
        report["distinct_clips"], report["distinct_clips_by_gait"]
    );
    eprintln!("the paper has {}", report["paper_clips_by_gait"]);
    for task in ["spin", "obstacles"] {
        eprintln!("learnt over for {task}: {}", report["subsets"][task]);
    }
}

fn by_gait(counts: &[usize]) -> Value {
    gaits::GAIT_NAMES
        .iter()
        .zip(counts)
        .map(|(name, count)| ((*name).to_owned(), json!(count)))
        .collect()
}

/// Measures how a controller follows paths, with the body turned as clip control has learnt to.
pub(crate) fn navigate(
    args: &Measure,
    built: &BuiltController,
    (subject, source): (&Subject<'_>, &Source),
    settings: &Settings,
) -> Value {
    let settings = Settings { n: args.n.unwrap_or(300), ..*settings };
    let learnt = |controller: &Arc<ClipController>| -> Vec<f32> {
        controller.config().fit.torsos.iter().map(|torso| *torso as f32).collect()
    };
    let facings = built.downcast::<ClipController>().map_or_else(|| vec![0.0], learnt);
    let speeds = sidestep_measure::navigate::usual_speeds(subject);
    json!(sidestep_measure::navigate(subject, source, (&facings, &speeds), &settings))
}

/// Measures how a controller keeps clear of obstacles; beside clip control, how it does by greed.
pub(crate) fn avoid(
    args: &Measure,
    built: &BuiltController,
    (subject, source): (&Subject<'_>, &Source),
    settings: &Settings,
) -> Value {
    let settings = &Settings { n: args.n.unwrap_or(1000), ..*settings };
    let kind = if args.moving { ObstacleKind::Moving } else { ObstacleKind::Fixed };
    let mut figures = json!(obstacle_course(subject, source, kind, settings));
    if let Some(controller) = built.downcast::<ClipController>() {
        let greedy = ClipController::clone(controller).with_config(|config| config.greedy = true);
        let greedy = Arc::new(greedy);
        let spawn =
            |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&greedy, start)) };
        let subject = Subject { library: subject.library, spawn: &spawn };
        let by_greed = obstacle_course(&subject, source, kind, settings);
        figures["greedy_clear_fraction"] = json!(by_greed.clear_fraction);
        figures["greedy_progress_ratio"] = json!(by_greed.progress_ratio);
        figures["greedy_back_on_line_fraction"] = json!(by_greed.back_on_line_fraction);
    }
    figures
}

/// Measures what only clip control has.
pub(crate) fn measure(args: &Measure, built: &BuiltController) -> Result<Value> {
    let Some(controller) = built.downcast::<ClipController>() else {
        bail!(
            "this is a {} controller; only clip control blends and plans by clips",
            built.method()
        );
    };
    match args.what {
        What::Blend => Ok(blend(args, controller)),
        _ => planning_study::measure(args, controller),
    }
}

fn blend(args: &Measure, controller: &ClipController) -> Value {
    let survey = survey_blends(&controller.repertoire, args.n.unwrap_or(PAIRS), args.seed);
    let frame_us = best_us(|| blended_frames(&controller.repertoire, TIMED, args.seed).0);
    let mut figures = json!({"n": survey.pairs, "frames": survey.frames,
        "skate_mm_per_frame_max": survey.skate_mm_per_frame_max,
        "swivel_deg_per_frame_max": survey.swivel_deg_per_frame_max,
        "common_stance_fraction": survey.common_stance_fraction,
        "frame_us": frame_us,
        "clips": controller.repertoire.cycles.len(),
        "clips_by_gait": by_gait(&controller.gaits.counts)});
    if let (Some(figures), Some(mixes)) =
        (figures.as_object_mut(), mixes(args, controller).as_object())
    {
        figures.extend(mixes.clone());
    }
    figures
}

/// The best processor time of a frame, of several runs that answer how many they made.
fn best_us(run: impl Fn() -> usize) -> f64 {
    let once = |_| {
        let start = ThreadTime::now();
        let frames = run();
        1e6 * start.elapsed().as_secs_f64() / frames.max(1) as f64
    };
    (0..REPETITIONS).map(once).fold(f64::INFINITY, f64::min)
}

/// The same of mixes of neighbours, and how near steps end to points with and without them.
fn mixes(args: &Measure, controller: &ClipController) -> Value {
    let (repertoire, moves) = (&controller.repertoire, &controller.moves);
    let survey = survey_mixes(repertoire, moves, args.n.unwrap_or(PAIRS), args.seed);
    let cycles = (0_u32..).take(repertoire.cycles.len());
    let with_neighbours = cycles.filter(|cycle| moves.neighbours(*cycle).next().is_some()).count();
    let frame_us = best_us(|| mixed_frames(repertoire, moves, TIMED, args.seed).0);
    let steps = |mixed: usize| {
        let own = controller.clone().with_config(|config| config.run.mixed_steps = mixed);
        let survey = own.survey_steps(STEPS, args.seed);
        let at = |share: usize| survey.distances.get(share * STEPS / 100).map(|it| 100.0 * it);
        json!({"cm_p50": at(50), "cm_p95": at(95), "mixes": survey.mixes})
    };
    json!({"mix_skate_mm_per_frame_max": survey.skate_mm_per_frame_max,
        "mix_swivel_deg_per_frame_max": survey.swivel_deg_per_frame_max,
        "mixed_frame_us": frame_us,
        "clips_with_neighbours": with_neighbours,
        "steps_on_points": STEPS,
        "step_on_point": steps(4), "step_on_point_alone": steps(0)})
}
