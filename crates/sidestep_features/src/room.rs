//! How much room searches need, so that none of them allocates.

use crate::{
    best::Best,
    boxes::Candidates,
    index::NearestIndex,
    lanes::{Line, WIDTH},
    scratch::{MOST_SHARED, Query, SearchScratch},
};

impl SearchScratch {
    /// Room for searches of `k` neighbours, up to `queries` at once: no exact or local search then
    /// allocates.
    pub fn with_room(index: &NearestIndex, k: usize, queries: usize) -> Self {
        let lines = index.dims.div_ceil(WIDTH);
        let query = || Query { lines: vec![Line::ZERO; lines], ..Query::default() };
        // The groups of one group more than the limit may be collected before it is noticed.
        let pending = MOST_SHARED.max(2 * k) + WIDTH * WIDTH;
        Self {
            query: query(),
            best: Best::with_room(k),
            stack: Vec::with_capacity((index.levels.len() + 1) * WIDTH),
            pending: Vec::with_capacity(pending),
            queries: (0..queries).map(|_| query()).collect(),
            keys: Vec::with_capacity(queries * k),
            centre: Vec::with_capacity(index.dims),
            candidates: Candidates::with_room(MOST_SHARED),
            first: Vec::with_capacity(k),
            taken: Vec::with_capacity(index.len().div_ceil(64)),
        }
    }
}
