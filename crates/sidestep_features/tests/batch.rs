//! Batches, local search and the approximate mode against single exact searches.

mod common;

use common::{Random, nearest, walks};
use proptest::prelude::*;
use sidestep_features::{
    Effort, IndexConfig, InstructionSet, NearestIndex, NeighborGraph, NeighborLists, SearchScratch,
    measure_search,
};

const DIMS: usize = 90;

fn index(rows: &[f32]) -> NearestIndex {
    NearestIndex::build(rows, DIMS, IndexConfig::default()).expect("the rows are finite")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Close together they share a list, far apart they do not: either way nothing changes.
    #[test]
    fn a_batch_finds_what_single_searches_find(
        seed: u64,
        count in 1_usize..1500,
        queries in 0_usize..20,
        k in 1_usize..40,
        spread in prop_oneof![Just(0.0_f32), Just(0.01), Just(0.3)],
        odd in prop::option::of(0_usize..20),
    ) {
        let mut random = Random(seed);
        let rows = walks(count, DIMS, 200, &mut random);
        let at = random.below(count) * DIMS;
        let mut batch: Vec<f32> = (0..queries * DIMS)
            .map(|i| rows[at + i % DIMS] + spread * random.normal() / (DIMS as f32).sqrt())
            .collect();
        if let Some(value) = odd.and_then(|i| batch.get_mut(i * DIMS + 1)) {
            *value = f32::NAN;
        }
        for instructions in InstructionSet::available() {
            let config = IndexConfig { instructions, ..Default::default() };
            let index = NearestIndex::build(&rows, DIMS, config).unwrap();
            let mut lists = NeighborLists::default();
            index.search_batch(&batch, k, &mut SearchScratch::default(), &mut lists);
            prop_assert_eq!(lists.len(), queries);
            for (query, found) in batch.chunks(DIMS).zip(lists.iter()) {
                let finite = query.iter().all(|x| x.is_finite());
                let expected = if finite { nearest(&rows, DIMS, query, k) } else { Vec::new() };
                prop_assert_eq!(found, expected);
            }
        }
    }
}

/// A character that blends the successors of its neighbours, one of them more than the others.
struct Wanderer {
    neighbors: Vec<u32>,
}

impl Wanderer {
    fn next_queries(&self, rows: &[f32]) -> Vec<f32> {
        let row = |row: u32| &rows[row as usize * DIMS..][..DIMS];
        let last = (rows.len() / DIMS - 1) as u32;
        let next: Vec<u32> = self.neighbors.iter().map(|row| (row + 1).min(last)).collect();
        let mut mean = vec![0.0; DIMS];
        for row_number in &next {
            mean.iter_mut().zip(row(*row_number)).for_each(|(m, x)| *m += x / next.len() as f32);
        }
        let blend = |own: &u32| row(*own).iter().zip(&mean).map(|(a, b)| 0.5 * (a + b)).collect();
        next.iter().flat_map(|own| -> Vec<f32> { blend(own) }).collect()
    }
}

#[test]
fn local_search_keeps_its_recall_along_a_motion() {
    let mut random = Random(21);
    let rows = walks(4000, DIMS, 200, &mut random);
    let index = index(&rows);
    let graph = NeighborGraph::build(&index, 48);
    let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
    let (mut exact, mut local) = (NeighborLists::default(), NeighborLists::default());
    let (mut hits, mut total, mut in_full) = (0, 0, 0);
    for _ in 0..8 {
        let start = random.below(3000) * DIMS;
        index.search(&rows[start..start + DIMS], 15, &mut scratch, &mut found);
        let mut wanderer = Wanderer { neighbors: found.iter().map(|n| n.row).collect() };
        for _ in 0..40 {
            let queries = wanderer.next_queries(&rows);
            let seeds = wanderer.neighbors.iter().flat_map(|row| [*row, row + 1]);
            in_full += graph.search_batch(&index, (&queries, 15), seeds, &mut scratch, &mut local);
            index.search_batch(&queries, 15, &mut scratch, &mut exact);
            for (truth, found) in exact.iter().zip(local.iter()) {
                total += truth.len();
                hits += truth.iter().filter(|n| found.contains(n)).count();
            }
            let chosen = random.below(15);
            wanderer.neighbors = exact.get(chosen).iter().map(|n| n.row).collect();
        }
    }
    let recall = hits as f64 / total as f64;
    assert!(recall >= 0.999, "recall {recall}, {in_full} in full");
    assert!(in_full * 4 < total / 15, "{in_full} of {} searched in full", total / 15);
}

