//! What a character costs: time, memory, allocations.

use crate::{
    chance::Chance,
    run::RATE_HZ,
    settings::Settings,
    source::Source,
    subject::{Subject, draw},
};
use serde::Serialize;
use sidestep_control::Goal;
use std::f32::consts::PI;

/// Ticks timed together.
const STEPS: u32 = 2000;

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
    /// Bytes of one character.
    pub bytes_per_character: usize,
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
    for attempt in 0..TRIES {
        let mut chance = Chance::new(settings.seed, attempt);
        let mut character = subject.spawn_at(draw(&moving, &mut chance));
        let goals: Vec<Goal> = (0..STEPS / 60 + 1)
            .map(|_| Goal::walk(chance.between(-PI, PI), source.median_speed))
            .collect();
        let (allocated, begun) = ((hooks.allocations)(), (hooks.cpu_secs)());
        for step in 0..STEPS {
            character.advance(&goals[(step / 60) as usize], 1.0 / RATE_HZ);
        }
        best_secs = best_secs.min((hooks.cpu_secs)() - begun);
        let after = (hooks.allocations)();
        allocations = allocated.zip(after).map(|(before, after)| after - before);
        footprint = character.footprint();
    }
    #[expect(clippy::cast_precision_loss, reason = "a count")]
    let per_step = |count: u64| count as f64 / f64::from(STEPS);
    Cost {
        step_us: 1e6 * best_secs / f64::from(STEPS),
        search_us: None,
        bytes_per_character: footprint.memory_bytes,
        controller_bytes: footprint.controller_bytes,
        allocations_per_step: allocations.map(per_step),
    }
}
