//! All shortest paths of a random graph of the size of the thesis, beside petgraph's Dijkstra.

#[path = "../tests/random_graph/mod.rs"]
mod random_graph;

use criterion::{Criterion, criterion_group, criterion_main};
use random_graph::{ACTIONS, STATES, as_petgraph, random_graph};
use sidestep_pose_graph::{StateId, for_each_source};
use std::hint::black_box;

fn bench(criterion: &mut Criterion) {
    let graph = random_graph(STATES, ACTIONS, (0.1, 1.0));
    let other = as_petgraph(&graph);
    let mut group = criterion.benchmark_group("shortest_paths");
    group.sample_size(10);
    group.bench_function("one_source", |bencher| {
        let mut source = 0;
        bencher.iter(|| {
            source = (source + 101) % STATES;
            black_box(sidestep_pose_graph::paths_from(&graph, StateId(source)))
        });
    });
    group.bench_function("one_source_petgraph", |bencher| {
        let mut source = 0;
        bencher.iter(|| {
            source = (source + 101) % STATES;
            black_box(petgraph::algo::dijkstra(&other, source.into(), None, |edge| *edge.weight()))
        });
    });
    group.bench_function("all_sources", |bencher| {
        bencher.iter(|| for_each_source(&graph, |tree| black_box(tree.costs[0])));
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
