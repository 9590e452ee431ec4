//! Shortest paths against petgraph, and against drawings small enough to check by hand.

mod random_graph;

use petgraph::{algo::dijkstra, graph::NodeIndex};
use proptest::prelude::*;
use random_graph::{ACTIONS, STATES, as_petgraph, random_graph};
use sidestep_motion::FrameId;
use sidestep_pose_graph::{
    Action, PathTree, StateActionGraph, StateId, for_each_source, paths_from,
};

/// Costs as petgraph finds them, and whether every way adds up to its cost.
fn check(graph: &StateActionGraph, tree: &PathTree) {
    let expected = dijkstra(&as_petgraph(graph), tree.source.0.into(), None, |e| *e.weight());
    for state in 0..graph.states() as u32 {
        let found = tree.costs[state as usize];
        assert_eq!(expected.get(&NodeIndex::from(state)).copied().unwrap_or(f32::INFINITY), found);
        let mut way: Vec<usize> = tree.actions_back(graph, StateId(state)).collect();
        way.reverse();
        let mut at = tree.source;
        let mut cost = 0.0;
        for action in &way {
            assert_eq!(graph.from_of(*action), at);
            at = graph.actions[*action].to;
            cost += graph.actions[*action].cost;
        }
        if found.is_finite() {
            assert_eq!((at, cost), (StateId(state), found));
        } else {
            assert!(way.is_empty());
        }
    }
}

#[test]
fn a_graph_of_the_size_of_the_thesis_agrees_with_petgraph() {
    let graph = random_graph(STATES, ACTIONS, (0.1, 1.0));
    for source in [0, 7_777, STATES - 1] {
        check(&graph, &paths_from(&graph, StateId(source)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_graph_agrees_with_petgraph(
        states in 1_u32..40,
        edges in prop::collection::vec((any::<u32>(), any::<u32>(), 0_u8..4), 0..120),
    ) {
        // Few different costs, zero among them: many equally short ways, and cycles that cost nothing.
        let mut edges: Vec<_> = edges.iter().map(|(a, b, c)| (a % states, b % states, *c)).collect();
        edges.sort_unstable();
        let count = |state: u32| edges.iter().filter(|(from, ..)| *from < state).count() as u32;
        let action = |(_, to, cost): &(u32, u32, u8)| {
            Action { to: StateId(*to), first: 0, frames: 1, cost: 0.37 * f32::from(*cost) }
        };
        let graph = StateActionGraph {
            state_frames: (0..states).map(FrameId).collect(),
            action_starts: (0..=states).map(count).collect(),
            actions: edges.iter().map(action).collect(),
        };
        let trees = for_each_source(&graph, Clone::clone);
        trees.iter().for_each(|tree| check(&graph, tree));
        prop_assert_eq!(trees, for_each_source(&graph, Clone::clone));
    }
}
