//! How far a way has been walked in thought.

use crate::spot::Spot;

/// How far a thought has walked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) spot: Spot,
    /// Metres a second over the last few frames.
    pub(crate) velocity: [f32; 2],
    /// Radians a second over the last few frames.
    pub(crate) turn_rate: f32,
    pub(crate) secs: f32,
    pub(crate) metres: f32,
    pub(crate) transitions: f32,
    /// What was not as wanted so far, summed over time.
    pub(crate) spent: f32,
}

impl Progress {
    /// Before the first step.
    pub(crate) fn at(spot: Spot) -> Self {
        Self {
            spot,
            velocity: [0.0; 2],
            turn_rate: 0.0,
            secs: 0.0,
            metres: 0.0,
            transitions: 0.0,
            spent: 0.0,
        }
    }
}
