//! Bends and shortens stretches of a clip by given amounts.

use crate::{follow::follow, path::Path};
use sidestep_motion::{Clip, JointMotion, facing::ground_transforms};

/// A stretch that goes less than this far, in metres, is bent the less the shorter it is: a body that
/// stands does not turn with its path.
const LEAST_WAY: f32 = 0.5;

/// What becomes of a stretch of frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// How many frames it has.
    pub frames: usize,
    /// Its length, as a share of what it was.
    pub length: f32,
    /// By how much it turns further to the left than it did, in radians.
    pub angle: f32,
}

/// Bends and shortens the stretches of a clip, one after the other. The stretch is as asked in its
/// middle, and neighbours flow into each other. The first frame stays where it is.
pub fn edit_path(clip: &Clip, stretches: &[Stretch]) -> Clip {
    let grounds = ground_transforms(&JointMotion::of(clip));
    let path = Path::of(&grounds);
    let (mut first, mut turn) = (0, 0.0);
    let mut knots = Vec::with_capacity(stretches.len() + 1);
    for stretch in stretches {
        let last = (first + stretch.frames).min(path.steps().len());
        let way: f32 = path.steps()[first.min(last)..last].iter().map(|step| step.length()).sum();
        let angle = stretch.angle * (way / LEAST_WAY).min(1.0);
        // Half of the bend lies before the middle and half after it.
        knots.push((first + (last - first) / 2, stretch.length, turn + 0.5 * angle));
        turn += angle;
        first = last;
    }
    let edited = path.scaled(&between(&knots, path.steps().len()));
    follow(clip, &grounds, &edited.grounds(&grounds))
}

/// Lengths and angles for every step, smooth between those given for some.
fn between(knots: &[(usize, f32, f32)], steps: usize) -> Vec<(f32, f32)> {
    let Some((first, last)) = knots.first().zip(knots.last()) else {
        return vec![(1.0, 0.0); steps];
    };
    let mut at = 0;
    let value = |step: usize| {
        while at + 1 < knots.len() && knots[at + 1].0 <= step {
            at += 1;
        }
        match (step <= first.0, knots.get(at + 1)) {
            (true, _) => (first.1, first.2),
            (false, None) => (last.1, last.2),
            (false, Some(next)) => {
                let before = &knots[at];
                let t = share(step - before.0, next.0 - before.0);
                let t = t * t * (3.0 - 2.0 * t);
                let mix = |a: f32, b: f32| a + (b - a) * t;
                (mix(before.1, next.1), mix(before.2, next.2))
            }
        }
    };
    (0..steps).map(value).collect()
}

fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}
