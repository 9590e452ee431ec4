//! Whether a character is at a place at the time it is asked to be, and how it looks on the way.

use crate::{
    by_speed::BySpeed,
    feasible::{Feasible, THERE, Way},
    liveliness::LimbSpeeds,
    quality::ContactFigures,
    response::{place, stratified},
    run::{FRAMES_PER_SEC, RATE_HZ, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean, percentile},
    subject::{Subject, draw},
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{AddedMotion, Animate, Goal, GroundPoint, Pace, Start, Travel};
use sidestep_motion::{
    JointMotion,
    chance::Chance,
    facing::smoothed_headings,
    math::{cos, sin, wrap_angle},
};
use std::f32::consts::PI;

/// Nearest and farthest target, in metres.
const DISTANCES: (f32, f32) = (2.0, 6.0);

/// Slowest and fastest pace that is asked for, in metres a second.
const PACES: (f32, f32) = (0.8, 1.5);

/// The latest time that is asked for, in seconds.
const LATEST_SECS: f32 = 4.0;

/// How long a character is watched after it should be there.
const AFTER_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// How long a character has where no time is asked.
const UNTIMED_FRAMES: usize = 15 * FRAMES_PER_SEC;

/// How far the target is where no time is asked, in metres.
const UNTIMED_METRES: f32 = 6.0;

/// What `measure reach` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// Targets.
    pub n: usize,
    /// Share of the targets drawn that are like ways of the motion; only those count.
    pub feasible_fraction: f32,
    /// Median distance to the target when due, in metres.
    pub position_error_m: f32,
    /// Its mean, in metres.
    pub position_error_mean_m: f32,
    /// Median distance when due to targets that the motion itself reaches from the same beginning.
    pub way_error_m: f32,
    /// Share within 0.40 m when due.
    pub within_fraction: f32,
    /// Median error of the facing when due, where one was asked for, in degrees.
    pub facing_error_deg: f32,
    /// Median of the time between the first moment within 0.40 m and the time asked for; who is not
    /// there two seconds late counts as two seconds late.
    pub timing_error_secs: f32,
    /// The same of the motion itself, on ways that it goes.
    pub source_timing_error_secs: f32,
    /// Mean time to a target 6 m away with no time asked; 15 s for those never reached.
    pub untimed_secs: f32,
    /// Share of those that are reached.
    pub untimed_reached_fraction: f32,
    /// Mean speed of planted feet.
    pub skate_cm_per_s: f32,
    /// The same before feet were locked.
    pub skate_before_ik_cm_per_s: f32,
    /// Share of the time that a foot is down.
    pub contact_fraction: f32,
    /// The same of the source.
    pub source_contact_fraction: f32,
    /// The same of the source at the speeds of travel of these runs, which is what it is held against.
    pub source_contact_at_speeds: f32,
    /// 95th percentile of the error of the lengths of bones, in percent.
    pub bone_error_percent: f32,
    /// Speed of the limbs over the source's at the same speeds of travel.
    pub liveliness: f32,
    /// Root motion on top of what the method made, in metres a second.
    pub added_travel_m_per_s: f32,
    /// Share of the trials in which every number was finite.
    pub finite_fraction: f32,
}

/// A target and when to be there.
struct Task {
    target: Vec2,
    facing: Option<f32>,
    due_secs: f32,
}

#[derive(Default)]
struct Sums {
    distances: Vec<f32>,
    facings: Vec<f32>,
    timings: Vec<f32>,
    bones: Vec<f32>,
    limbs: LimbSpeeds,
    contacts: ContactFigures,
    contacts_by_speed: BySpeed,
    added: AddedMotion,
    frames: usize,
    finite: usize,
}

/// Sends characters to targets that are due at a time, and to some with no time.
pub fn reach(
    subject: &Subject<'_>,
    source: &Source,
    feasible: &Feasible,
    settings: &Settings,
) -> Reach {
    let frames: Vec<_> = subject.frames().collect();
    let (mut sums, mut drawn) = (Sums::default(), 0);
    let mut chance = Chance::new(settings.seed, 0);
    // A library of another kind of motion may know no such way at all.
    while sums.distances.len() < settings.n && drawn < 100 * settings.n {
        drawn += 1;
        let start = draw(&frames, &mut chance);
        let mut character = subject.spawn_at(start);
        let ground = character.ground();
        let distance = chance.between(DISTANCES.0, DISTANCES.1);
        let angle = ground.heading + PI * chance.between(-1.0, 1.0);
        let pace = chance.between(PACES.0, PACES.1);
        let facing = PI * chance.between(-1.0, 1.0);
        let due_secs = (distance / pace).min(LATEST_SECS);
        if !feasible.contains(distance, due_secs) {
            continue;
        }
        let task = Task {
            target: Vec2::new(ground.x, ground.z) + distance * Vec2::new(sin(angle), cos(angle)),
            facing: sums.distances.len().is_multiple_of(2).then_some(facing),
            due_secs,
        };
        let run = watched(&mut *character, &task, AFTER_FRAMES);
        sums.add(&run, &task);
    }
    let untimed = untimed(subject, &frames, settings);
    let early = feasible.ways.iter().map(|way| way.early_secs).collect();
    Reach {
        way_error_m: ways(subject, feasible, settings),
        source_timing_error_secs: percentile(early, 0.5),
        ..sums.told(drawn, source, &untimed)
    }
}

