//! Searches for 15 neighbours, exact (one query, and a batch of 15) and local, against comparing all
//! rows and against the kiddo crate, in one run.
//!
//! Rows are smooth random walks of 186 dimensions, and real motion where the environment variable
//! SIDESTEP_MOCAP names the folder of the recordings. Times are CPU times of the thread, so that
//! other work on the machine counts as little as possible; the table at the end gives the best of
//! several rounds, and ratios.

#[path = "../../tests/common/mod.rs"]
mod common;
mod cpu_time;
mod recordings;

use common::{Random, walks};
use cpu_time::{CpuTime, thread_secs};
use criterion::{BatchSize, Criterion};
use kiddo::{ImmutableKdTree, SquaredEuclidean};
use sidestep_features::{
    IndexConfig, NearestIndex, NeighborGraph, NeighborLists, SearchScratch, measure_search,
};
use std::{hint::black_box, num::NonZero};

const K: usize = 15;

/// Dimensions of the rival's points; rows are padded with zeros to them.
const RIVAL_DIMS: usize = 192;

struct Rows {
    name: String,
    dims: usize,
    values: Vec<f32>,
}

fn main() {
    let mut criterion = Criterion::default()
        .with_measurement(CpuTime)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    let mut table = Vec::new();
    for rows in all_rows() {
        let index = NearestIndex::build(&rows.values, rows.dims, IndexConfig::default());
        let index = index.expect("rows of a library or of random walks are finite");
        bench(&mut criterion, &rows, &index);
        table.push(report(&rows, &index));
    }
    criterion.final_summary();
    eprintln!(
        "\nrows: states x dims: one, in a batch, local, all rows, kiddo (us; times slower); recall, local"
    );
    table.iter().for_each(|line| eprintln!("{line}"));
}

fn all_rows() -> Vec<Rows> {
    let walk = |count: usize| Rows {
        name: format!("walks {count}"),
        dims: 186,
        values: walks(count, 186, 300, &mut Random(1)),
    };
    let mut all = vec![walk(4260), walk(33_000)];
    all.extend(recordings::load());
    all
}

fn bench(criterion: &mut Criterion<CpuTime>, rows: &Rows, index: &NearestIndex) {
    let mut group = criterion.benchmark_group(&rows.name);
    let queries = queries(index);
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let mut lists = NeighborLists::default();
    let mut batches = queries.chunks_exact(K * rows.dims).cycle();
    let mut next_batch = || batches.next().map_or(Vec::new(), <[f32]>::to_vec);
    let mut ones = queries.chunks_exact(rows.dims).cycle();
    let mut next_one = || ones.next().map_or(Vec::new(), <[f32]>::to_vec);
    group.bench_function("one", |b| {
        let search = |query: Vec<f32>| index.search(black_box(&query), K, &mut scratch, &mut found);
        b.iter_batched(&mut next_one, search, BatchSize::SmallInput);
    });
    group.bench_function("batch of 15", |b| {
        let search = |batch: Vec<f32>| index.search_batch(&batch, K, &mut scratch, &mut lists);
        b.iter_batched(&mut next_batch, search, BatchSize::SmallInput);
    });
    let graph = NeighborGraph::build(index, 48);
    group.bench_function("local batch of 15", |b| {
        let search = |(seeds, batch): (Vec<u32>, Vec<f32>)| {
            graph.search_batch(index, (&batch, K), seeds, &mut scratch, &mut lists)
        };
        let with_seeds = || {
            let batch = next_batch();
            let mut near = Vec::new();
            index.search(&batch[..rows.dims], K, &mut SearchScratch::default(), &mut near);
            (near.iter().flat_map(|n| [n.row, n.row + 1]).collect(), batch)
        };
        b.iter_batched(with_seeds, search, BatchSize::SmallInput);
    });
    group.finish();
}

