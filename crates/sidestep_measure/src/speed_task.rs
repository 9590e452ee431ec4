//! Whether a character keeps a commanded speed, and gets going from standing.

use crate::{
    response::{judge, place, stratified},
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean},
    subject::{Subject, draw},
};
use serde::Serialize;
use sidestep_control::{Goal, Start};
use sidestep_motion::{GroundTransform, chance::Chance};
use std::f32::consts::PI;

/// The speeds that are commanded, in m/s.
pub const SPEEDS: (f32, f32) = (0.8, 2.5);

/// What `measure speed-task` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeedTask {
    /// Trials of each kind.
    pub n: usize,
    /// Mean of |speed - commanded speed| over the third and fourth second.
    pub mean_error_m_per_s: f32,
    /// Share of characters that travel in a commanded direction within 5 s from standing.
    pub from_standing_fraction: f32,
}

/// Commands speeds from 0.8 to 2.5 m/s straight ahead, and any heading from standing.
pub fn speed_task(subject: &Subject<'_>, source: &Source, settings: &Settings) -> SpeedTask {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let standing = subject.standing_frames();
    let mut errors = Vec::with_capacity(settings.n);
    let mut arrived = 0;
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let share = 0.5 + 0.5 * stratified(index, settings.n, &mut chance);
        let speed = SPEEDS.0 + (SPEEDS.1 - SPEEDS.0) * share;
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let goal = Goal::walk(character.ground().heading, speed);
        let run = Run::record(&mut *character, 4 * FRAMES_PER_SEC, |_, _| goal.clone());
        errors.push((path_speed(&run, 2 * FRAMES_PER_SEC) - speed).abs());

        let mut character = if standing.is_empty() {
            (subject.spawn)(Start::Rest(GroundTransform::IDENTITY))
        } else {
            subject.spawn_at(draw(&standing, &mut chance))
        };
        let goal = Goal::walk(PI * stratified(index, settings.n, &mut chance), source.median_speed);
        let run = Run::record(&mut *character, 6 * FRAMES_PER_SEC, |_, _| goal.clone());
        arrived += usize::from(judge(&run, 0, &goal, source.median_speed).settled.is_some());
    }
    SpeedTask {
        n: settings.n,
        mean_error_m_per_s: mean(&errors),
        from_standing_fraction: fraction(arrived, settings.n),
    }
}

/// Mean speed along the path of the root from `from` on. The path is taken over quarter seconds,
/// so that the sway of the hips does not count as travel.
fn path_speed(run: &Run, from: usize) -> f32 {
    let stride = FRAMES_PER_SEC / 4;
    let frames: Vec<usize> = (from..run.len()).step_by(stride).collect();
    let metres: f32 =
        frames.windows(2).map(|pair| place(run, pair[0]).distance(place(run, pair[1]))).sum();
    metres / fraction(frames.len().saturating_sub(1) * stride, FRAMES_PER_SEC).max(1e-6)
}
