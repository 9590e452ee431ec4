//! States that nothing else is like: from them there is no way but on.

use crate::{
    core::Core,
    neighborhoods::{Elsewhere, elsewhere},
    survey::seconds,
};
use serde::Serialize;

/// A state is isolated where the nearest state elsewhere is farther than this many times the median.
const FAR: f32 = 3.0;

/// Isolated states this close to each other are one stretch.
const GAP_SECS: f32 = 0.2;

/// How far states are from the nearest one elsewhere: of another clip, or half a second away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Isolation {
    /// Median of that distance.
    pub median_distance: f32,
    /// States with more than three times as much.
    pub isolated_states: usize,
    /// The stretches they make, the longest first.
    pub stretches: Vec<Stretch>,
}

/// A part of a clip that is unlike everything else.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stretch {
    /// Name of the clip.
    pub clip: String,
    /// Where it begins in the clip.
    pub from_secs: f32,
    /// Where it ends.
    pub to_secs: f32,
    /// Its distance to the nearest state elsewhere, over the median.
    pub distance_over_median: f32,
}

impl Isolation {
    pub(crate) fn of(core: &Core) -> Self {
        let found = elsewhere(core);
        let mut distances: Vec<f32> = found.iter().map(|near| near.distance).collect();
        let middle = distances.len() / 2;
        let median = match distances.get(middle) {
            Some(_) => *distances.select_nth_unstable_by(middle, f32::total_cmp).1,
            None => 0.0,
        };
        let far: Vec<&Elsewhere> =
            found.iter().filter(|near| near.distance > FAR * median).collect();
        Self {
            median_distance: median,
            isolated_states: far.len(),
            stretches: stretches(core, &far, median),
        }
    }
}

fn stretches(core: &Core, far: &[&Elsewhere], median: f32) -> Vec<Stretch> {
    let (library, secs) = (&core.library, core.library.frame_secs());
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut last: Option<u32> = None;
    for near in far {
        let frame = core.states.frame(near.row);
        let clip = &library.clips()[library.clip_of(frame).index()];
        let at = seconds((frame.0 - clip.frames.start) as usize, secs);
        let over = near.distance / median.max(f32::MIN_POSITIVE);
        let goes_on = last.is_some_and(|last| {
            seconds(core.states.apart(last, near.row) as usize, secs) <= GAP_SECS
        });
        match stretches.last_mut() {
            Some(stretch) if goes_on => {
                stretch.to_secs = at;
                stretch.distance_over_median = stretch.distance_over_median.max(over);
            }
            _ => stretches.push(Stretch {
                clip: clip.name.clone(),
                from_secs: at,
                to_secs: at,
                distance_over_median: over,
            }),
        }
        last = Some(near.row);
    }
    let length = |stretch: &Stretch| stretch.to_secs - stretch.from_secs;
    stretches.sort_by(|a, b| length(b).total_cmp(&length(a)));
    stretches
}
