//! Local search: neighbours of neighbours.
//!
//! The neighbours of a state are almost always among the neighbours of its predecessor's neighbours
//! and of the frames that follow them. So with a list of the nearest rows of each row, a search that
//! starts from the last neighbours need not walk through the table. Like the exact search of a batch
//! ([`crate::batch`]) it compares each query only with the rows that the centre of all queries lets
//! in. It is not exact, but it knows when to distrust itself: a state that is farther from its
//! neighbours than they are from each other has been pushed off, and is searched for in full.

use crate::{
    batch::{
        NeighborLists, SearchMany, compare_candidates, compare_first, limit_of_reach,
        prepare_centre,
    },
    best::{Neighbor, pack, unpack},
    boxes::head_distances,
    index::{NearestIndex, UNLISTED},
    lanes::{Kernel, Lanes, Line, WIDTH},
    scratch::{MOST_SHARED, SearchScratch, take},
    walk::{find_nearest, slot_number},
};

/// How far the nearest and the farthest neighbour of a query may be from it, against how far the rows
/// listed for the nearest are from that one, as squares. A steered character is then seldom
/// searched for in full, and one that was pushed off is.
const TRUSTED: (f32, f32) = (0.65, 2.0);

/// For each row of an index the rows nearest to it.
#[derive(Clone, Debug)]
pub struct NeighborGraph {
    per_row: usize,
    /// Slots nearest to each slot, itself among them.
    lists: Vec<u32>,
    /// Squared distance from each slot to the last of its list.
    reach: Vec<f32>,
}

impl NeighborGraph {
    /// Lists the `per_row` rows nearest to each row of `index`, itself counted.
    ///
    /// Three times as many as will be sought are a good choice: 48 for 15 neighbours.
    pub fn build(index: &NearestIndex, per_row: usize) -> Self {
        let per_row = per_row.min(index.len());
        let mut graph = Self { per_row, lists: Vec::new(), reach: Vec::new() };
        let (mut scratch, mut found) = (SearchScratch::default(), Vec::<Neighbor>::new());
        for row in &index.rows {
            index.search(index.row(*row), per_row, &mut scratch, &mut found);
            graph.lists.extend(found.iter().map(|n| index.slots[n.row as usize]));
            graph.reach.push(found.last().map_or(0.0, |n| n.distance_squared));
        }
        graph
    }

    /// Bytes of all lists.
    pub fn bytes(&self) -> usize {
        size_of_val(self.lists.as_slice()) + size_of_val(self.reach.as_slice())
    }

    /// Rows listed for each row.
    pub fn per_row(&self) -> usize {
        self.per_row
    }

    /// Searches for `queries` among the rows listed for `seeds`: the last neighbours and the rows
    /// that follow them. Returns how many queries were searched for in full instead.
    ///
    /// `index` is the one the graph was built of. Seeds that it does not hold count as none.
    ///
    /// # Panics
    /// Where `queries` are not whole rows.
    pub fn search_batch(
        &self,
        index: &NearestIndex,
        (queries, k): (&[f32], usize),
        seeds: impl IntoIterator<Item = u32>,
        scratch: &mut SearchScratch,
        out: &mut NeighborLists,
    ) -> usize {
        self.gather(index, seeds, scratch);
        let graph = self;
        let kernel = SearchAround { graph, index, queries, k, scratch, out };
        index.config.instructions.run(kernel)
    }

    /// Takes in the seeds and their lists, the nearest of all lists before the next nearest: what is
    /// over when there are enough is the farthest.
    fn gather(
        &self,
        index: &NearestIndex,
        seeds: impl IntoIterator<Item = u32>,
        scratch: &mut SearchScratch,
    ) {
        scratch.take_none(index.len());
        let SearchScratch { taken, pending, .. } = scratch;
        pending.clear();
        for row in seeds {
            match index.slots.get(row as usize) {
                Some(slot)
                    if *slot != UNLISTED && pending.len() < MOST_SHARED && take(taken, *slot) =>
                {
                    pending.push(u64::from(*slot));
                }
                _ => {}
            }
        }
        let mut count = pending.len();
        for place in 0..self.per_row {
            if count + pending.len() > MOST_SHARED {
                break;
            }
            for slot in pending.iter().map(|slot| unpack(*slot).1 as usize) {
                count += usize::from(take(taken, self.lists[slot * self.per_row + place]));
            }
        }
    }

