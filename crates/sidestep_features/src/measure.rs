//! How fast an index answers, and whether it answers right.

use crate::{batch::NeighborLists, best::Neighbor, index::NearestIndex, scratch::SearchScratch};

/// Times every query is searched for; the fastest round counts.
const ROUNDS: usize = 5;

/// Queries that make one batch: the successors that one controlled step considers.
const BATCH: usize = 15;

/// What [`measure_search`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchMeasure {
    /// Rows of the index.
    pub states: usize,
    /// Numbers in a row.
    pub dims: usize,
    /// Microseconds for one query.
    pub exact_us: f64,
    /// Microseconds for one query of a batch of fifteen close together.
    pub batch_us: f64,
    /// Microseconds for one query when all rows are compared.
    pub brute_us: f64,
    /// Part of the true neighbours that were found: 1 for an exact index.
    pub recall: f64,
}

/// Measures searches for the `k` nearest rows of `count` queries.
///
/// The queries lie between rows, halfway to the `k`-th neighbour, as states of a character do, in
/// the order of the rows. `clock` gives seconds, best those the thread spent computing.
pub fn measure_search(
    index: &NearestIndex,
    k: usize,
    count: usize,
    clock: &mut dyn FnMut() -> f64,
) -> SearchMeasure {
    let queries = queries_between_rows(index, k, count);
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let mut timed = |work: &mut dyn FnMut(&[f32]), size: usize| {
        let mut best = f64::INFINITY;
        for _ in 0..ROUNDS {
            let from = clock();
            queries.chunks(size * index.dims()).for_each(&mut *work);
            best = best.min(clock() - from);
        }
        1e6 * best / (queries.len() / index.dims()).max(1) as f64
    };
    let exact_us = timed(&mut |query| index.search(query, k, &mut scratch, &mut found), 1);
    let brute_us = timed(&mut |query| index.search_all(query, k, &mut scratch, &mut found), 1);
    let mut lists = NeighborLists::default();
    let batch_us =
        timed(&mut |queries| index.search_batch(queries, k, &mut scratch, &mut lists), BATCH);
    SearchMeasure {
        states: index.len(),
        dims: index.dims(),
        exact_us,
        batch_us,
        brute_us,
        recall: recall(index, &queries, k),
    }
}

/// Batches of queries, each from one row halfway to its neighbours.
fn queries_between_rows(index: &NearestIndex, k: usize, count: usize) -> Vec<f32> {
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::<Neighbor>::new());
    let mut queries = Vec::with_capacity(count * index.dims());
    let batches = count.div_ceil(BATCH).max(1);
    let stride = (index.len() / batches).max(1);
    for row in (0..).take(index.len()).step_by(stride).take(batches) {
        let from = index.row(row);
        index.search(from, k.max(BATCH), &mut scratch, &mut found);
        for neighbor in found.iter().cycle().take(BATCH.min(found.len() * BATCH)) {
            let to = index.row(neighbor.row);
            queries.extend(from.iter().zip(to).map(|(a, b)| 0.5 * (a + b)));
        }
    }
    queries
}

fn recall(index: &NearestIndex, queries: &[f32], k: usize) -> f64 {
    let mut scratch = SearchScratch::default();
    let (mut found, mut truth) = (Vec::new(), Vec::new());
    let (mut hits, mut total) = (0_usize, 0_usize);
    for query in queries.chunks(index.dims()) {
        index.search(query, k, &mut scratch, &mut found);
        index.search_all(query, k, &mut scratch, &mut truth);
        hits += truth.iter().filter(|n| found.iter().any(|m| m.row == n.row)).count();
        total += truth.len();
    }
    if total == 0 { 1.0 } else { hits as f64 / total as f64 }
}
