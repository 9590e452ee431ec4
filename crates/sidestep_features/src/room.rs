//! How much room searches need, so that none of them allocates.

use crate::{
    best::Best,
    boxes::Candidates,
    index::NearestIndex,
    lanes::{Line, WIDTH},
    scratch::{FEWEST_SHARING, MOST_SHARED, Query, SearchScratch},
};

impl SearchScratch {
    /// Room for searches of `k` neighbours, up to `queries` at once: no exact search then allocates,
    /// and no local one where there is room for three queries.
    pub fn with_room(index: &NearestIndex, k: usize, queries: usize) -> Self {
        let lines = index.dims.div_ceil(WIDTH);
        let query = || Query { lines: vec![Line::ZERO; lines], ..Query::default() };
        // One or two queries alone share nothing.
        let shared = if queries < FEWEST_SHARING { 0 } else { MOST_SHARED };
        // The groups of one group more than the limit may be collected before it is noticed.
        let pending = shared.max(2 * k) + WIDTH * WIDTH;
        Self {
            query: query(),
            best: Best::with_room(k),
            stack: Vec::with_capacity((index.levels.len() + 1) * WIDTH),
            pending: Vec::with_capacity(pending),
            queries: (0..queries).map(|_| query()).collect(),
            keys: Vec::with_capacity(queries * k),
            centre: Vec::with_capacity(index.dims),
            candidates: Candidates::with_room(shared),
            first: Vec::with_capacity(k),
            taken: Vec::with_capacity(index.len().div_ceil(64)),
        }
    }
}
