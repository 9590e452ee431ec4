//! Searching an index: one query, many queries, or all rows for comparison.
//!
//! A search walks down the boxes, nearest first, and passes over every box and every row whose
//! summary proves it too far. What is left is compared in full, in one fixed order of additions: so
//! the result equals that of comparing all rows, bit for bit, on every machine.

use crate::{
    batch::{NeighborLists, SearchMany},
    best::Neighbor,
    index::{NearestIndex, distance_squared},
    lanes::{Kernel, Lanes, WIDTH},
    scratch::SearchScratch,
    walk::find_nearest,
};

impl NearestIndex {
    /// Finds the `k` rows nearest to `query`, nearest first, ties by row number.
    ///
    /// Fewer are found where the index has fewer, and none for a query that is not finite. Made for
    /// `k` up to 64; larger ones work, at a cost that grows with the square. Does not allocate once
    /// `scratch` and `out` are large enough.
    ///
    /// # Panics
    /// Where `query` has not as many numbers as a row.
    pub fn search(
        &self,
        query: &[f32],
        k: usize,
        scratch: &mut SearchScratch,
        out: &mut Vec<Neighbor>,
    ) {
        out.clear();
        if self.accepts(query, k) {
            self.config.instructions.run(SearchOne { index: self, query, k, scratch });
            out.extend(scratch.best.neighbors());
        }
    }

    /// The same as [`Self::search`] by comparing all rows: the oracle and the yardstick.
    ///
    /// # Panics
    /// Where `query` has not as many numbers as a row.
    pub fn search_all(
        &self,
        query: &[f32],
        k: usize,
        scratch: &mut SearchScratch,
        out: &mut Vec<Neighbor>,
    ) {
        out.clear();
        if self.accepts(query, k) {
            self.config.instructions.run(CompareAll { index: self, query, k, scratch });
            out.extend(scratch.best.neighbors());
        }
    }

    /// Searches for many queries at once, `dims` numbers each, one after another.
    ///
    /// The lists are those [`Self::search`] gives. Queries that lie close together, such as the
    /// possible successors of one state, share most of the work.
    ///
    /// # Panics
    /// Where `queries` are not whole rows.
    pub fn search_batch(
        &self,
        queries: &[f32],
        k: usize,
        scratch: &mut SearchScratch,
        out: &mut NeighborLists,
    ) {
        self.config.instructions.run(SearchMany { index: self, queries, k, scratch, out });
    }
}

struct SearchOne<'a> {
    index: &'a NearestIndex,
    query: &'a [f32],
    k: usize,
    scratch: &'a mut SearchScratch,
}

impl Kernel for SearchOne<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        self.index.prepare(l, self.query, &mut self.scratch.query);
        find_nearest(l, self.index, self.k, self.scratch);
    }
}

struct CompareAll<'a> {
    index: &'a NearestIndex,
    query: &'a [f32],
    k: usize,
    scratch: &'a mut SearchScratch,
}

impl Kernel for CompareAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, l: L) {
        let Self { index, query: values, k, scratch } = self;
        let SearchScratch { query, best, .. } = scratch;
        index.prepare(l, values, query);
        best.reset(k.min(index.len()), index.margin(&query.summary));
        let lines = index.dims.div_ceil(WIDTH);
        for (row, full) in index.rows.iter().zip(index.full.chunks_exact(lines)) {
            best.offer(*row, distance_squared(l, &query.lines, full));
        }
    }
}
