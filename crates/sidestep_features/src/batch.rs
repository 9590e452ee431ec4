//! Many queries at once: those close together share one walk.
//!
//! The `k` rows nearest to the centre c of the queries are compared with every query. That gives each
//! query q, at distance s from c, a distance r that its k-th neighbour cannot exceed; so all its
//! neighbours lie within r + s of c. One walk collects the rows within the largest r + s, and every
//! query is compared with that short list alone.

use crate::{
    best::{Best, Neighbor, pack, unpack},
    boxes::head_distances,
    index::{NearestIndex, distance_squared},
    lanes::{Kernel, Lanes, Line, WIDTH},
    scratch::{FEWEST_SHARING, MOST_SHARED, Query, SearchScratch, take},
    walk::{collect_within, find_nearest, near_lanes},
};

/// How far a query may be from the centre, as a part of the distance of the centre's k-th neighbour.
const WIDEST: f32 = 0.6;

/// The neighbours of each query of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NeighborLists {
    neighbors: Vec<Neighbor>,
    ends: Vec<usize>,
}

impl NeighborLists {
    /// Room for `k` neighbours of each of `queries` queries.
    pub fn with_room(k: usize, queries: usize) -> Self {
        Self { neighbors: Vec::with_capacity(k * queries), ends: Vec::with_capacity(queries) }
    }

    /// Bytes of all lists.
    pub fn bytes(&self) -> usize {
        self.neighbors.capacity() * size_of::<Neighbor>()
            + self.ends.capacity() * size_of::<usize>()
    }

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
        if share(l, index, queries, k, scratch) {
            for number in 0..queries.len() / index.dims {
                compare_candidates(l, index, number, scratch);
                out.push(scratch.best.neighbors());
            }
            return;
        }
        for query in queries.chunks(index.dims) {
            if !index.accepts(query, k) {
                out.push(std::iter::empty());
                continue;
            }
            index.prepare(l, query, &mut scratch.query);
            find_nearest(l, index, k, scratch);
            out.push(scratch.best.neighbors());
        }
    }
}

/// Gathers the rows that all queries need to be compared with, and compares the first few with
/// each; false where sharing costs more than it saves.
#[inline(always)]
fn share<L: Lanes>(
    l: L,
    index: &NearestIndex,
    queries: &[f32],
    k: usize,
    scratch: &mut SearchScratch,
) -> bool {
    let rows = || queries.chunks(index.dims);
    if rows().len() < FEWEST_SHARING || !rows().all(|query| index.accepts(query, k)) {
        return false;
    }
    if !prepare_centre(l, index, queries, scratch) {
        return false;
    }
    find_nearest(l, index, k, scratch);
    let Some(farthest) = scratch.best.farthest() else { return false };
    let SearchScratch { best, first, .. } = &mut *scratch;
    first.clear();
    first.extend(best.neighbors().map(|n| index.slots[n.row as usize]));
    match compare_first(l, index, queries, WIDEST * farthest.sqrt(), scratch) {
        Some(reach) => gather_within(l, index, reach, scratch),
        None => false,
    }
}

/// Makes the centre of the queries the query; false where it is too far out for a number.
#[inline(always)]
pub(crate) fn prepare_centre<L: Lanes>(
    l: L,
    index: &NearestIndex,
    queries: &[f32],
    scratch: &mut SearchScratch,
) -> bool {
    let SearchScratch { centre, query, .. } = scratch;
    mean(queries.chunks(index.dims), index.dims, centre);
    index.prepare(l, centre, query);
    index.accepts(centre, 1)
}

fn mean<'a>(rows: impl ExactSizeIterator<Item = &'a [f32]>, dims: usize, mean: &mut Vec<f32>) {
    mean.clear();
    mean.resize(dims, 0.0);
    let share = 1.0 / rows.len() as f32;
    for row in rows {
        mean.iter_mut().zip(row).for_each(|(m, x)| *m += share * x);
    }
}

