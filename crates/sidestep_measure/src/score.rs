//! The figures of `measure response` for a run that is already there: made by any system, judged by
//! the same code as ours.

use crate::{
    beside::Beside,
    response::{Response, Trial, judge_motion},
    run::{FRAMES_PER_SEC, RATE_HZ},
    source::Source,
    steered::{SteeredSums, half_second_turns_of},
    trace::{Take, Trace},
};
use glam::Vec3;
use sidestep_control::{Goal, Travel};
use sidestep_motion::{
    JointMotion, Role, Side, contact_detection::estimate_floor, math::wrap_angle,
};
use std::ops::Range;

/// A new goal is judged where it is held this long, as in `measure response`.
const HELD_SECS: f32 = 6.0;

/// Runs whose floor is farther than this from y = 0 are levelled, in metres.
const OFF_FLOOR: f32 = 0.03;

/// How many frames a run may be longer or shorter than its trace says, for what rounding does.
const SPARE_FRAMES: usize = 2;

/// A thousand kilometres, in metres: squares of accelerations of such a run can still be added.
const FARTHEST: f32 = 1e6;

/// Figures that say nothing where no new goal is held long enough to be judged.
pub const OF_TRIALS: [&str; 8] = [
    "first_avg_secs",
    "settle_min_secs",
    "settle_avg_secs",
    "settle_max_secs",
    "never_fraction",
    "censored_avg_secs",
    "yardstick_secs",
    "finite_fraction",
];

/// Why a run cannot be scored.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScoreError {
    /// The run and the trace are of different lengths.
    #[error(
        "the run has {frames} frames ({secs:.2} s at {rate_hz} Hz), but the {takes} takes of the trace \
         ask for {wanted}: one for each tick and one before the first, of every take; cut the run, or \
         correct the times of `end`"
    )]
    Length {
        /// Frames of the run.
        frames: usize,
        /// How long they last.
        secs: f32,
        /// Their rate.
        rate_hz: f32,
        /// Takes of the trace.
        takes: usize,
        /// Frames that they ask for.
        wanted: usize,
    },
    /// A number that is none.
    #[error("frame {frame}: joint '{joint}' is at no finite place; repair the run")]
    NotFinite {
        /// The frame, counted from 0.
        frame: usize,
        /// The joint.
        joint: String,
    },
    /// A place so far away that nothing can be computed of it.
    #[error(
        "frame {frame}: joint '{joint}' is {metres:e} m away from the origin; say the unit of the file with --unit, \
         or repair the run"
    )]
    TooFar {
        /// The frame, counted from 0.
        frame: usize,
        /// The joint.
        joint: String,
        /// How far.
        metres: f32,
    },
    /// A role without which nothing can be said.
    #[error("the skeleton has no {role}; name its joint with --role {role}=JOINT")]
    NoRole {
        /// The role.
        role: &'static str,
    },
}

/// Scores a run under the trace of what was asked of it, against the library it was made from.
pub fn score(beside: &Beside, trace: &Trace, source: &Source) -> Result<Response, ScoreError> {
    let own = beside.carried.as_ref().map_or(&beside.run, |carried| &carried.own);
    check(own)?;
    check(&beside.run)?;
    let ranges = ranges(&beside.run, trace)?;
    let (run, own) = (levelled(&beside.run), levelled(own));
    let mut trials = Vec::new();
    let mut changes = Vec::new();
    let mut sums = SteeredSums::default();
    let mut turns = Vec::new();
    for (take, frames) in trace.takes.iter().zip(ranges) {
        let on_feet = at_measuring_rate(&own, frames.clone());
        let motion = at_measuring_rate(&run, frames);
        if motion.len() < 2 {
            continue;
        }
        if take.counts.is_judged() {
            judge(take, &motion, source, &mut trials, &mut changes);
        }
        if take.counts.is_looked_at() {
            sums.add(&motion, &on_feet, None, source);
        }
        if take.counts.has_turns() {
            turns.extend(half_second_turns_of(&motion));
        }
    }
    Ok(Response::of(&trials, &changes, &sums.finish(source), turns, source))
}

/// The frames of each take, but for the first: it is what was there before anything was asked.
pub(crate) fn ranges(run: &JointMotion, trace: &Trace) -> Result<Vec<Range<usize>>, ScoreError> {
    let frames = |take: &Take| frames_of(take.script.end_secs, run.rate_hz);
    let wanted: usize = trace.takes.iter().map(frames).sum();
    if run.len().abs_diff(wanted) > SPARE_FRAMES || run.is_empty() {
        return Err(ScoreError::Length {
            frames: run.len(),
            secs: frames_secs(run.len(), run.rate_hz),
            rate_hz: run.rate_hz,
            takes: trace.takes.len(),
            wanted,
        });
    }
    let mut start = 0;
    let mut range = |take: &Take| {
        let begin = start;
        start = (begin + frames(take)).min(run.len());
        (begin + 1).min(start)..start
    };
    Ok(trace.takes.iter().map(&mut range).collect())
}

