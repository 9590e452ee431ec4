//! The long steered run: a random new direction every two seconds.

use crate::{
    quality::{ContactFigures, fastest_turn, frame_accelerations, jerks},
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{mean, percentile, ratio},
    subject::{Subject, draw},
};
use sidestep_control::Goal;
use sidestep_motion::{chance::Chance, facing::smoothed_headings};
use std::f32::consts::PI;

/// What a character did when steered at random.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steered {
    pub(crate) contacts: ContactFigures,
    pub(crate) jerk_ratio: f32,
    pub(crate) nearest_mean: f32,
    pub(crate) nearest_p99: f32,
    /// Fastest change of heading within half a second, in radians.
    pub(crate) half_second_turn: f32,
    /// Largest joint angular acceleration of each frame, in rad/s².
    pub(crate) accelerations: Vec<f32>,
}

/// Steers as [`Settings`] say, beginning in random moving states of the library.
pub(crate) fn steer_at_random(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Steered {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let mut steered = Steered::default();
    let (mut jerk, mut nearest) = (Vec::new(), Vec::new());
    for start in 0..settings.steered_starts {
        let mut chance = Chance::new(settings.seed, 1_000_000 + start as u64);
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let mut heading = character.ground().heading;
        let frames = usize::from(settings.steered_secs) * FRAMES_PER_SEC;
        let run = Run::record(&mut *character, frames, |frame, _| {
            if frame % (2 * FRAMES_PER_SEC) == 0 {
                heading = chance.between(-PI, PI);
            }
            Goal::walk(heading, source.median_speed)
        });
        steered.contacts.add(&run.motion, &run.unlocked);
        jerks(&run.motion, &mut jerk);
        nearest.extend(source.nearest.distances(&run.motion));
        let turn = fastest_turn(&smoothed_headings(&run.motion), FRAMES_PER_SEC / 2);
        steered.half_second_turn = steered.half_second_turn.max(turn);
        steered.accelerations.extend(frame_accelerations(&run.poses));
    }
    steered.jerk_ratio = ratio(percentile(jerk, 0.95), source.jerk_p95);
    steered.nearest_mean = mean(&nearest);
    steered.nearest_p99 = percentile(nearest, 0.99);
    steered
}
