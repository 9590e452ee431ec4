//! The long steered run: a random new direction every two seconds.

use crate::{
    liveliness::LimbSpeeds,
    quality::{
        ContactFigures, accelerations, fastest_turn, frame_accelerations, jerks, root_jerks, turns,
    },
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean, percentile, ratio},
    subject::{Subject, draw},
    whole_foot::FootFigures,
};
use sidestep_control::{AddedMotion, Goal};
use sidestep_motion::{chance::Chance, facing::smoothed_headings};
use std::f32::consts::PI;

/// Seeds over which half-second turns are taken: the greatest ones depend on the seed.
const SEEDS: u64 = 3;

/// What a character did when steered at random.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steered {
    pub(crate) contacts: ContactFigures,
    pub(crate) feet: FootFigures,
    pub(crate) limbs: LimbSpeeds,
    /// Root motion a second on top of the frames played, without its sign.
    pub(crate) added: AddedMotion,
    pub(crate) jerk_ratio: f32,
    pub(crate) root_jerk_ratio: f32,
    pub(crate) pop_ratio: f32,
    pub(crate) pop_max_ratio: f32,
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
    let mut steered = Steered::default();
    let (mut jerk, mut root_jerk, mut pops) = (Vec::new(), Vec::new(), Vec::new());
    let (mut nearest, mut frames) = (Vec::new(), 0);
    for_each_run(subject, source, settings, |run| {
        steered.contacts.add(&run.motion, &run.unlocked);
        steered.feet.add(&run.motion);
        steered.limbs.add(&run.motion);
        steered.added += run.added;
        frames += run.len();
        jerks(&run.motion, &mut jerk);
        root_jerks(&run.motion, &mut root_jerk);
        accelerations(&run.motion, &mut pops);
        nearest.extend(source.nearest.distances(&run.motion));
        let turn = fastest_turn(&smoothed_headings(&run.motion), FRAMES_PER_SEC / 2);
        steered.half_second_turn = steered.half_second_turn.max(turn);
        steered.accelerations.extend(frame_accelerations(&run.poses));
    });
    let secs = fraction(frames, FRAMES_PER_SEC).max(1e-6);
    steered.added.yaw /= secs;
    steered.added.travel /= secs;
    steered.jerk_ratio = ratio(percentile(jerk, 0.95), source.jerk_p95);
    steered.root_jerk_ratio = ratio(percentile(root_jerk, 0.95), source.root_jerk_p95);
    steered.pop_max_ratio = ratio(pops.iter().copied().fold(0.0, f32::max), source.pop_max);
    steered.pop_ratio = ratio(percentile(pops, 0.999), source.pop_p999);
    steered.nearest_mean = mean(&nearest);
    steered.nearest_p99 = percentile(nearest, 0.99);
    steered
}

/// Changes of heading within half a second when steered so, over three seeds, in radians.
pub(crate) fn half_second_turns(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
) -> Vec<f32> {
    let mut found = Vec::new();
    for seed in 0..SEEDS {
        let settings = Settings { seed: settings.seed.wrapping_add(seed), ..*settings };
        for_each_run(subject, source, &settings, |run| {
            found.extend(turns(&smoothed_headings(&run.motion), FRAMES_PER_SEC / 2));
        });
    }
    found
}

fn for_each_run(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    mut look: impl FnMut(&Run),
) {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
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
        look(&run);
    }
}
