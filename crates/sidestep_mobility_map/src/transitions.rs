//! Where one may jump: the cheap minima of the transition surface, over all pairs of frames.
//!
//! A jump from i to j leaves out frame a = i + 1 and plays b = j instead; its cost is
//! T(a, b) = (E(a, b) + E(a-1, b-1)) / 2. T is symmetric, since E is: whatever may replace a may be
//! replaced by it. So half of all pairs tell everything, and each of them two jumps.
//!
//! The surface is never held. Frames are cut into short segments; because E is a metric, the distance
//! of two segments' middles less their radii bounds T from below, and only pairs of segments that may
//! hold a cheap jump are looked at, in a tile small enough for the nearest cache.

use crate::{
    config::GraphConfig,
    pose_distance::{Columns, LANES, PoseTable, transition_cost},
};
use rayon::prelude::*;
use sidestep_motion::{Contacts, MotionLibrary};
use std::ops::Range;

/// Frames in a segment. PERF: 8 and 32 were slower.
const SEGMENT: usize = 16;

/// Largest neighbourhood over which a minimum can be asked for.
pub(crate) const MOST_RADIUS: usize = 15;

/// What rounding may take from a lower bound, as a share of the distances it is made of.
const ROUNDING: f32 = 1e-5;

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
    let radius = config.minimum_radius.min(MOST_RADIUS);
    let segments = segments(library, table, radius);
    let mut middles = Columns::default();
    middles.load_each(table, segments.iter().map(|segment| segment.middle));
    let surface = Surface {
        table,
        contacts: config.contacts_agree.then_some(&library.parts().contacts),
        least_jump: frames_of(config.least_jump_secs, library.rate_hz()).max(1),
        radius,
        most_cost,
    };
    let rows =
        segments.par_iter().enumerate().map_init(Tile::default, |tile, (number, segment)| {
            let mut found = Vec::new();
            let mut bounds = vec![[0.0; LANES]; segments.len().div_ceil(LANES)];
            table.distances(segment.middle, &middles, &mut bounds);
            let bounds = bounds.as_flattened();
            for (other, between) in segments.iter().zip(bounds).skip(number) {
                if may_be_cheap(segment, other, *between, most_cost) {
                    tile.fill(&surface, segment, other);
                    tile.minima(&surface, segment, other, &mut found);
                }
            }
            found
        });
    let mut all: Vec<Transition> = rows.collect::<Vec<_>>().into_iter().flatten().collect();
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
    /// The frames whose distances are needed to judge all of `frames`.
    needed: Range<usize>,
    middle: usize,
    /// The farthest that a frame of the segment, or the one before it, is from the middle.
    reach: f32,
}

/// What the cost of a pair of frames depends on.
struct Surface<'a> {
    table: &'a PoseTable,
    contacts: Option<&'a [Contacts]>,
    least_jump: usize,
    radius: usize,
    most_cost: f32,
}

/// The distances of the frames of two segments.
#[derive(Default)]
struct Tile {
    columns: Columns,
    distances: Vec<[f32; LANES]>,
    rows: Range<usize>,
    from: usize,
    groups: usize,
}

impl Tile {
    fn fill(&mut self, surface: &Surface<'_>, rows: &Segment, columns: &Segment) {
        self.rows = rows.needed.clone();
        self.from = columns.needed.start;
        self.groups = columns.needed.len().div_ceil(LANES);
        self.columns.load_each(surface.table, columns.needed.clone());
        self.distances.resize(self.rows.len() * self.groups, [0.0; LANES]);
        for (row, out) in self.rows.clone().zip(self.distances.chunks_exact_mut(self.groups)) {
            surface.table.distances(row, &self.columns, out);
        }
    }

    fn distance(&self, a: usize, b: usize) -> f32 {
        let (row, column) = (a - self.rows.start, b - self.from);
        self.distances[row * self.groups + column / LANES][column % LANES]
    }

    fn cost(&self, surface: &Surface<'_>, a: usize, b: usize) -> f32 {
        if surface.forbids(a, b) {
            return f32::INFINITY;
        }
        transition_cost(self.distance(a, b), self.distance(a - 1, b - 1))
    }

    fn minima(
        &self,
        surface: &Surface<'_>,
        rows: &Segment,
        columns: &Segment,
        found: &mut Vec<Transition>,
    ) {
        for a in rows.frames.clone() {
            let within_clip = rows.clip == columns.clip;
            let least = if within_clip { a + surface.least_jump } else { 0 };
            for b in columns.frames.start.max(least)..columns.frames.end {
                // First what is cheap to tell, and rarely true.
                let free = transition_cost(self.distance(a, b), self.distance(a - 1, b - 1));
                if free > surface.most_cost || surface.forbids(a, b) {
                    continue;
                }
                if self.is_minimum(surface, (rows, a), (columns, b), free) {
                    #[expect(
                        clippy::cast_possible_truncation,
                        reason = "frames are counted in u32"
                    )]
                    found.push(Transition { first: a as u32, second: b as u32, cost: free });
                }
            }
        }
    }

    /// Whether no place around is cheaper; of equal ones the earliest is the minimum.
    fn is_minimum(
        &self,
        surface: &Surface<'_>,
        (rows, a): (&Segment, usize),
        (columns, b): (&Segment, usize),
        cost: f32,
    ) -> bool {
        around(a, &rows.clip, surface.radius).all(|row| {
            around(b, &columns.clip, surface.radius).all(|column| {
                let other = self.cost(surface, row, column);
                cost < other || (cost == other && (a, b) <= (row, column))
            })
        })
    }
}

impl Surface<'_> {
    /// Whether feet would be down on one side of the jump only.
    fn forbids(&self, a: usize, b: usize) -> bool {
        self.contacts.is_some_and(|all| all[a] != all[b] || all[a - 1] != all[b - 1])
    }
}

fn segments(library: &MotionLibrary, table: &PoseTable, radius: usize) -> Vec<Segment> {
    let mut segments = Vec::new();
    for clip in library.clips() {
        let clip = clip.frames.start as usize..clip.frames.end as usize;
        for start in (clip.start + 1..clip.end).step_by(SEGMENT) {
            let frames = start..clip.end.min(start + SEGMENT);
            let middle = usize::midpoint(frames.start, frames.end - 1);
            let reach = (start - 1..frames.end).map(|frame| table.distance(middle, frame));
            segments.push(Segment {
                reach: reach.fold(0.0, f32::max),
                needed: clip.start.max(start.saturating_sub(1 + radius))
                    ..clip.end.min(frames.end + radius),
                frames,
                clip: clip.clone(),
                middle,
            });
        }
    }
    segments
}

fn may_be_cheap(a: &Segment, b: &Segment, between: f32, most_cost: f32) -> bool {
    let reach = a.reach + b.reach;
    between - reach <= most_cost + ROUNDING * (between + reach)
}

/// The frames around one that can be replaced.
fn around(frame: usize, clip: &Range<usize>, radius: usize) -> Range<usize> {
    (clip.start + 1).max(frame.saturating_sub(radius))..clip.end.min(frame + radius + 1)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few seconds")]
fn frames_of(secs: f32, rate_hz: f32) -> usize {
    (secs * rate_hz).round().max(0.0) as usize
}
