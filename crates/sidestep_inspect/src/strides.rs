//! Strides as a clock: people choose step length and cadence in a nearly fixed ratio.

use crate::{clip_view::ClipView, travel::Travel};
use sidestep_motion::Side;

/// Slowest travel that counts as walking ahead, in metres a second.
const LEAST_SPEED: f32 = 0.4;

/// Widest angle between travel and heading, and largest turn in a stride, in radians.
const STRAIGHT: f32 = 0.5;

/// From one strike of a foot to its next, straight ahead.
pub(crate) struct Stride {
    /// How long it took.
    pub(crate) secs: f32,
    /// Step length over cadence, in metres times minutes: about 0.006 at every natural speed.
    pub(crate) walk_ratio: f32,
}

/// The strides of a clip that lead straight ahead.
pub(crate) fn strides(clip: &ClipView<'_>, travel: &Travel) -> Vec<Stride> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let touches = |frame: usize| clip.contacts[frame].get(side);
        let strikes: Vec<usize> =
            (1..clip.len()).filter(|frame| touches(*frame) && !touches(frame - 1)).collect();
        found.extend(strikes.windows(2).filter_map(|pair| stride(clip, travel, pair[0], pair[1])));
    }
    found
}

fn stride(clip: &ClipView<'_>, travel: &Travel, from: usize, to: usize) -> Option<Stride> {
    let secs = clip.secs(to - from);
    let speed = clip.grounds[from].position().distance(clip.grounds[to].position()) / secs;
    let is_straight = (from..to).all(|frame| travel.directions[frame].abs() < STRAIGHT)
        && (travel.headings[to] - travel.headings[from]).abs() < STRAIGHT;
    // v T² / 240: a stride of v T metres is two steps, and its cadence 120 / T steps a minute.
    let walk_ratio = speed * secs * secs / 240.0;
    (speed > LEAST_SPEED && is_straight && secs < 3.0).then_some(Stride { secs, walk_ratio })
}
