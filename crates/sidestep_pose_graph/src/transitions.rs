//! Where one may jump: the cheap minima of the transition surface, over all pairs of frames.
//!
//! A jump from i to j leaves out frame a = i + 1 and plays b = j instead; its cost is
//! T(a, b) = (E(a, b) + E(a-1, b-1)) / 2. T is symmetric, since E is: whatever may replace a may be
//! replaced by it. So half of all pairs tell everything, and each of them two jumps.
//!
//! The surface is never held: it is looked at in tiles of a few frames each way. In a tile a lower
//! bound of every cost is worked out first, many at a time; the exact cost only where it may be low.

use crate::{
    config::{GraphConfig, MOST_RADIUS},
    distance_bound::{BoundTable, Columns, LANES},
    pose_distance::{PoseTable, transition_cost},
};
use sidestep_motion::{Contacts, MotionLibrary};
use sidestep_parallel::prelude::*;
use std::ops::Range;

/// Frames of a clip that are looked at together: with the one before them they fill whole lanes.
const SEGMENT: usize = 2 * LANES - 1;

/// What rounding may add to a lower bound, as a share of it.
const ROUNDING: f32 = 1e-4;

/// A pair of frames that may replace each other.
///
/// After frame `first - 1` may come `second`, and after frame `second - 1` may come `first`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// The earlier frame of the library.
    pub first: u32,
    /// The later one.
    pub second: u32,
    /// T(first, second), the cost τ of both jumps.
    pub cost: f32,
}

/// All minima of the transition surface that cost at most `most_cost`, in the order of their frames.
pub fn transitions(
    library: &MotionLibrary,
    table: &PoseTable,
    config: &GraphConfig,
    most_cost: f32,
) -> Vec<Transition> {
    let bounds = BoundTable::new(table);
    let segments = segments(library);
    let surface = Surface {
        table,
        contacts: config.contacts_agree.then_some(&library.parts().contacts),
        least_jump: frames_of(config.least_jump_secs, library.rate_hz()).max(1),
        radius: config.minimum_radius.min(MOST_RADIUS),
        most_cost,
    };
    // For the columns of one segment all rows before it, so that they are loaded once.
    let columns =
        segments.par_iter().enumerate().map_init(Tile::default, |tile, (number, column)| {
            let mut found = Vec::new();
            tile.columns.load(&bounds, column.frames.start - 1..column.frames.end);
            for row in &segments[..=number] {
                tile.fill(&bounds, row, column);
                tile.minima(&surface, row, column, &mut found);
            }
            found
        });
    let mut all: Vec<Transition> = columns.collect::<Vec<_>>().into_iter().flatten().collect();
    all.sort_unstable_by_key(|transition| (transition.first, transition.second));
    all
}

/// Some consecutive frames of one clip.
#[derive(Clone, Debug)]
struct Segment {
    /// Frames that can be replaced: each has a frame before it.
    frames: Range<usize>,
    /// The frames of the clip.
    clip: Range<usize>,
}

/// What the cost of a pair of frames depends on.
struct Surface<'a> {
    table: &'a PoseTable,
    contacts: Option<&'a [Contacts]>,
    least_jump: usize,
    radius: usize,
    most_cost: f32,
}

/// Bounds of the distances of the frames of two segments, and of the ones before them.
#[derive(Default)]
struct Tile {
    columns: Columns,
    bounds: Vec<[f32; LANES]>,
}

impl Tile {
    fn fill(&mut self, table: &BoundTable, rows: &Segment, columns: &Segment) {
        self.bounds.clear();
        for row in rows.frames.start - 1..rows.frames.end {
            table.bounds(row, &self.columns, &mut self.bounds);
        }
        debug_assert_eq!(self.bounds.len() % columns.groups(), 0);
    }

    fn minima(
        &self,
        surface: &Surface<'_>,
        rows: &Segment,
        columns: &Segment,
        found: &mut Vec<Transition>,
    ) {
        let most = 2.0 * surface.most_cost * (1.0 + ROUNDING);
        let width = columns.groups() * LANES;
        let bounds = self.bounds.as_flattened().chunks_exact(width);
        let pairs = bounds.clone().zip(bounds.skip(1));
        for (a, (before, now)) in rows.frames.clone().zip(pairs) {
            let least = if rows.clip == columns.clip { a + surface.least_jump } else { 0 };
            for (b, (before, now)) in columns.frames.clone().zip(before.iter().zip(&now[1..])) {
                if before + now <= most && b >= least {
                    found.extend(surface.minimum((a, &rows.clip), (b, &columns.clip)));
                }
            }
        }
    }
}

impl Segment {
    fn groups(&self) -> usize {
        (self.frames.len() + 1).div_ceil(LANES)
    }
}

impl Surface<'_> {
    /// The transition at (a, b), if it is cheap and a minimum; of equal ones the earliest is it.
    fn minimum(
        &self,
        (a, clip_of_a): (usize, &Range<usize>),
        (b, clip_of_b): (usize, &Range<usize>),
    ) -> Option<Transition> {
        let cost = self.cost(a, b);
        if cost > self.most_cost {
            return None;
        }
        let is_lower = |row: usize, column: usize| {
            let other = self.cost(row, column);
            other < cost || (other == cost && (row, column) < (a, b))
        };
        let undercut = around(a, clip_of_a, self.radius)
            .any(|row| around(b, clip_of_b, self.radius).any(|column| is_lower(row, column)));
        (!undercut).then_some(Transition { first: a as u32, second: b as u32, cost })
    }

    /// T(a, b); infinite where a foot would be down on one side of the jump only.
    fn cost(&self, a: usize, b: usize) -> f32 {
        let disagree = |all: &[Contacts]| all[a] != all[b] || all[a - 1] != all[b - 1];
        if self.contacts.is_some_and(disagree) {
            return f32::INFINITY;
        }
        transition_cost(self.table.distance(a, b), self.table.distance(a - 1, b - 1))
    }
}

fn segments(library: &MotionLibrary) -> Vec<Segment> {
    let mut segments = Vec::new();
    for clip in library.clips() {
        let clip = clip.frames.start as usize..clip.frames.end as usize;
        for start in (clip.start + 1..clip.end).step_by(SEGMENT) {
            let frames = start..clip.end.min(start + SEGMENT);
            segments.push(Segment { frames, clip: clip.clone() });
        }
    }
    segments
}

/// The frames around one that can be replaced.
fn around(frame: usize, clip: &Range<usize>, radius: usize) -> Range<usize> {
    (clip.start + 1).max(frame.saturating_sub(radius))..clip.end.min(frame + radius + 1)
}

fn frames_of(secs: f32, rate_hz: f32) -> usize {
    (secs * rate_hz).round().max(0.0) as usize
}
