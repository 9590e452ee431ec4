//! Buffers that searches reuse, so that none of them allocates.

use crate::{best::Best, boxes::Candidates, lanes::Line, projection::Summary};

/// Rows shared by a batch, at most; beyond that the queries are too far apart to gain by sharing.
pub(crate) const MOST_SHARED: usize = 512;

/// Queries that are worth sharing.
pub(crate) const FEWEST_SHARING: usize = 3;

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
    /// A bit for each slot: whether it was taken in.
    pub(crate) taken: Vec<u64>,
    /// Slots that all queries of a batch are compared with first.
    pub(crate) first: Vec<u32>,
}

impl SearchScratch {
    /// Bytes of all buffers.
    pub fn bytes(&self) -> usize {
        let lines = self.queries.iter().chain([&self.query]).map(|query| query.lines.capacity());
        lines.sum::<usize>() * size_of::<Line>()
            + self.queries.capacity() * size_of::<Query>()
            + self.best.bytes()
            + self.candidates.bytes()
            + (self.stack.capacity() + self.pending.capacity()) * size_of::<u64>()
            + (self.keys.capacity() + self.taken.capacity()) * size_of::<u64>()
            + self.centre.capacity() * size_of::<f32>()
            + self.first.capacity() * size_of::<u32>()
    }

    /// Begins a search that takes in slots of an index of `len` rows: none of them is taken.
    pub(crate) fn take_none(&mut self, len: usize) {
        self.taken.clear();
        self.taken.resize(len.div_ceil(64), 0);
    }
}

/// Takes a slot in; whether it was not yet.
#[inline(always)]
pub(crate) fn take(taken: &mut [u64], slot: u32) -> bool {
    let (word, bit) = (&mut taken[slot as usize / 64], 1 << (slot % 64));
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
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
