//! A random graph of the size of the thesis: states and actions without any motion behind them.

use sidestep_motion::FrameId;
use sidestep_pose_graph::{Action, StateActionGraph, StateId};

/// States of the thesis.
pub(crate) const STATES: u32 = 15_659;

/// Actions of the graph of that size.
pub(crate) const ACTIONS: u32 = 62_631;

/// A graph whose states form one ring, with actions between states drawn by chance, and costs
/// uniform between `least` and `most`.
pub(crate) fn random_graph(
    states: u32,
    actions: u32,
    (least, most): (f32, f32),
) -> StateActionGraph {
    let mut bits = 1_u64;
    let mut unit = move || {
        // Knuth's linear congruential generator of 64 bits; the upper half is random enough.
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (bits >> 40) as f32 / (1_u64 << 24) as f32
    };
    let mut rows = vec![Vec::new(); states as usize];
    for index in 0..actions {
        let below = |part: f32| ((part * states as f32) as u32).min(states - 1);
        let from = if index < states { index } else { below(unit()) };
        let to = if index < states { (index + 1) % states } else { below(unit()) };
        let cost = least + (most - least) * unit();
        rows[from as usize].push(Action { to: StateId(to), first: 0, frames: 1, cost });
    }
    let (mut action_starts, mut count) = (vec![0], 0);
    for row in &rows {
        count += row.len() as u32;
        action_starts.push(count);
    }
    StateActionGraph {
        state_frames: (0..states).map(FrameId).collect(),
        action_starts,
        actions: rows.concat(),
    }
}

/// The same for petgraph; weights of edges are costs.
pub(crate) fn as_petgraph(graph: &StateActionGraph) -> petgraph::Graph<(), f32> {
    let mut other = petgraph::Graph::with_capacity(graph.states(), graph.actions.len());
    for _ in 0..graph.states() {
        other.add_node(());
    }
    for state in 0..graph.states() as u32 {
        for action in graph.actions_of(StateId(state)) {
            other.add_edge(state.into(), action.to.0.into(), action.cost);
        }
    }
    other
}
