//! Whether a character gets to a place, near or far, and how straight.

use crate::{
    response::{place, stratified},
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    statistics::{fraction, mean},
    subject::{Subject, draw},
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{
    chance::Chance,
    facing::smoothed_headings,
    math::{atan2, cos, sin, wrap_angle},
};
use std::f32::consts::PI;

/// A character faces its target when it is turned away by less than this: 30 degrees.
const FACES_RADIANS: f32 = PI / 6.0;

/// Paths are measured over quarters of a second, so that the sway of the hips is no travel.
const STRIDE: usize = FRAMES_PER_SEC / 4;

/// How far the targets are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Targets {
    /// Nearest and farthest target, in metres.
    pub distance: (f32, f32),
    /// A target is reached when the root is this near, in metres.
    pub radius: f32,
    /// Time to get there, in seconds.
    pub limit_secs: u16,
}

/// What `measure track` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Track {
    /// Targets.
    pub n: usize,
    /// Share that is reached in time.
    pub reached_fraction: f32,
    /// Mean length of the path over the straight distance, both from the moment on in which the
    /// character faces its target, to the circle within which it counts as reached.
    pub path_ratio_avg: f32,
    /// Mean time to the target, of those reached.
    pub time_avg_secs: f32,
    /// Share that is within twice the radius at the end of the time.
    pub stayed_fraction: f32,
    /// Mean distance to the target at the end of the time, in metres.
    pub final_distance_avg_m: f32,
    /// Share of the trials in which every number was finite.
    pub finite_fraction: f32,
}

impl Targets {
    /// 3 to 6 m away, reached to 0.3 m within 15 s.
    pub const FAR: Self = Self { distance: (3.0, 6.0), radius: 0.3, limit_secs: 15 };

    /// 0.5 to 1 m away, reached to 0.15 m within 8 s.
    pub const NEAR: Self = Self { distance: (0.5, 1.0), radius: 0.15, limit_secs: 8 };
}

struct Trial {
    reached_secs: Option<f32>,
    path_ratio: Option<f32>,
    final_distance: f32,
    is_finite: bool,
}

/// Sends characters that begin in random states of the library to targets all around them.
pub fn track(subject: &Subject<'_>, targets: Targets, settings: &Settings) -> Track {
    let frames: Vec<_> = subject.frames().collect();
    let trials: Vec<Trial> = (0..settings.n)
        .map(|index| {
            let mut chance = Chance::new(settings.seed, index as u64);
            let mut character = subject.spawn_at(draw(&frames, &mut chance));
            let ground = character.ground();
            let angle = ground.heading + PI * stratified(index, settings.n, &mut chance);
            let distance = chance.between(targets.distance.0, targets.distance.1);
            let target = GroundPoint::new(
                ground.x + distance * sin(angle),
                ground.z + distance * cos(angle),
            );
            let goal = Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY });
            let frames = usize::from(targets.limit_secs) * FRAMES_PER_SEC;
            let run = Run::record(&mut *character, frames, |_, _| goal.clone());
            judge(&run, target, targets.radius)
        })
        .collect();
    let times: Vec<f32> = trials.iter().filter_map(|trial| trial.reached_secs).collect();
    let ratios: Vec<f32> = trials.iter().filter_map(|trial| trial.path_ratio).collect();
    let finals: Vec<f32> = trials.iter().map(|trial| trial.final_distance).collect();
    let stayed = finals.iter().filter(|distance| **distance < 2.0 * targets.radius).count();
    Track {
        n: trials.len(),
        reached_fraction: fraction(times.len(), trials.len()),
        path_ratio_avg: mean(&ratios),
        time_avg_secs: mean(&times),
        stayed_fraction: fraction(stayed, trials.len()),
        final_distance_avg_m: mean(&finals),
        finite_fraction: fraction(trials.iter().filter(|t| t.is_finite).count(), trials.len()),
    }
}

fn judge(run: &Run, target: GroundPoint, radius: f32) -> Trial {
    let to = Vec2::new(target.x, target.z);
    let left = |frame: usize| place(run, frame).distance(to);
    let reached = (0..run.len()).find(|frame| left(*frame) <= radius);
    let final_distance = run.len().checked_sub(1).map_or(f32::INFINITY, left);
    let path_ratio = reached.and_then(|reached| path_ratio(run, to, radius, reached));
    Trial {
        reached_secs: reached.map(|frame| fraction(frame + 1, FRAMES_PER_SEC)),
        path_ratio,
        final_distance,
        is_finite: run.is_finite,
    }
}

/// The way from the first frame that faces the target to the one that reaches it, over the straight
/// distance to the circle around it; `None` where it was reached without being faced.
fn path_ratio(run: &Run, to: Vec2, radius: f32, reached: usize) -> Option<f32> {
    let headings = smoothed_headings(&run.motion);
    let faces = |frame: &usize| {
        let way = to - place(run, *frame);
        wrap_angle(atan2(way.x, way.y) - headings[*frame]).abs() < FACES_RADIANS
    };
    let from = (0..reached).find(faces)?;
    let straight = place(run, from).distance(to) - radius;
    let mut frames: Vec<usize> = (from..reached).step_by(STRIDE).collect();
    frames.push(reached);
    let path: f32 =
        frames.windows(2).map(|pair| place(run, pair[0]).distance(place(run, pair[1]))).sum();
    // Closer than the radius there is no path worth the name.
    (straight > radius).then(|| path / straight)
}
