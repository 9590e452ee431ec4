//! How fast a character takes up a new direction, or a new line: the two tasks of the paper.

use crate::{
    looks::Looks,
    quality::{StanceDrift, fastest_turn},
    recording::Recording,
    run::{FRAMES_PER_SEC, RATE_HZ, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean, ratio},
    steered::{Recorded, Steered, half_second_turns, steer_and_keep},
    subject::{Subject, draw},
    trace::Counts,
};
use glam::{Vec2, Vec3};
use serde::Serialize;
use sidestep_control::{Animate, Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{
    GroundTransform, JointMotion,
    chance::Chance,
    facing::smoothed_headings,
    math::{atan2, wrap_angle},
};
use std::f32::consts::PI;

/// Headings closer than this to the goal have met it: 5 degrees.
const NEAR_RADIANS: f32 = 5.0 * PI / 180.0;

/// Travel may be this far off the goal's direction: 20 degrees.
const TRAVEL_RADIANS: f32 = 20.0 * PI / 180.0;

/// Least speed of travel, as a share of the library's median moving speed.
const TRAVEL_SHARE: f32 = 0.6;

/// Places closer than this to the line have met it, in metres.
const NEAR_METRES: f32 = 0.1;

/// The old goal is held this long.
const HOLD_FRAMES: usize = 3 * FRAMES_PER_SEC;

/// The new goal is run this long.
const RUN_FRAMES: usize = 6 * FRAMES_PER_SEC;

/// Not settled by then is never.
pub const NEVER_FRAMES: usize = 5 * FRAMES_PER_SEC;

/// What `measure response` and `measure line` report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Response {
    /// Trials.
    pub n: usize,
    /// Mean time to the first frame that meets the goal, of those that do.
    pub first_avg_secs: f32,
    /// Shortest time after which the goal stays met.
    pub settle_min_secs: f32,
    /// Mean of those that settle.
    pub settle_avg_secs: f32,
    /// Longest of those that settle.
    pub settle_max_secs: f32,
    /// Share that does not settle within 5 s.
    pub never_fraction: f32,
    /// Mean with those counted as 5 s.
    pub censored_avg_secs: f32,
    /// Speed of planted feet when steered.
    pub skate_cm_per_s: f32,
    /// The same before feet were locked; a recorded run does not tell.
    pub skate_before_ik_cm_per_s: Option<f32>,
    /// 95th percentile of joint jerk when steered, over the source's.
    pub jerk_ratio: f32,
    /// Mean distance to the data when steered, over the library's own.
    pub nearest_distance: f32,
    /// Mean change over the fastest one-second turn of the library.
    pub yardstick_secs: f32,
    /// Fastest half-second turn over the library's; above 1.1 the result does not count.
    pub turn_rate_ratio: f32,
    /// Share of the time that a foot is down when steered.
    pub contact_fraction: f32,
    /// The same in the source, while it moves at about the same speed.
    pub source_contact_fraction: f32,
    /// Speed of planted feet in the source.
    pub source_skate_cm_per_s: f32,
    /// Drift of planted feet when steered.
    pub stance_drift_mm: StanceDrift,
    /// Share of the trials in which every number was finite.
    pub finite_fraction: f32,
    /// How the steered character looks beside the source.
    #[serde(flatten)]
    pub looks: Looks,
}

