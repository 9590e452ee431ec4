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
    /// The centre of the queries of a batch.
    pub(crate) centre: Vec<f32>,
    /// Rows that all queries of a batch are compared with.
    pub(crate) candidates: Candidates,
    /// For each slot, the last local search that took it in.
    pub(crate) stamps: Vec<u32>,
    /// The number of the last local search.
    pub(crate) stamp: u32,
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
