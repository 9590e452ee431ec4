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
    trace::Counts,
    whole_foot::FootFigures,
};
use sidestep_control::{AddedMotion, Goal};
use sidestep_motion::{JointMotion, chance::Chance, facing::smoothed_headings};
use std::f32::consts::PI;

/// Seeds over which half-second turns are taken: the greatest ones depend on the seed.
const SEEDS: u64 = 3;

/// What a character did when steered at random.
#[derive(Clone, Debug, Default)]
pub(crate) struct Steered {
    pub(crate) contacts: ContactFigures,
    pub(crate) feet: FootFigures,
    pub(crate) limbs: LimbSpeeds,
    /// Root motion a second on top of the frames played, without its sign, where it is known.
    pub(crate) added: Option<AddedMotion>,
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
    steer_and_keep(subject, source, settings, &mut |_| {})
}

/// The same, showing each run.
pub(crate) fn steer_and_keep(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    keep: &mut dyn FnMut(Recorded<'_>),
) -> Steered {
    let mut sums = SteeredSums::default();
    for_each_run(subject, source, settings, |run, goals| {
        sums.add(&run.motion, &run.motion, Some(run), source);
        keep(Recorded { counts: Counts::Steered, goals, run });
    });
    sums.finish(source)
}

/// What steered runs come to together.
#[derive(Default)]
pub(crate) struct SteeredSums {
    steered: Steered,
    jerk: Vec<f32>,
    root_jerk: Vec<f32>,
    pops: Vec<f32>,
    nearest: Vec<f32>,
    frames: usize,
}

impl SteeredSums {
    /// Adds a stretch of motion, the same on the body whose feet touched the ground, and what else is
    /// known of it where it was made here.
    pub(crate) fn add(
        &mut self,
        motion: &JointMotion,
        on_feet: &JointMotion,
        run: Option<&Run>,
        source: &Source,
    ) {
        let steered = &mut self.steered;
        steered.contacts.add(on_feet, run.map_or(on_feet, |run| &run.unlocked));
        steered.feet.add(motion);
        steered.limbs.add(motion);
        self.frames += motion.len();
        jerks(motion, &mut self.jerk);
        root_jerks(motion, &mut self.root_jerk);
        accelerations(motion, &mut self.pops);
        self.nearest.extend(source.nearest.distances(motion));
        let turn = fastest_turn(&smoothed_headings(motion), FRAMES_PER_SEC / 2);
        steered.half_second_turn = steered.half_second_turn.max(turn);
        if let Some(run) = run {
            *steered.added.get_or_insert_default() += run.added;
            steered.accelerations.extend(frame_accelerations(&run.poses));
        }
    }

    /// The figures of all that was added.
    pub(crate) fn finish(self, source: &Source) -> Steered {
        let Self { mut steered, jerk, root_jerk, pops, nearest, frames } = self;
        let secs = fraction(frames, FRAMES_PER_SEC).max(1e-6);
        if let Some(added) = &mut steered.added {
            added.yaw /= secs;
            added.travel /= secs;
        }
        steered.jerk_ratio = ratio(percentile(jerk, 0.95), source.jerk_p95);
        steered.root_jerk_ratio = ratio(percentile(root_jerk, 0.95), source.root_jerk_p95);
        steered.pop_max_ratio = ratio(pops.iter().copied().fold(0.0, f32::max), source.pop_max);
        steered.pop_ratio = ratio(percentile(pops, 0.999), source.pop_p999);
        steered.nearest_mean = mean(&nearest);
        steered.nearest_p99 = percentile(nearest, 0.99);
        steered
    }
}

/// A run as it was recorded, and what was asked when: frames counted from the first tick.
pub(crate) struct Recorded<'a> {
    pub(crate) counts: Counts,
    pub(crate) goals: &'a [(usize, Goal)],
    pub(crate) run: &'a Run,
}

/// Changes of heading within half a second when steered so, over three seeds, in radians.
pub(crate) fn half_second_turns(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    keep: &mut dyn FnMut(Recorded<'_>),
) -> Vec<f32> {
    let mut found = Vec::new();
    for seed in 0..SEEDS {
        let settings = Settings { seed: settings.seed.wrapping_add(seed), ..*settings };
        for_each_run(subject, source, &settings, |run, goals| {
            found.extend(half_second_turns_of(&run.motion));
            // The first seed is that of the steered runs, which are kept already.
            if seed > 0 {
                keep(Recorded { counts: Counts::Turns, goals, run });
            }
        });
    }
    found
}

/// Changes of heading within half a second, in radians.
pub(crate) fn half_second_turns_of(motion: &JointMotion) -> Vec<f32> {
    turns(&smoothed_headings(motion), FRAMES_PER_SEC / 2).collect()
}

fn for_each_run(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    mut look: impl FnMut(&Run, &[(usize, Goal)]),
) {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    for start in 0..settings.steered_starts {
        let mut chance = Chance::new(settings.seed, 1_000_000 + start as u64);
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let mut heading = character.ground().heading;
        let frames = usize::from(settings.steered_secs) * FRAMES_PER_SEC;
        let mut goals = Vec::new();
        let run = Run::record(&mut *character, frames, |frame, _| {
            if frame % (2 * FRAMES_PER_SEC) == 0 {
                heading = chance.between(-PI, PI);
                goals.push((frame, Goal::walk(heading, source.median_speed)));
            }
            Goal::walk(heading, source.median_speed)
        });
        look(&run, &goals);
    }
}