/// Compares each query with the first rows, as many as are sought. Returns how far from the centre a
/// neighbour of any query can be, or none where a query is farther than `widest` from it.
#[inline(always)]
pub(crate) fn compare_first<L: Lanes>(
    l: L,
    index: &NearestIndex,
    queries: &[f32],
    widest: f32,
    scratch: &mut SearchScratch,
) -> Option<f32> {
    scratch.keys.clear();
    let mut reach = 0.0_f32;
    for (i, values) in queries.chunks(index.dims).enumerate() {
        if scratch.queries.len() <= i {
            scratch.queries.push(Query::default());
        }
        let query = &mut scratch.queries[i];
        index.prepare(l, values, query);
        let spread = distance_squared(l, &query.lines, &scratch.query.lines).sqrt();
        if spread > widest {
            return None;
        }
        scratch.best.begin();
        for slot in &scratch.first {
            let distance = distance_squared(l, &query.lines, index.lines_of(*slot));
            scratch.best.add(index.rows[*slot as usize], distance);
        }
        scratch.best.complete(index.margin(&query.summary));
        reach = reach.max(spread + scratch.best.farthest()?.sqrt());
        scratch.keys.extend_from_slice(scratch.best.keys());
    }
    Some(reach)
}

/// Gathers all rows within `reach` of the centre but the first ones, nearest first.
#[inline(always)]
fn gather_within<L: Lanes>(
    l: L,
    index: &NearestIndex,
    reach: f32,
    scratch: &mut SearchScratch,
) -> bool {
    scratch.take_none(index.len());
    for slot in &scratch.first {
        take(&mut scratch.taken, *slot);
    }
    scratch.best.reset_to_limit(limit_of_reach(index, reach, &scratch.query));
    if !collect_within(l, index, MOST_SHARED, scratch) {
        return false;
    }
    scratch.pending.sort_unstable();
    scratch.candidates.clear();
    for slot in scratch.pending.iter().map(|entry| unpack(*entry).1) {
        if take(&mut scratch.taken, slot) {
            scratch.candidates.push(slot, &index.heads);
        }
    }
    true
}

/// The limit on squared distances of summaries for rows within `reach` of a query.
#[inline(always)]
pub(crate) fn limit_of_reach(index: &NearestIndex, reach: f32, query: &Query) -> f32 {
    let margin = index.margin(&query.summary);
    let reach = reach * (1.0 + margin.relative);
    margin.limit(reach * reach)
}

/// Offers all candidates to the first rows of a query of the batch, which is then the query.
#[inline(always)]
pub(crate) fn compare_candidates<L: Lanes>(
    l: L,
    index: &NearestIndex,
    number: usize,
    scratch: &mut SearchScratch,
) {
    let SearchScratch { query, queries, best, pending, candidates, keys, first, .. } = scratch;
    std::mem::swap(query, &mut queries[number]);
    let k = first.len();
    best.restore(&keys[number * k..][..k], index.margin(&query.summary));
    for (heads, slots) in candidates.groups() {
        let (sums, bounds) = head_distances(l, heads, &query.summary.head);
        let near = near_lanes(l, bounds, best.limit(), slots.len());
        if near == 0 {
            continue;
        }
        let mut line = Line::ZERO;
        l.store(sums, &mut line);
        collect_near(l, index, (query, best), (near, &line, slots), pending);
        for (bound, slot) in pending.drain(..).map(unpack) {
            if bound <= best.limit() {
                let distance = distance_squared(l, &query.lines, index.lines_of(slot));
                best.offer(index.rows[slot as usize], distance);
            }
        }
    }
    std::mem::swap(query, &mut queries[number]);
}

/// Makes those of the near lanes pending whose bounds let them in. Whether one does is a guess that
/// fails often, so there is no branch on it.
#[inline(always)]
fn collect_near<L: Lanes>(
    l: L,
    index: &NearestIndex,
    (query, best): (&Query, &Best),
    (mut near, sums, slots): (u32, &Line, &[u32]),
    pending: &mut Vec<u64>,
) {
    pending.clear();
    pending.resize(WIDTH, 0);
    let mut count = 0;
    while near != 0 {
        let lane = near.trailing_zeros() as usize;
        near &= near - 1;
        let bound = index.bound(l, query, slots[lane], sums.0[lane]);
        pending[count] = pack(bound, slots[lane]);
        count += usize::from(bound <= best.limit());
    }
    pending.truncate(count);
}