/// Seeds at one end of the data and a query at the other: the list cannot know its neighbours.
#[test]
fn a_state_that_was_pushed_off_is_searched_for_in_full() {
    let rows = walks(2000, DIMS, 100, &mut Random(5));
    let index = index(&rows);
    let graph = NeighborGraph::build(&index, 48);
    let (mut scratch, mut lists) = (SearchScratch::default(), NeighborLists::default());
    for (seed, query) in [(10, 1500), (1999, 3), (700, 1250)] {
        let query = &rows[query * DIMS..][..DIMS];
        let in_full = graph.search_batch(&index, (query, 15), [seed], &mut scratch, &mut lists);
        assert_eq!(in_full, 1);
        assert_eq!(lists.get(0), nearest(&rows, DIMS, query, 15));
    }
    let none = graph.search_batch(&index, (&rows[..DIMS], 15), [], &mut scratch, &mut lists);
    assert_eq!((none, lists.get(0).len()), (1, 15));
    graph.search_batch(&index, (&rows[..DIMS], 15), [u32::MAX], &mut scratch, &mut lists);
    assert_eq!(lists.get(0), nearest(&rows, DIMS, &rows[..DIMS], 15));
}

#[test]
fn one_scratch_serves_indices_of_any_size() {
    let mut scratch = SearchScratch::default();
    let mut lists = NeighborLists::default();
    for count in [50, 900, 3, 400] {
        let rows = walks(count, DIMS, 100, &mut Random(count as u64));
        let index = index(&rows);
        let graph = NeighborGraph::build(&index, 48);
        let query = &rows[..DIMS];
        graph.search_batch(&index, (query, 15), [0], &mut scratch, &mut lists);
        assert_eq!(lists.get(0), nearest(&rows, DIMS, query, 15));
    }
}

/// The more groups are looked at, the more neighbours are found; all of them find all.
#[test]
fn less_effort_finds_fewer() {
    let mut random = Random(2);
    let rows = walks(4000, DIMS, 200, &mut random);
    let queries: Vec<Vec<f32>> = (0..50)
        .map(|_| {
            let at = random.below(4000) * DIMS;
            rows[at..at + DIMS].iter().map(|x| x + 0.01 * random.normal()).collect()
        })
        .collect();
    let mut index = index(&rows);
    let mut hits_with = |groups: usize| {
        let config = IndexConfig { effort: Effort::Groups(groups), ..Default::default() };
        index = index.clone().with_config(config);
        let (mut scratch, mut found) = (SearchScratch::default(), Vec::new());
        let mut hits = 0;
        for query in &queries {
            index.search(query, 15, &mut scratch, &mut found);
            hits += nearest(&rows, DIMS, query, 15).iter().filter(|n| found.contains(n)).count();
        }
        hits
    };
    let hits = [0, 1, 8, 250].map(&mut hits_with);
    assert!(hits[0] == hits[1] && hits[1] < hits[2] && hits[2] <= hits[3], "{hits:?}");
    assert_eq!(hits[3], 50 * 15);
}

/// A clock that ticks once a call: 5 rounds of one tick each, spread over the queries.
#[test]
fn measuring_reports_the_index_and_the_clock() {
    let rows = walks(300, DIMS, 100, &mut Random(2));
    let mut ticks = 0.0;
    let mut clock = || {
        ticks += 1.0;
        ticks
    };
    let measure = measure_search(&index(&rows), 15, 30, &mut clock);
    assert_eq!((measure.states, measure.dims, measure.recall), (300, DIMS, 1.0));
    let per_query = 1e6 / 30.0;
    for us in [measure.exact_us, measure.batch_us, measure.brute_us] {
        assert!((us - per_query).abs() < 1e-6, "{us}");
    }
}
