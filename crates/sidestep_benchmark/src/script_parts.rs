//! What the scripts of all inputs are made with.

use sidestep_control::{Goal, Script};

/// How long a take goes straight on at first.
pub(crate) const LEAD_SECS: f32 = 3.0;

/// A script of goals without pushes.
pub(crate) fn script(goals: Vec<(f32, Goal)>, end_secs: f32) -> Script {
    Script { goals, pushes: Vec::new(), end_secs }
}

/// Times are written in tenths of a second, so that they are read as they were.
pub(crate) fn tenths(secs: f32) -> f32 {
    (10.0 * secs).round() / 10.0
}

pub(crate) fn whole(count: usize) -> f32 {
    count as f32
}