fn check(run: &JointMotion) -> Result<(), ScoreError> {
    let needed = Side::BOTH.into_iter().flat_map(|side| {
        [Role::Thigh(side), Role::Foot(side), Role::Toe(side), Role::UpperArm(side)]
    });
    let lacks = |role: &Role| run.skeleton.roles().get(*role).is_none();
    if let Some(role) = needed.into_iter().find(lacks) {
        return Err(ScoreError::NoRole { role: role.name() });
    }
    let is_near = |place: &Vec3| place.abs().max_element() < FARTHEST && place.is_finite();
    let Some(at) = run.positions.iter().position(|place| !is_near(place)) else { return Ok(()) };
    let joint = run.skeleton.joints()[at % run.skeleton.len()].name.clone();
    let (frame, place) = (at / run.skeleton.len(), run.positions[at]);
    match place.is_finite() {
        true => Err(ScoreError::TooFar { frame, joint, metres: place.abs().max_element() }),
        false => Err(ScoreError::NotFinite { frame, joint }),
    }
}

/// Frames of a take: one before the first tick, then one for each.
fn frames_of(secs: f32, rate_hz: f32) -> usize {
    (secs * rate_hz).round().max(0.0) as usize + 1
}

fn frames_secs(frames: usize, rate_hz: f32) -> f32 {
    frames as f32 / rate_hz
}

/// The run with its floor at y = 0, where the library stands.
fn levelled(run: &JointMotion) -> JointMotion {
    let floor = estimate_floor(run);
    let mut run = run.clone();
    if floor.is_finite() && floor.abs() > OFF_FLOOR {
        run.positions.iter_mut().for_each(|place| place.y -= floor);
    }
    run
}

/// Frames of a run at the rate of all measures: picked where the rate is a multiple, else between two.
pub(crate) fn at_measuring_rate(run: &JointMotion, frames: Range<usize>) -> JointMotion {
    let mut motion = JointMotion::new(&run.skeleton, RATE_HZ, frames.len());
    if frames.is_empty() {
        return motion;
    }
    let step = f64::from(run.rate_hz) / f64::from(RATE_HZ);
    // The first tick of the measures ends one step after the frame before the first.
    let first = step - 1.0;
    let last = (frames.len() - 1) as f64;
    let count = ((last - first + 1e-3) / step).floor().max(-1.0) + 1.0;
    for index in 0..count as usize {
        let at = (first + index as f64 * step).clamp(0.0, last);
        let (low, share) = ((at + 1e-3).floor() as usize, (at - at.floor()) as f32);
        let (a, b) = (frames.start + low, frames.start + (low + 1).min(frames.len() - 1));
        let share = if (2e-3..=0.998).contains(&share) { share } else { 0.0 };
        let between = |(a, b): (&Vec3, &Vec3)| if share > 0.0 { a.lerp(*b, share) } else { *a };
        motion.positions.extend(run.frame(a).iter().zip(run.frame(b)).map(between));
    }
    motion
}

/// A new direction or line.
struct Change<'a> {
    /// From when until when it holds.
    secs: (f32, f32),
    /// How far its heading is from the one before.
    radians: f32,
    goal: &'a Goal,
}

/// New directions and lines that are held long enough.
fn changes_of(take: &Take) -> impl Iterator<Item = Change<'_>> {
    let goals = &take.script.goals;
    let ends = goals.iter().skip(2).map(|(secs, _)| *secs).chain([take.script.end_secs]);
    let pairs = goals.iter().zip(goals.iter().skip(1)).zip(ends);
    pairs.filter_map(|(((_, before), (secs, goal)), end)| {
        let (old, new) = (heading(before)?, heading(goal)?);
        let is_held = end - secs >= HELD_SECS - 1e-3;
        let radians = wrap_angle(new - old).abs();
        is_held.then_some(Change { secs: (*secs, end), radians, goal })
    })
}

fn heading(goal: &Goal) -> Option<f32> {
    match goal.travel {
        Travel::Move { heading, .. } | Travel::Line { heading, .. } => Some(heading),
        _ => None,
    }
}

fn judge(
    take: &Take,
    motion: &JointMotion,
    source: &Source,
    trials: &mut Vec<Trial>,
    changes: &mut Vec<f32>,
) {
    let frame_at = |secs: f32| ((secs * RATE_HZ).round() as usize).min(motion.len());
    for Change { secs, radians, goal } in changes_of(take) {
        let (from, until) = (frame_at(secs.0), frame_at(secs.1));
        if from + FRAMES_PER_SEC >= until {
            continue;
        }
        let positions = motion.positions[..until * motion.skeleton.len()].to_vec();
        let motion = JointMotion { positions, ..motion.clone() };
        trials.push(judge_motion(&motion, from, goal, source.median_speed));
        changes.push(radians);
    }
}
