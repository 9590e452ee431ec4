//! The index against the plainest search: equal rows, equal bits, on every instruction set.

mod common;

use common::{Random, nearest, walks};
use proptest::prelude::*;
use sidestep_features::{
    IndexConfig, IndexError, InstructionSet, NearestIndex, Neighbor, SearchScratch,
};

fn search(index: &NearestIndex, query: &[f32], k: usize) -> Vec<Neighbor> {
    let mut found = Vec::new();
    index.search(query, k, &mut SearchScratch::default(), &mut found);
    found
}

fn build(rows: &[f32], dims: usize, instructions: InstructionSet) -> NearestIndex {
    let config = IndexConfig { instructions, ..Default::default() };
    NearestIndex::build(rows, dims, config).expect("the rows are finite")
}

fn check(rows: &[f32], dims: usize, query: &[f32], k: usize) {
    let expected = nearest(rows, dims, query, k);
    for set in InstructionSet::available() {
        let index = build(rows, dims, set);
        assert_eq!(search(&index, query, k), expected, "{}", set.name());
        let mut all = Vec::new();
        index.search_all(query, k, &mut SearchScratch::default(), &mut all);
        assert_eq!(all, expected, "all rows, {}", set.name());
    }
}

/// Clusters of very different sizes, some rows doubled, some dimensions dead or tiny.
fn clustered(count: usize, dims: usize, random: &mut Random) -> Vec<f32> {
    let centres: Vec<f32> = (0..5 * dims).map(|_| random.normal()).collect();
    let widths: Vec<f32> = (0..dims).map(|_| [0.0, 1e-6, 0.1, 1.0][random.below(4)]).collect();
    let mut rows: Vec<f32> = Vec::with_capacity(count * dims);
    for row in 0..count {
        if row > 0 && random.below(4) == 0 {
            let twin = random.below(row) * dims;
            rows.extend_from_within(twin..twin + dims);
            continue;
        }
        let centre = random.below(5) * dims;
        let spread = [0.01, 0.3][random.below(2)];
        rows.extend((0..dims).map(|d| centres[centre + d] + spread * widths[d] * random.normal()));
    }
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn equals_comparing_all_rows(
        seed: u64,
        count in 1_usize..400,
        dims in 1_usize..=200,
        k in 1_usize..=64,
        off in prop_oneof![Just(0.0_f32), Just(1e-4), Just(0.05), Just(3.0)],
        scale in prop_oneof![Just(1.0_f32), Just(1e-18), Just(1e-22), Just(1e15)],
    ) {
        let mut random = Random(seed);
        let mut rows = clustered(count, dims, &mut random);
        rows.iter_mut().for_each(|x| *x *= scale);
        let near = random.below(count) * dims;
        let query: Vec<f32> =
            rows[near..near + dims].iter().map(|x| x + scale * off * random.normal()).collect();
        check(&rows, dims, &query, k);
    }

    #[test]
    fn any_finite_query_is_answered_like_comparing_all_rows(
        seed: u64,
        query in prop::collection::vec(prop::num::f32::NORMAL | prop::num::f32::ZERO, 7),
    ) {
        let rows = clustered(100, 7, &mut Random(seed));
        check(&rows, 7, &query, 9);
    }

    #[test]
    fn any_finite_rows_are_searched_like_comparing_all_rows(
        values in prop::collection::vec(prop::num::f32::NORMAL | prop::num::f32::ZERO, 33 * 40),
        of in 0_usize..40,
    ) {
        check(&values, 33, &values[of * 33..][..33], 5);
    }
}

#[test]
fn walks_are_searched_exactly() {
    let mut random = Random(3);
    let rows = walks(3000, 186, 150, &mut random);
    let indices: Vec<NearestIndex> =
        InstructionSet::available().map(|set| build(&rows, 186, set)).collect();
    for _ in 0..40 {
        let near = random.below(3000) * 186;
        let query: Vec<f32> =
            rows[near..near + 186].iter().map(|x| x + 0.01 * random.normal()).collect();
        let expected = nearest(&rows, 186, &query, 15);
        for index in &indices {
            assert_eq!(search(index, &query, 15), expected);
        }
    }
}

/// 3-4-5: the squared distances are 0, 9, 16 and 25; twins come in the order of their rows.
#[test]
fn ties_go_to_the_lower_row() {
    let rows = [3.0, 0.0, 0.0, 4.0, 0.0, 0.0, 3.0, 4.0, 3.0, 0.0, 0.0, 0.0];
    let index = build(&rows, 2, InstructionSet::best());
    let found: Vec<(u32, f32)> =
        search(&index, &[0.0, 0.0], 9).iter().map(|n| (n.row, n.distance_squared)).collect();
    assert_eq!(found, [(2, 0.0), (5, 0.0), (0, 9.0), (4, 9.0), (1, 16.0), (3, 25.0)]);
}

/// Equal rows in other places: the distances stay, and of equal ones the first rows are found.
#[test]
fn permuted_rows_are_found_at_their_new_places() {
    let mut random = Random(8);
    let rows = clustered(300, 24, &mut random);
    let mut order: Vec<usize> = (0..300).collect();
    for i in (1..300).rev() {
        order.swap(i, random.below(i + 1));
    }
    let permuted: Vec<f32> =
        order.iter().flat_map(|row| rows[row * 24..][..24].iter().copied()).collect();
    let (a, b) =
        (build(&rows, 24, InstructionSet::best()), build(&permuted, 24, InstructionSet::best()));
    for row in 0..50 {
        let query = &rows[row * 24..][..24];
        let (before, after) = (search(&a, query, 15), search(&b, query, 15));
        let distances =
            |found: &[Neighbor]| -> Vec<f32> { found.iter().map(|n| n.distance_squared).collect() };
        assert_eq!(distances(&before), distances(&after));
        assert_eq!(after, nearest(&permuted, 24, query, 15));
    }
}

#[test]
fn a_query_that_is_not_finite_finds_nothing() {
    let index = build(&[1.0, 2.0, 3.0, 4.0], 2, InstructionSet::best());
    for query in [[f32::NAN, 0.0], [0.0, f32::INFINITY], [f32::NEG_INFINITY, f32::NAN]] {
        assert!(search(&index, &query, 3).is_empty());
    }
    assert!(search(&index, &[1.0, 2.0], 0).is_empty());
}

#[test]
fn an_index_of_nothing_finds_nothing() {
    let index = build(&[], 4, InstructionSet::best());
    assert!(index.is_empty() && search(&index, &[0.0; 4], 3).is_empty());
}

#[test]
fn rows_are_given_back_as_they_were() {
    let rows = clustered(50, 19, &mut Random(1));
    let index = build(&rows, 19, InstructionSet::best());
    for (row, values) in (0..).zip(rows.chunks_exact(19)) {
        assert_eq!(index.row(row), values);
    }
}

#[test]
fn rows_that_cannot_be_indexed_are_named() {
    let config = IndexConfig::default();
    let error = |rows: &[f32], dims| NearestIndex::build(rows, dims, config).unwrap_err();
    assert_eq!(error(&[0.0; 5], 2), IndexError::Shape { values: 5, dims: 2 });
    assert_eq!(error(&[0.0; 5], 0), IndexError::Shape { values: 5, dims: 0 });
    assert_eq!(error(&[0.0, 1.0, 2.0, f32::NAN], 2), IndexError::NotFinite { row: 1, dim: 1 });
}
