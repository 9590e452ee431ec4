//! Many queries at once: those close together share one walk.
//!
//! Around the centre c of the queries, all rows are collected that can be among the `k` nearest of
//! any of them. If the k-th nearest row of c is at distance r and a query q at distance s from c,
//! then the k-th nearest of q is within r + s of q (the k rows around c are), hence within r + 2 s
//! of c. Every query is then compared with that short list alone.

use crate::{
    best::{Neighbor, pack, unpack},
    boxes::head_distances,
    index::NearestIndex,
    lanes::{Kernel, Lanes, Line, WIDTH},
    scratch::SearchScratch,
    walk::{collect_within, find_nearest, near_lanes},
};

/// Rows shared by a batch, at most; beyond that the queries are too far apart to gain by sharing.
const MOST_SHARED: usize = 1024;

/// The neighbours of each query of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NeighborLists {
    neighbors: Vec<Neighbor>,
    ends: Vec<usize>,
}

impl NeighborLists {
    /// Number of queries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there was no query.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The neighbours of one query, nearest first.
    pub fn get(&self, query: usize) -> &[Neighbor] {
        let from = if query == 0 { 0 } else { self.ends[query - 1] };
        &self.neighbors[from..self.ends[query]]
    }

    /// The lists in the order of the queries.
    pub fn iter(&self) -> impl Iterator<Item = &[Neighbor]> {
        (0..self.len()).map(|query| self.get(query))
    }

    pub(crate) fn clear(&mut self) {
        self.neighbors.clear();
        self.ends.clear();
    }

    pub(crate) fn push(&mut self, found: impl Iterator<Item = Neighbor>) {
        self.neighbors.extend(found);
        self.ends.push(self.neighbors.len());
    }
}

/// Searches for many queries.
pub(crate) struct SearchMany<'a> {
    pub(crate) index: &'a NearestIndex,
    pub(crate) queries: &'a [f32],
    pub(crate) k: usize,
    pub(crate) scratch: &'a mut SearchScratch,
    pub(crate) out: &'a mut NeighborLists,
}

impl Kernel for SearchMany<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Self { index, queries, k, scratch, out } = self;
        out.clear();
        let shared = gather_around_centre(l, index, queries, k, scratch);
        for query in queries.chunks(index.dims) {
            if !index.accepts(query, k) {
                out.push(std::iter::empty());
                continue;
            }
            index.prepare(l, query, &mut scratch.query);
            if shared {
                compare_candidates(l, index, k, scratch);
            } else {
                find_nearest(l, index, k, scratch);
            }
            out.push(scratch.best.neighbors());
        }
    }
}

/// Gathers what all queries need to be compared with; false where that is more than it saves.
#[inline(always)]
fn gather_around_centre<L: Lanes>(
    l: L,
    index: &NearestIndex,
    queries: &[f32],
    k: usize,
    scratch: &mut SearchScratch,
) -> bool {
    let rows = || queries.chunks(index.dims);
    if rows().len() < 3 || !rows().all(|query| index.accepts(query, k)) {
        return false;
    }
    let mut centre = std::mem::take(&mut scratch.centre);
    centre.clear();
    centre.resize(index.dims, 0.0);
    let share = 1.0 / rows().len() as f32;
    for query in rows() {
        centre.iter_mut().zip(query).for_each(|(c, x)| *c += share * x);
    }
    let finite = index.accepts(&centre, k);
    let spread = rows().map(|query| spread_between(query, &centre)).fold(0.0, f32::max);
    index.prepare(l, &centre, &mut scratch.query);
    scratch.centre = centre;
    finite && {
        find_nearest(l, index, k, scratch);
        gather_within(l, index, spread, scratch)
    }
}

/// The squared distance of two rows, up to rounding.
#[inline(always)]
fn spread_between(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; WIDTH];
    for (a, b) in a.chunks(WIDTH).zip(b.chunks(WIDTH)) {
        for (sum, (a, b)) in sums.iter_mut().zip(a.iter().zip(b)) {
            *sum += (a - b) * (a - b);
        }
    }
    sums.iter().sum()
}

/// Gathers all rows within reach of queries `spread` (squared) around the centre, nearest first.
#[inline(always)]
fn gather_within<L: Lanes>(
    l: L,
    index: &NearestIndex,
    spread: f32,
    scratch: &mut SearchScratch,
) -> bool {
    let Some(nearest) = scratch.best.farthest() else { return false };
    let margin = index.margin(&scratch.query.summary);
    let reach = (nearest.sqrt() + 2.0 * spread.sqrt()) * (1.0 + margin.relative);
    scratch.best.reset_to_limit(margin.limit(reach * reach));
    collect_within(l, index, scratch);
    if scratch.pending.len() > MOST_SHARED {
        return false;
    }
    scratch.pending.sort_unstable();
    scratch.candidates.clear();
    for entry in &scratch.pending {
        scratch.candidates.push(unpack(*entry).1, &index.heads);
    }
    true
}

/// Finds the `k` nearest of the candidates.
#[inline(always)]
pub(crate) fn compare_candidates<L: Lanes>(
    l: L,
    index: &NearestIndex,
    k: usize,
    scratch: &mut SearchScratch,
) {
    let SearchScratch { query, best, pending, candidates, .. } = scratch;
    best.reset(k.min(index.len()), index.margin(&query.summary));
    pending.clear();
    for (heads, slots) in candidates.groups() {
        let (sums, bounds) = head_distances(l, heads, &query.summary.head);
        let mut near = near_lanes(l, bounds, best.limit(), slots.len());
        if near == 0 {
            continue;
        }
        let mut line = Line::ZERO;
        l.store(sums, &mut line);
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            near &= near - 1;
            let bound = index.bound(l, query, slots[lane], line.0[lane]);
            if bound > best.limit() {
                continue;
            }
            pending.push(pack(bound, slots[lane]));
        }
        if pending.len() >= 2 * k || best.limit() < f32::INFINITY {
            index.compare_pending(l, query, pending, best);
        }
    }
    index.compare_pending(l, query, pending, best);
}