/// Batches of 15 queries, each from one row halfway to its neighbours, in the order of the rows.
fn queries(index: &NearestIndex) -> Vec<f32> {
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let mut queries = Vec::new();
    for row in (0..).take(index.len()).step_by((index.len() / 40).max(1)) {
        index.search(index.row(row), K, &mut scratch, &mut found);
        for neighbor in &found {
            let ends = index.row(row).iter().zip(index.row(neighbor.row));
            queries.extend(ends.map(|(a, b)| 0.5 * (a + b)));
        }
    }
    queries
}

fn report(rows: &Rows, index: &NearestIndex) -> String {
    let measure = measure_search(index, K, 600, &mut thread_secs);
    let rival = rival_us(rows, &queries(index));
    let (local_us, local_recall) = local(rows, index);
    format!(
        "{}: {} x {}: {:.2}, {:.2}, {local_us:.2}, {:.1} ({:.0}x), {rival:.0} ({:.0}x); recall {}, {local_recall:.4}",
        rows.name,
        measure.states,
        measure.dims,
        measure.exact_us,
        measure.batch_us,
        measure.brute_us,
        measure.brute_us / measure.exact_us,
        rival / measure.exact_us,
        measure.recall,
    )
}

/// Microseconds a query takes in a local batch whose seeds are the neighbours of its first query,
/// and the part of the true neighbours it finds.
fn local(rows: &Rows, index: &NearestIndex) -> (f64, f64) {
    let graph = NeighborGraph::build(index, 3 * K);
    let queries = queries(index);
    let (mut scratch, mut near) = (SearchScratch::default(), Vec::new());
    let (mut lists, mut exact) = (NeighborLists::default(), NeighborLists::default());
    let seeds: Vec<Vec<u32>> = (queries.chunks_exact(K * rows.dims))
        .map(|batch| {
            index.search(&batch[..rows.dims], K, &mut scratch, &mut near);
            near.iter().map(|n| n.row).collect()
        })
        .collect();
    let (mut best, mut hits, mut total) = (f64::INFINITY, 0, 0);
    for _ in 0..5 {
        let from = thread_secs();
        for (batch, seeds) in queries.chunks_exact(K * rows.dims).zip(&seeds) {
            let seeds = seeds.iter().copied();
            graph.search_batch(index, (batch, K), seeds, &mut scratch, black_box(&mut lists));
        }
        best = best.min(thread_secs() - from);
    }
    for (batch, seeds) in queries.chunks_exact(K * rows.dims).zip(&seeds) {
        graph.search_batch(index, (batch, K), seeds.iter().copied(), &mut scratch, &mut lists);
        index.search_batch(batch, K, &mut scratch, &mut exact);
        for (exact, found) in exact.iter().zip(lists.iter()) {
            total += exact.len();
            hits += exact.iter().filter(|n| found.contains(n)).count();
        }
    }
    (1e6 * best / (seeds.len() * K) as f64, f64::from(hits as u32) / f64::from(total as u32))
}

/// Microseconds a query takes the rival; NaN where it cannot hold the rows.
fn rival_us(rows: &Rows, queries: &[f32]) -> f64 {
    if rows.dims > RIVAL_DIMS {
        return f64::NAN;
    }
    let padded = |row: &[f32]| -> [f32; RIVAL_DIMS] {
        std::array::from_fn(|i| row.get(i).copied().unwrap_or(0.0))
    };
    let points: Vec<[f32; RIVAL_DIMS]> = rows.values.chunks(rows.dims).map(padded).collect();
    let Ok(tree) = ImmutableKdTree::new_from_slice(&points) else { return f64::NAN };
    let queries: Vec<[f32; RIVAL_DIMS]> =
        queries.chunks(rows.dims).step_by(7).take(60).map(padded).collect();
    let k = NonZero::new(K).expect("15 is not zero");
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let from = thread_secs();
        for query in &queries {
            black_box(tree.query(query).nearest_n::<SquaredEuclidean<f32>>(k).execute());
        }
        best = best.min(thread_secs() - from);
    }
    1e6 * best / queries.len() as f64
}
