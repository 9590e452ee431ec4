//! Buffers that searches reuse, so that none of them allocates.

use crate::{best::Best, boxes::Candidates, lanes::Line, projection::Summary};

/// Buffers of a search, reused from query to query so that none allocates.
#[derive(Clone, Debug, Default)]
pub struct SearchScratch {
    pub(crate) query: Query,
    pub(crate) best: Best,
    /// Groups to look into, the nearest last.
    pub(crate) stack: Vec<u64>,
    /// Rows whose bound lets them in, not yet compared in full.
    pub(crate) pending: Vec<u64>,
    /// The queries of a batch.
    pub(crate) queries: Vec<Query>,
    /// What each query of a batch has found so far.
    pub(crate) keys: Vec<u64>,
    /// The centre of the queries of a batch.
    pub(crate) centre: Vec<f32>,
    /// Rows that all queries of a batch are compared with.
    pub(crate) candidates: Candidates,
    /// For each slot, the last search that took it in.
    pub(crate) stamps: Vec<u32>,
    /// The number of the last search that took slots in.
    pub(crate) stamp: u32,
}

impl SearchScratch {
    /// Begins a search that takes in slots of an index of `len` rows: none of them is stamped.
    pub(crate) fn next_stamp(&mut self, len: usize) {
        if self.stamps.len() != len || self.stamp == u32::MAX {
            self.stamps.clear();
            self.stamps.resize(len, 0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }
}

/// A query made ready: padded to whole lines, and summarized.
#[derive(Clone, Debug)]
pub(crate) struct Query {
    pub(crate) lines: Vec<Line>,
    pub(crate) summary: Summary,
}

impl Default for Query {
    fn default() -> Self {
        Self { lines: Vec::new(), summary: Summary::ZERO }
    }
}
