//! What frames are compared by besides, where a gait is wanted: how high the pelvis is and how fast
//! the body goes.
//!
//! Feet, hips and the way ahead alone keep a character in what is most like it: the lowest walks after a
//! crouch, the slowest after standing.

use crate::features::{clip_of, frames};
use sidestep_control::{FrameGaits, Gait};
use sidestep_motion::{FrameId, MotionLibrary};

/// Numbers that say how a frame goes: height and speed.
pub(crate) const DIMS: usize = 2;

/// Both are means over this time from the frame on. If it began later, what is about to go as wanted
/// would be as good as what does, and a character would join it again and again and never go so.
const AHEAD_SECS: f32 = 0.5;

/// How much height and speed count, in units of their spread over the library: more than all else
/// together, so that who is asked for a gait goes in it.
const WEIGHTS: [f32; DIMS] = [6.0, 4.0];

/// How every frame goes.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    rows: Vec<[f32; DIMS]>,
    scales: [f32; DIMS],
    /// The usual height of each gait.
    heights: [f32; Gait::ALL.len()],
}

impl Manners {
    pub(crate) fn new(library: &MotionLibrary, gaits: &FrameGaits) -> Self {
        let all = || (0_u32..).take(library.len());
        let mut rows: Vec<[f32; DIMS]> = all().map(|frame| seen(library, frame)).collect();
        let mut scales = WEIGHTS;
        for (dim, scale) in scales.iter_mut().enumerate() {
            *scale /= spread(rows.iter().map(|row| row[dim])).max(1e-3);
            rows.iter_mut().for_each(|row| row[dim] *= *scale);
        }
        Self { rows, scales, heights: Gait::ALL.map(|gait| gaits.usual_height(gait)) }
    }

    /// How a frame goes.
    pub(crate) fn row(&self, frame: u32) -> [f32; DIMS] {
        self.rows[frame as usize]
    }

    /// How a frame should go.
    pub(crate) fn wanted(&self, gait: Gait, speed: f32) -> [f32; DIMS] {
        [self.heights[gait as usize] * self.scales[0], speed * self.scales[1]]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }
}

/// Mean height of the pelvis and mean speed from a frame on.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn seen(library: &MotionLibrary, frame: u32) -> [f32; DIMS] {
    let last = clip_of(library, frame).frames.end.saturating_sub(1);
    let to = (frame + frames(library, AHEAD_SECS)).min(last);
    let heights = (frame..=to).map(|frame| library.pose(FrameId(frame)).root_position.y);
    let place = |frame: u32| library.ground(FrameId(frame)).position();
    let secs = (to - frame) as f32 * library.frame_secs();
    let speed = if to > frame { place(frame).distance(place(to)) / secs } else { 0.0 };
    [heights.sum::<f32>() / (to - frame + 1) as f32, speed]
}

/// The standard deviation.
#[expect(clippy::cast_precision_loss, reason = "a mean")]
fn spread(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let n = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / n;
    (values.map(|value| (value - mean) * (value - mean)).sum::<f32>() / n).sqrt()
}
