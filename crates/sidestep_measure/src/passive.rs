//! What a character does when nobody asks anything of it.

use crate::{
    quality::ContactFigures,
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    state_distance::StateDistance,
    statistics::{fraction, mean},
    subject::{Subject, draw},
};
use serde::Serialize;
use sidestep_control::Goal;
use sidestep_motion::chance::Chance;

/// Features of a periodic motion come back this closely, root mean square, in units of spread.
const SAME: f32 = 0.02;

/// What `measure passive` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Passive {
    /// Starts.
    pub runs: usize,
    /// Share of them in which every number was finite.
    pub finite_fraction: f32,
    /// Mean distance d of eq. 1 of the motion-field paper to the nearest state of the data.
    pub nearest_distance_mean: f32,
    /// Largest of them.
    pub nearest_distance_max: f32,
    /// Mean distance to the data in the space that belongs to no method, over the library's own.
    pub nearest_ratio_mean: f32,
    /// Largest of them.
    pub nearest_ratio_max: f32,
    /// Speed of planted feet.
    pub skate_cm_per_s: f32,
    /// The same before feet were locked.
    pub skate_before_ik_cm_per_s: f32,
    /// Median period of the runs that end in a loop; 1 is standing still, none if none loops.
    pub loop_period_frames: Option<usize>,
    /// Share of the runs that end in a loop.
    pub loop_fraction: f32,
}

/// Lets characters go on freely from random states of the library.
pub fn passive(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Passive {
    let frames: Vec<_> = subject.frames().collect();
    let mut contacts = ContactFigures::default();
    let (mut nearest, mut ratios, mut periods) = (Vec::new(), Vec::new(), Vec::new());
    let states = StateDistance::new(subject.library);
    let mut finite = 0;
    for start in 0..settings.passive_starts {
        let mut chance = Chance::new(settings.seed, start as u64);
        let mut character = subject.spawn_at(draw(&frames, &mut chance));
        let length = usize::from(settings.passive_secs) * FRAMES_PER_SEC;
        let run = Run::record(&mut *character, length, |_, _| Goal::FREE);
        finite += usize::from(run.is_finite);
        contacts.add(&run.motion, &run.unlocked);
        nearest.extend(states.iter().flat_map(|states| states.distances(&run)));
        ratios.extend(source.nearest.distances(&run.motion));
        periods.extend(loop_period(&run, source));
    }
    periods.sort_unstable();
    Passive {
        runs: settings.passive_starts,
        finite_fraction: fraction(finite, settings.passive_starts),
        nearest_distance_mean: mean(&nearest),
        nearest_distance_max: nearest.iter().copied().fold(0.0, f32::max),
        nearest_ratio_mean: mean(&ratios),
        nearest_ratio_max: ratios.iter().copied().fold(0.0, f32::max),
        skate_cm_per_s: contacts.skate_cm_per_s(),
        skate_before_ik_cm_per_s: contacts.skate_before_ik_cm_per_s(),
        loop_period_frames: periods.get(periods.len() / 2).copied(),
        loop_fraction: fraction(periods.len(), settings.passive_starts),
    }
}

/// The shortest lag after which the last third of a run repeats itself, if any.
fn loop_period(run: &Run, source: &Source) -> Option<usize> {
    let rows = source.nearest.features(&run.motion);
    let dims = rows.len() / run.len().max(1);
    let third = run.len() / 3;
    if dims == 0 || third == 0 {
        return None;
    }
    let row = |frame: usize| &rows[frame * dims..(frame + 1) * dims];
    // The heading of the last frames is smoothed one-sidedly, so they are left out.
    let last = run.len().saturating_sub(FRAMES_PER_SEC);
    let repeats = |lag: &usize| {
        let frames = (2 * third..last).step_by(3);
        frames.into_iter().all(|frame| rms(row(frame), row(frame - lag)) < SAME)
    };
    (1..third).find(repeats)
}

fn rms(a: &[f32], b: &[f32]) -> f32 {
    let sum: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
    (sum / a.len().max(1) as f32).sqrt()
}
