//! What a character costs: time, memory, allocations.

use crate::{
    run::RATE_HZ,
    settings::Settings,
    source::Source,
    subject::{Subject, draw, state_of},
};
use serde::Serialize;
use sidestep_control::{Character, Controller, Goal, Start};
use sidestep_motion::chance::Chance;
use std::f32::consts::PI;

/// Ticks timed together.
const STEPS: usize = 2000;

/// Ticks between two new directions.
const HOLD: usize = 60;

/// Ticks after each of which a snapshot is taken.
const SAVED_STEPS: usize = 600;

/// How often the time is taken; the best counts.
const TRIES: u64 = 5;

/// What only a program can tell.
#[derive(Clone, Copy)]
pub struct CostHooks<'a> {
    /// CPU seconds of this thread since some moment.
    pub cpu_secs: &'a dyn Fn() -> f64,
    /// Allocations of this thread so far, where they are counted.
    pub allocations: &'a dyn Fn() -> Option<u64>,
}

/// What `measure cost` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Microseconds of one advance of a thirtieth of a second, best of several, steered.
    pub step_us: f64,
    /// Microseconds of one search for neighbours, where the method has one to itself.
    pub search_us: Option<f64>,
    /// Part of the true neighbours that the searches of a steered run find, where somebody who knows
    /// the method has counted.
    pub search_recall: Option<f64>,
    /// Bytes of one character.
    pub bytes_per_character: usize,
    /// Bytes of the largest snapshot of a character on its way.
    pub snapshot_bytes: usize,
    /// Bytes of the controller, its library included.
    pub controller_bytes: usize,
    /// Allocations of one advance, where they are counted.
    pub allocations_per_step: Option<f64>,
}

/// Steers a character at random and takes the time.
pub fn cost(
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    hooks: CostHooks<'_>,
) -> Cost {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let mut best_secs = f64::INFINITY;
    let mut allocations = None;
    let mut footprint = Default::default();
    let (mut snapshot, mut snapshot_bytes) = (Vec::new(), 0);
    for attempt in 0..TRIES {
        let mut chance = Chance::new(settings.seed, attempt);
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let goals = goals(source, &mut chance);
        let (allocated, begun) = ((hooks.allocations)(), (hooks.cpu_secs)());
        for step in 0..STEPS {
            character.advance(&goals[step / HOLD], 1.0 / RATE_HZ);
        }
        best_secs = best_secs.min((hooks.cpu_secs)() - begun);
        let after = (hooks.allocations)();
        let counted = allocated.zip(after).map(|(before, after)| after - before);
        allocations = allocations.max(counted);
        footprint = character.footprint();
        for step in 0..SAVED_STEPS {
            character.advance(&goals[step / HOLD], 1.0 / RATE_HZ);
            character.save_into(&mut snapshot);
            snapshot_bytes = snapshot_bytes.max(snapshot.len());
        }
    }
    let per_step = |count: f64| count / STEPS as f64;
    let allocations = allocations.map(|count| per_step(count as f64));
    Cost {
        step_us: 1e6 * per_step(best_secs),
        search_us: None,
        search_recall: None,
        bytes_per_character: footprint.memory_bytes,
        snapshot_bytes,
        controller_bytes: footprint.controller_bytes,
        allocations_per_step: allocations,
    }
}

/// Steers a character as [`cost`] does, and shows it after every step to somebody who knows more
/// about its method.
pub fn watch_steered<C: Controller>(
    controller: &std::sync::Arc<C>,
    subject: &Subject<'_>,
    source: &Source,
    settings: &Settings,
    look: &mut dyn FnMut(&Character<C>),
) {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let mut chance = Chance::new(settings.seed, 0);
    let body = state_of(subject.library, draw(&moving, &mut chance));
    let mut character = Character::new(controller, Start::State(&body));
    let goals = goals(source, &mut chance);
    for step in 0..STEPS {
        character.advance(&goals[step / HOLD], 1.0 / RATE_HZ);
        look(&character);
    }
}

/// Random directions, one after another.
fn goals(source: &Source, chance: &mut Chance) -> Vec<Goal> {
    let goal = |_| Goal::walk(chance.between(-PI, PI), source.median_speed);
    (0..STEPS / HOLD + 1).map(goal).collect()
}
