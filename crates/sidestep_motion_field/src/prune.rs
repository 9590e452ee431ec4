//! Pruning: which states can go because others are like them.
//!
//! Farthest-first traversal (Gonzalez, "Clustering to minimize the maximum intercluster distance",
//! Theor. Comput. Sci. 38, 1985) in the metric of the field: keep the state that is farthest from
//! those kept already, again and again. Rare states come first, dense stretches are thinned evenly,
//! and the largest distance to a kept state is at most twice the least possible. The last state of
//! every clip is kept in any case.

use crate::core::Core;
use serde::Serialize;
use sidestep_motion::FrameId;
use sidestep_parallel::prelude::*;

/// How far the states are from the nearest kept one when only a share of them is kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Redundancy {
    /// Share of the states kept.
    pub kept_fraction: f32,
    /// Largest distance of a state to the nearest kept one.
    pub radius: f32,
    /// That over the median distance from a frame to the next.
    pub radius_in_frames: f32,
}

/// Larger fields are not asked for their redundancy: the traversal is quadratic.
const MOST_STATES: usize = 12_000;

/// The frames whose states can go when a share of them is kept.
pub(crate) fn redundant(core: &Core, keep: f32) -> Vec<FrameId> {
    let rows: Vec<u32> = core.listed().collect();
    let traversal = Traversal::of(core, &rows, count(rows.len(), keep));
    let mut is_kept = vec![false; rows.len()];
    traversal.order.iter().for_each(|at| is_kept[*at] = true);
    let gone = rows.into_iter().zip(is_kept).filter(|(_, kept)| !kept);
    gone.map(|(row, _)| core.states.frame(row)).collect()
}

/// How far the states would be from the kept ones for some shares, the largest share first.
pub(crate) fn radii(core: &Core, shares: &[f32]) -> Vec<Redundancy> {
    let rows: Vec<u32> = core.listed().collect();
    let most = shares.iter().copied().fold(0.0, f32::max);
    if rows.len() > MOST_STATES {
        return Vec::new();
    }
    let traversal = Traversal::of(core, &rows, count(rows.len(), most));
    let step = usual_step(core, &rows);
    let radius = |share: f32| {
        let kept = count(rows.len(), share).max(traversal.forced);
        traversal.radii.get(kept.saturating_sub(1)).or(traversal.radii.last()).copied()
    };
    let of = |share: &f32| {
        let radius = radius(*share).unwrap_or(0.0);
        Redundancy { kept_fraction: *share, radius, radius_in_frames: radius / step }
    };
    shares.iter().map(of).collect()
}

fn count(rows: usize, share: f32) -> usize {
    ((rows as f64 * f64::from(share)).round() as usize).clamp(1, rows.max(1))
}

/// The median distance from a row to the next.
fn usual_step(core: &Core, rows: &[u32]) -> f32 {
    let pairs = rows.windows(2).filter(|pair| core.states.apart(pair[0], pair[1]) == 1);
    let mut steps: Vec<f32> = pairs
        .map(|pair| distance_squared(core.index.row(pair[0]), core.index.row(pair[1])).sqrt())
        .collect();
    steps.sort_by(f32::total_cmp);
    steps.get(steps.len() / 2).copied().unwrap_or(1.0).max(f32::MIN_POSITIVE)
}

/// A farthest-first traversal.
struct Traversal {
    /// Places among the rows, in the order in which they are kept.
    order: Vec<usize>,
    /// Largest distance to the kept ones after each.
    radii: Vec<f32>,
    /// How many were kept in any case.
    forced: usize,
}

impl Traversal {
    fn of(core: &Core, rows: &[u32], keep: usize) -> Self {
        let clip =
            |at: usize| rows.get(at).map(|row| core.library.clip_of(core.states.frame(*row)));
        let mut waiting: Vec<usize> =
            (0..rows.len()).filter(|at| clip(*at) != clip(at + 1)).collect();
        let forced = waiting.len();
        let mut nearest = vec![f32::INFINITY; rows.len()];
        let mut traversal = Self { order: Vec::new(), radii: Vec::new(), forced };
        waiting.reverse();
        while traversal.order.len() < keep.max(forced) {
            let next = waiting.pop().unwrap_or_else(|| farthest(&nearest));
            let center = core.index.row(rows[next]);
            nearest.par_iter_mut().zip(rows).with_min_len(256).for_each(|(nearest, row)| {
                *nearest = nearest.min(distance_squared(core.index.row(*row), center));
            });
            traversal.order.push(next);
            traversal.radii.push(nearest[farthest(&nearest)].sqrt());
        }
        traversal
    }
}

/// The first of the farthest.
fn farthest(nearest: &[f32]) -> usize {
    let by_distance = |a: &usize, b: &usize| nearest[*a].total_cmp(&nearest[*b]).then(b.cmp(a));
    (0..nearest.len()).max_by(by_distance).unwrap_or(0)
}

/// Sixteen sums side by side, which a compiler turns into vector instructions.
fn distance_squared(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 16];
    for (a, b) in a.chunks(16).zip(b.chunks(16)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}
