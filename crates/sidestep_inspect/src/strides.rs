//! Strides as a clock: people choose step length and cadence in a nearly fixed ratio.

use crate::{clip_view::ClipView, travel::Travel};
use sidestep_motion::Side;

/// Slowest travel that counts as walking ahead, in metres a second.
const LEAST_SPEED: f32 = 0.4;

/// Widest angle between travel and heading, and largest turn in a stride, in radians.
const STRAIGHT: f32 = 0.5;

/// Slowest over fastest speed within a stride: starts, stops and stumbles are no rhythm.
const LEAST_STEADINESS: f32 = 0.6;

/// Shorter than this, in metres, is a foot that shuffles.
const LEAST_LENGTH: f32 = 0.4;

/// From one strike of a foot to its next, straight ahead.
pub(crate) struct Stride {
    /// How long it took.
    pub(crate) secs: f32,
    /// Step length over cadence, in metres times minutes: about 0.006 at every natural speed.
    pub(crate) walk_ratio: f32,
}

/// The strides of a clip that lead straight ahead at an even speed, the other foot striking once.
pub(crate) fn strides(clip: &ClipView<'_>, travel: &Travel) -> Vec<Stride> {
    let strikes = Side::BOTH.map(|side| {
        let touches = |frame: usize| clip.contacts[frame].get(side);
        (1..clip.len()).filter(|frame| touches(*frame) && !touches(frame - 1)).collect::<Vec<_>>()
    });
    let mut found = Vec::new();
    for (own, other) in [(&strikes[0], &strikes[1]), (&strikes[1], &strikes[0])] {
        for pair in own.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if other.iter().filter(|frame| (from + 1..to).contains(*frame)).count() == 1 {
                found.extend(stride(clip, travel, from, to));
            }
        }
    }
    found
}

fn stride(clip: &ClipView<'_>, travel: &Travel, from: usize, to: usize) -> Option<Stride> {
    let secs = clip.secs(to - from);
    let length = clip.grounds[from].position().distance(clip.grounds[to].position());
    let speed = length / secs;
    let is_straight = (from..to).all(|frame| travel.directions[frame].abs() < STRAIGHT)
        && (travel.headings[to] - travel.headings[from]).abs() < STRAIGHT;
    let speeds = &travel.speeds[from..to];
    let slowest = speeds.iter().copied().fold(f32::MAX, f32::min);
    let fastest = speeds.iter().copied().fold(0.0, f32::max);
    let is_even = slowest > LEAST_STEADINESS * fastest;
    let is_walk = speed > LEAST_SPEED && length > LEAST_LENGTH && secs < 3.0;
    // v T² / 240: a stride of v T metres is two steps, and its cadence 120 / T steps a minute.
    let walk_ratio = speed * secs * secs / 240.0;
    (is_walk && is_straight && is_even).then_some(Stride { secs, walk_ratio })
}