    /// Whether the neighbours found are as near as neighbours of data are to each other.
    fn trusts(&self, index: &NearestIndex, scratch: &SearchScratch) -> bool {
        let nearest = scratch.best.neighbors().next();
        match (nearest, scratch.best.farthest()) {
            (Some(nearest), Some(farthest)) => {
                let reach = self.reach[index.slots[nearest.row as usize] as usize];
                nearest.distance_squared <= TRUSTED.0 * reach && farthest <= TRUSTED.1 * reach
            }
            _ => false,
        }
    }
}

struct SearchAround<'a> {
    graph: &'a NeighborGraph,
    index: &'a NearestIndex,
    queries: &'a [f32],
    k: usize,
    scratch: &'a mut SearchScratch,
    out: &'a mut NeighborLists,
}

impl Kernel for SearchAround<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) -> usize {
        let Self { graph, index, queries, k, scratch, out } = self;
        if !share_around(l, index, queries, k, scratch) {
            SearchMany { index, queries, k, scratch, out }.run(l);
            return out.len();
        }
        out.clear();
        let mut in_full = 0;
        for number in 0..queries.len() / index.dims {
            compare_candidates(l, index, number, scratch);
            if !graph.trusts(index, scratch) {
                in_full += 1;
                std::mem::swap(&mut scratch.query, &mut scratch.queries[number]);
                find_nearest(l, index, k, scratch);
                std::mem::swap(&mut scratch.query, &mut scratch.queries[number]);
            }
            out.push(scratch.best.neighbors());
        }
        in_full
    }
}

/// Keeps of the rows taken in those that some query may need to be compared with; false where there
/// are fewer than are sought, or a query is not one.
#[inline(always)]
fn share_around<L: Lanes>(
    l: L,
    index: &NearestIndex,
    queries: &[f32],
    k: usize,
    scratch: &mut SearchScratch,
) -> bool {
    let all_accepted = queries.chunks(index.dims).all(|query| index.accepts(query, k));
    if queries.is_empty() || !all_accepted || !prepare_centre(l, index, queries, scratch) {
        return false;
    }
    collect_taken(l, index, scratch);
    let k = k.min(index.len());
    if scratch.pending.len() < k {
        return false;
    }
    scratch.pending.sort_unstable();
    let SearchScratch { pending, first, .. } = &mut *scratch;
    first.clear();
    first.extend(pending[..k].iter().map(|entry| unpack(*entry).1));
    let Some(reach) = compare_first(l, index, queries, f32::INFINITY, scratch) else {
        return false;
    };
    let SearchScratch { query, pending, candidates, .. } = scratch;
    let limit = limit_of_reach(index, reach, query);
    candidates.clear();
    for (bound, slot) in pending[k..].iter().map(|entry| unpack(*entry)) {
        if bound > limit {
            break;
        }
        candidates.push(slot, &index.heads);
    }
    true
}

/// Makes all rows taken in pending, with the squared distances of their summaries from the query.
#[inline(always)]
fn collect_taken<L: Lanes>(l: L, index: &NearestIndex, scratch: &mut SearchScratch) {
    const GROUPS: usize = 64 / WIDTH;
    let SearchScratch { query, pending, taken, .. } = scratch;
    pending.clear();
    for (number, word) in taken.iter().enumerate().filter(|(_, word)| **word != 0) {
        for part in 0..GROUPS {
            let mut lanes = word >> (part * WIDTH) & ((1 << WIDTH) - 1);
            if lanes == 0 {
                continue;
            }
            let group = number * GROUPS + part;
            let (sums, _) = head_distances(l, &index.heads[group], &query.summary.head);
            let mut line = Line::ZERO;
            l.store(sums, &mut line);
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let slot = slot_number(group * WIDTH + lane);
                pending.push(pack(index.bound(l, query, slot, line.0[lane]), slot));
            }
        }
    }
}
