//! Whether joins between clips show.

use crate::{
    settings::Settings,
    source::Source,
    statistics::{fraction, ratio},
    steered::steer_at_random,
    subject::Subject,
};
use serde::Serialize;

/// What `measure transitions` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Transitions {
    /// Changes of direction, each of which asks for a transition.
    pub n: usize,
    /// Speed of planted feet.
    pub skate_cm_per_s: f32,
    /// Share of frames with a joint angular acceleration above the source's 99.9th percentile.
    pub acceleration_over_source_p999_fraction: f32,
    /// The largest angular acceleration over that percentile.
    pub acceleration_max_ratio: f32,
}

/// Steers at random and looks at the joins.
pub fn transitions(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Transitions {
    let steered = steer_at_random(subject, source, settings);
    let over = |acceleration: &&f32| **acceleration > source.acceleration_p999;
    let above = steered.accelerations.iter().filter(over).count();
    let largest = steered.accelerations.iter().copied().fold(0.0, f32::max);
    Transitions {
        n: settings.steered_starts * usize::from(settings.steered_secs).div_ceil(2),
        skate_cm_per_s: steered.contacts.skate_cm_per_s(),
        acceleration_over_source_p999_fraction: fraction(above, steered.accelerations.len()),
        acceleration_max_ratio: ratio(largest, source.acceleration_p999),
    }
}