/// Measures how a character takes up a new direction.
pub fn response(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Response {
    measure(subject, source, settings, Task::Direction, &mut |_| {})
}

/// Measures how a character takes up a new line.
pub fn line(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Response {
    measure(subject, source, settings, Task::Line, &mut |_| {})
}

/// As [`response`], and all that was run and asked, for [`crate::score()`] or another judge.
pub fn recorded_response(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> (Response, Recording) {
    let mut recording = Recording::new(subject.library.skeleton());
    let keep = &mut |recorded: Recorded<'_>| recording.add(&recorded);
    let response = measure(subject, source, settings, Task::Direction, keep);
    (response, recording)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Direction,
    Line,
}

/// What one trial came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    pub(crate) first: Option<usize>,
    pub(crate) settled: Option<usize>,
    turn: f32,
    is_finite: bool,
}

fn measure(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    task: Task,
    keep: &mut dyn FnMut(Recorded<'_>),
) -> Response {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let mut trials = Vec::with_capacity(settings.n);
    let mut changes = Vec::with_capacity(settings.n);
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let change = stratified(index, settings.n, &mut chance) * PI;
        changes.push(change.abs());
        let shift = chance.between(-1.0, 1.0);
        trials.push(trial(&mut *character, source, task, (change, shift), keep));
    }
    let steered = steer_and_keep(subject, source, settings, keep);
    let turns = half_second_turns(subject, source, settings, keep);
    Response::of(&trials, &changes, &steered, turns, source)
}

impl Response {
    /// Of trials with the sizes of their changes, of steered runs, and of changes of heading within
    /// half a second, all in radians.
    pub(crate) fn of(
        trials: &[Trial],
        changes: &[f32],
        steered: &Steered,
        turns: Vec<f32>,
        source: &Source,
    ) -> Self {
        let secs = |frame: usize| fraction(frame, FRAMES_PER_SEC);
        let firsts: Vec<f32> = trials.iter().filter_map(|trial| trial.first.map(secs)).collect();
        let settles: Vec<f32> = trials.iter().filter_map(|trial| trial.settled.map(secs)).collect();
        let censored: Vec<f32> =
            trials.iter().map(|trial| secs(trial.settled.unwrap_or(NEVER_FRAMES))).collect();
        let turn = trials.iter().fold(steered.half_second_turn, |most, trial| most.max(trial.turn));
        let beyond_near: Vec<f32> =
            changes.iter().map(|change| (change - NEAR_RADIANS).max(0.0)).collect();
        let finite = trials.iter().filter(|trial| trial.is_finite).count();
        let is_ours = steered.added.is_some();
        Self {
            n: trials.len(),
            first_avg_secs: mean(&firsts),
            settle_min_secs: settles.iter().copied().reduce(f32::min).unwrap_or(0.0),
            settle_avg_secs: mean(&settles),
            settle_max_secs: settles.iter().copied().fold(0.0, f32::max),
            never_fraction: fraction(trials.len() - settles.len(), trials.len()),
            censored_avg_secs: mean(&censored),
            skate_cm_per_s: steered.contacts.skate_cm_per_s(),
            skate_before_ik_cm_per_s: is_ours.then(|| steered.contacts.skate_before_ik_cm_per_s()),
            jerk_ratio: steered.jerk_ratio,
            nearest_distance: steered.nearest_mean,
            yardstick_secs: ratio(mean(&beyond_near), source.second_turn),
            turn_rate_ratio: ratio(turn, source.half_second_turn),
            contact_fraction: steered.contacts.contact_fraction(),
            source_contact_fraction: source.moving_contact_fraction,
            source_skate_cm_per_s: source.contacts.skate_cm_per_s(),
            stance_drift_mm: steered.contacts.stance_drift_mm(),
            finite_fraction: fraction(finite, trials.len()),
            looks: Looks::of(source, steered, turns),
        }
    }
}

/// A number from -1 to 1 in the `index`-th of `n` equal parts, so that all sizes are tried.
pub(crate) fn stratified(index: usize, n: usize, chance: &mut Chance) -> f32 {
    fraction(index, n) * 2.0 - 1.0 + 2.0 * chance.unit() * fraction(1, n)
}

fn trial(
    character: &mut dyn Animate,
    source: &Source,
    task: Task,
    (change, shift): (f32, f32),
    keep: &mut dyn FnMut(Recorded<'_>),
) -> Trial {
    let goal_at = |ground: GroundTransform, shift: f32| match task {
        Task::Direction => Goal::walk(ground.heading, source.median_speed),
        Task::Line => {
            let through = ground.transform_point(Vec3::X * shift);
            let through = GroundPoint::new(through.x, through.z);
            let pace = Pace::speed(source.median_speed);
            Travel::Line { through, heading: ground.heading, pace, facing: None }.into()
        }
    };
    let begin = character.ground();
    let held = begin.heading;
    let mut run = Run::new(character, HOLD_FRAMES + RUN_FRAMES);
    let first = goal_at(begin, 0.0);
    for _ in 0..HOLD_FRAMES {
        run.advance(character, &first);
    }
    let here = character.ground();
    let turned = GroundTransform { heading: wrap_angle(held + change), ..here };
    let goal = goal_at(turned, shift);
    for _ in 0..RUN_FRAMES {
        run.advance(character, &goal);
    }
    let trial = judge(&run, HOLD_FRAMES, &goal, source.median_speed);
    let goals = &[(0, first), (HOLD_FRAMES, goal)];
    keep(Recorded { counts: Counts::Trial, goals, run: &run });
    trial
}

/// When a run that has its goal since frame `from` meets it, and when for good.
pub(crate) fn judge(run: &Run, from: usize, goal: &Goal, median_speed: f32) -> Trial {
    Trial { is_finite: run.is_finite, ..judge_motion(&run.motion, from, goal, median_speed) }
}

/// The same of joint positions alone, which are finite.
pub(crate) fn judge_motion(
    motion: &JointMotion,
    from: usize,
    goal: &Goal,
    median_speed: f32,
) -> Trial {
    let headings = smoothed_headings(motion);
    let Met { first, settled } = met(motion, &headings, from, goal, median_speed);
    let turn = fastest_turn(&headings, FRAMES_PER_SEC / 2);
    Trial { first, settled, turn, is_finite: true }
}

/// When a goal was met, in frames since it was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// The first frame that meets it.
    pub first: Option<usize>,
    /// The first frame from which it stays met for a second of travel, within 5 s.
    pub settled: Option<usize>,
}

/// When motion that has its goal, a direction or a line, since frame `from` meets it. Headings are
/// those of [`smoothed_headings`], so the last 0.7 s may still change as the motion goes on.
pub fn met(
    motion: &JointMotion,
    headings: &[f32],
    from: usize,
    goal: &Goal,
    median_speed: f32,
) -> Met {
    let heading = match goal.travel {
        Travel::Move { heading, .. } | Travel::Line { heading, .. } => heading,
        _ => 0.0,
    };
    let is_near = |frame: usize| {
        let turned = wrap_angle(headings[frame] - heading).abs() < NEAR_RADIANS;
        turned && off_line(goal, place_in(motion, frame)) < NEAR_METRES
    };
    let near: Vec<bool> = (from..motion.len()).map(is_near).collect();
    let settles = |frame: &usize| {
        let second = *frame..*frame + FRAMES_PER_SEC + 1;
        near[second].iter().all(|near| *near)
            && travels(motion, from + frame, heading, median_speed)
    };
    let starts = (near.len().saturating_sub(FRAMES_PER_SEC)).min(NEVER_FRAMES + 1);
    Met { first: near.iter().position(|near| *near), settled: (0..starts).find(settles) }
}

/// Whether the root travels briskly and in the goal's direction over the second from `frame`.
fn travels(motion: &JointMotion, frame: usize, heading: f32, median_speed: f32) -> bool {
    let way = place_in(motion, frame + FRAMES_PER_SEC) - place_in(motion, frame);
    let speed = way.length() * RATE_HZ / 30.0;
    let off = wrap_angle(atan2(way.x, way.y) - heading).abs();
    speed >= TRAVEL_SHARE * median_speed && off <= TRAVEL_RADIANS
}

/// Metres from a place to the line of the goal; zero where the goal is no line.
fn off_line(goal: &Goal, place: Vec2) -> f32 {
    let Travel::Line { through, heading, .. } = &goal.travel else { return 0.0 };
    let forward = GroundTransform::new(0.0, 0.0, *heading).forward();
    let (dx, dz) = (place.x - through.x, place.y - through.z);
    (dx * forward.z - dz * forward.x).abs()
}

/// World x and z of the root.
pub(crate) fn place(run: &Run, frame: usize) -> Vec2 {
    place_in(&run.motion, frame)
}

fn place_in(motion: &JointMotion, frame: usize) -> Vec2 {
    let root = motion.frame(frame)[0];
    Vec2::new(root.x, root.z)
}