/// What a character does that is asked to be somewhere, and for some time after.
fn watched(character: &mut dyn Animate, task: &Task, after: usize) -> Run {
    Run::record(character, due_frame(task) + after, |frame, _| {
        let left = task.due_secs - frame as f32 / RATE_HZ;
        goal(task, Some(left.max(0.0)))
    })
}

/// Median distance at the end of ways that the motion itself goes.
fn ways(subject: &Subject<'_>, feasible: &Feasible, settings: &Settings) -> f32 {
    let trial = |way: &Way| {
        let mut character = (subject.spawn)(Start::State(&way.state));
        let task = Task { target: way.target, facing: Some(way.facing), due_secs: way.secs };
        let run = watched(&mut *character, &task, 0);
        place(&run, due_frame(&task) - 1).distance(task.target)
    };
    percentile(feasible.ways.iter().take(settings.n.min(100)).map(trial).collect(), 0.5)
}

impl Sums {
    fn add(&mut self, run: &Run, task: &Task) {
        let due = due_frame(task);
        let left = |frame: usize| place(run, frame).distance(task.target);
        self.distances.push(left(due - 1));
        if let Some(facing) = task.facing {
            let headings = smoothed_headings(&run.motion);
            self.facings.push(wrap_angle(headings[due - 1] - facing).abs().to_degrees());
        }
        let first = (0..run.len()).find(|frame| left(*frame) < THERE).unwrap_or(run.len());
        self.timings.push((fraction(first + 1, FRAMES_PER_SEC) - task.due_secs).abs());
        self.limbs.add(&run.motion);
        self.contacts.add(&run.motion, &run.unlocked);
        self.contacts_by_speed.add_contacts(&run.motion);
        bone_errors(&run.motion, &mut self.bones);
        self.added += run.added;
        self.frames += run.len();
        self.finite += usize::from(run.is_finite);
    }

    fn told(self, drawn: usize, source: &Source, untimed: &[Option<f32>]) -> Reach {
        let n = self.distances.len();
        let within = self.distances.iter().filter(|distance| **distance < THERE).count();
        let limit = fraction(UNTIMED_FRAMES, FRAMES_PER_SEC);
        let times: Vec<f32> = untimed.iter().map(|secs| secs.unwrap_or(limit)).collect();
        let secs = fraction(self.frames, FRAMES_PER_SEC);
        Reach {
            n,
            feasible_fraction: fraction(n, drawn),
            position_error_m: percentile(self.distances.clone(), 0.5),
            position_error_mean_m: mean(&self.distances),
            way_error_m: 0.0,
            within_fraction: fraction(within, n),
            facing_error_deg: percentile(self.facings, 0.5),
            timing_error_secs: percentile(self.timings, 0.5),
            source_timing_error_secs: 0.0,
            untimed_secs: mean(&times),
            untimed_reached_fraction: fraction(untimed.iter().flatten().count(), untimed.len()),
            skate_cm_per_s: self.contacts.skate_cm_per_s(),
            skate_before_ik_cm_per_s: self.contacts.skate_before_ik_cm_per_s(),
            contact_fraction: self.contacts.contact_fraction(),
            source_contact_fraction: source.contacts.contact_fraction(),
            source_contact_at_speeds: self.contacts_by_speed.mean_in(&source.contacts_by_speed),
            bone_error_percent: percentile(self.bones, 0.95),
            liveliness: self.limbs.over(&source.limbs),
            added_travel_m_per_s: if secs > 0.0 { self.added.travel / secs } else { 0.0 },
            finite_fraction: fraction(self.finite, n),
        }
    }
}

/// Times to targets with no time asked.
fn untimed(
    subject: &Subject<'_>,
    frames: &[sidestep_motion::FrameId],
    settings: &Settings,
) -> Vec<Option<f32>> {
    let n = settings.n.div_ceil(10);
    let trial = |index: usize| {
        let mut chance = Chance::new(settings.seed, 1 + index as u64);
        let mut character = subject.spawn_at(draw(frames, &mut chance));
        let ground = character.ground();
        let angle = ground.heading + PI * stratified(index, n, &mut chance);
        let way = UNTIMED_METRES * Vec2::new(sin(angle), cos(angle));
        let task =
            Task { target: Vec2::new(ground.x, ground.z) + way, facing: None, due_secs: 0.0 };
        let mut run = Run::new(&*character, UNTIMED_FRAMES);
        for frame in 0..UNTIMED_FRAMES {
            run.advance(&mut *character, &goal(&task, None));
            if place(&run, frame).distance(task.target) < THERE {
                return Some(fraction(frame + 1, FRAMES_PER_SEC));
            }
        }
        None
    };
    (0..n).map(trial).collect()
}

fn goal(task: &Task, secs: Option<f32>) -> Goal {
    let target = GroundPoint::new(task.target.x, task.target.y);
    let mut goal = Goal::from(Travel::Reach { target, facing: task.facing, pace: Pace::ANY });
    goal.arrive_in_secs = secs;
    goal
}

fn due_frame(task: &Task) -> usize {
    ((task.due_secs * RATE_HZ).round() as usize).max(1)
}

/// Errors of the lengths of all bones, in percent; of every tenth frame.
fn bone_errors(motion: &JointMotion, out: &mut Vec<f32>) {
    for frame in (0..motion.len()).step_by(10) {
        let places = motion.frame(frame);
        for (joint, place) in motion.skeleton.joints().iter().zip(places) {
            let (Some(parent), length) = (joint.parent, joint.offset.length()) else { continue };
            if length > 0.01 {
                let found = place.distance(places[parent.index()]);
                out.push(100.0 * (found / length - 1.0).abs());
            }
        }
    }
}
