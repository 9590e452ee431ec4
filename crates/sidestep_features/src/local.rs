//! Local search: neighbours of neighbours.
//!
//! The neighbours of a state are almost always among the neighbours of its predecessor's neighbours
//! and of the frames that follow them. So with a list of the nearest rows of each row, a search that
//! starts from the last neighbours need not know how large the table is. It is not exact, but it
//! knows when to distrust itself: a state that is farther from its neighbours than they are from
//! each other has been pushed off, and is searched for in full.

use crate::{
    batch::{NeighborLists, compare_candidates},
    best::{Neighbor, unpack},
    index::{NearestIndex, UNLISTED, distance_squared},
    lanes::{Kernel, Lanes},
    scratch::{MOST_SHARED, SearchScratch, leave_out, put_back, take},
    walk::find_nearest,
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

    /// Gathers the seeds first, then their lists, each row once, the nearest of all lists before the
    /// next nearest: what is over when there are enough is the farthest.
    fn gather(
        &self,
        index: &NearestIndex,
        seeds: impl IntoIterator<Item = u32>,
        scratch: &mut SearchScratch,
    ) {
        scratch.candidates.clear();
        scratch.take_none(index.len());
        let SearchScratch { taken, candidates, pending, .. } = scratch;
        pending.clear();
        for row in seeds {
            match index.slots.get(row as usize) {
                Some(slot)
                    if *slot != UNLISTED
                        && candidates.len() < MOST_SHARED
                        && take(taken, *slot) =>
                {
                    candidates.push(*slot, &index.heads);
                    pending.push(u64::from(*slot));
                }
                _ => {}
            }
        }
        for place in 0..self.per_row {
            for slot in pending.iter().map(|slot| unpack(*slot).1 as usize) {
                let near = self.lists[slot * self.per_row + place];
                if candidates.len() < MOST_SHARED && take(taken, near) {
                    candidates.push(near, &index.heads);
                }
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
        out.clear();
        let mut in_full = 0;
        scratch.first.clear();
        for query in queries.chunks(index.dims) {
            if !index.accepts(query, k) {
                out.push(std::iter::empty());
                continue;
            }
            index.prepare(l, query, &mut scratch.query);
            scratch.best.reset(k.min(index.len()), index.margin(&scratch.query.summary));
            compare_first(l, index, scratch);
            compare_candidates(l, index, k, scratch);
            if !graph.trusts(index, scratch) {
                in_full += 1;
                find_nearest(l, index, k, scratch);
            }
            let SearchScratch { first, taken, best, .. } = &mut *scratch;
            first.iter().for_each(|slot| put_back(taken, *slot));
            first.clear();
            first.extend(best.neighbors().map(|n| index.slots[n.row as usize]));
            out.push(scratch.best.neighbors());
        }
        in_full
    }
}

/// Compares the neighbours of the query before first: most of them are neighbours of this one too.
#[inline(always)]
fn compare_first<L: Lanes>(l: L, index: &NearestIndex, scratch: &mut SearchScratch) {
    let SearchScratch { query, best, first, taken, .. } = scratch;
    for slot in first {
        leave_out(taken, *slot);
        let distance = distance_squared(l, &query.lines, index.lines_of(*slot));
        best.offer(index.rows[*slot as usize], distance);
    }
}
