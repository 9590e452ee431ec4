//! The cheapest way from every state to every other (section 3.4).
//!
//! Dijkstra's algorithm from each state, with buckets instead of a heap: a state waits in the bucket
//! of its cost, and a bucket is no wider than the usual action is dear, so that hardly any state is
//! taken out twice. Sources are independent of each other and run in parallel; each tree of paths is
//! handed to its consumer and forgotten, so that the matrix of all pairs need never be held.

use crate::state_action::{StateActionGraph, StateId};
use sidestep_parallel::prelude::*;

/// No action: the source itself, and whatever cannot be reached.
pub const NO_ACTION: u32 = u32::MAX;

/// At most this many buckets wait at once; dearer actions make them wider.
const MOST_BUCKETS: usize = 4096;

/// The cheapest ways from one state.
///
/// Of equally cheap ways it holds the one that was found first; the order in which ways are found
/// depends on the graph alone.
#[derive(Clone, Debug, PartialEq)]
pub struct PathTree {
    /// Where the ways begin.
    pub source: StateId,
    /// The cost of the way to each state, infinite where there is none.
    pub costs: Vec<f32>,
    /// The last action on the way to each state, as an index into the actions of the graph.
    pub last_actions: Vec<u32>,
    /// How many actions are on the way to each state, cut at `u16::MAX`.
    pub steps: Vec<u16>,
}

/// The graph as the search reads it: what is looked at together lies together.
struct Rows<'a> {
    starts: &'a [u32],
    edges: Vec<Edge>,
    bucket_width: f32,
    buckets: usize,
}

#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    cost: f32,
}

/// A state in a bucket, with the cost it had when it was put there.
#[derive(Clone, Copy)]
struct Waiting {
    state: u32,
    cost: f32,
    /// One if the number of its steps matters, else zero.
    counts: u32,
}

/// Room for the search from one source after the other.
struct Search {
    tree: PathTree,
    /// A ring of buckets of states that wait.
    buckets: Vec<Vec<Waiting>>,
}

/// Finds the cheapest ways from every state, hands each tree to `consume`, and returns what that
/// makes of them in the order of the states. Trees are made in parallel and not kept.
pub fn for_each_source<T: Send>(
    graph: &StateActionGraph,
    consume: impl Fn(&PathTree) -> T + Sync,
) -> Vec<T> {
    let sources: Vec<StateId> = (0_u32..).take(graph.states()).map(StateId).collect();
    for_each_source_within(graph, &sources, u16::MAX, consume)
}

/// The same for some sources, and where only ways of at most so many steps matter: the search ends
/// once all of them are known. What is said of states that take more steps may then be wrong, but
/// for that fact.
pub fn for_each_source_within<T: Send>(
    graph: &StateActionGraph,
    sources: &[StateId],
    most_steps: u16,
    consume: impl Fn(&PathTree) -> T + Sync,
) -> Vec<T> {
    let rows = Rows::new(graph);
    let search = || Search::new(&rows, graph.states());
    let of_source = |search: &mut Search, source: &StateId| {
        search.run(&rows, *source, most_steps);
        consume(&search.tree)
    };
    sources.par_iter().map_init(search, of_source).collect()
}

/// The cheapest ways from one state.
pub fn paths_from(graph: &StateActionGraph, source: StateId) -> PathTree {
    let rows = Rows::new(graph);
    let mut search = Search::new(&rows, graph.states());
    search.run(&rows, source, u16::MAX);
    search.tree
}

impl PathTree {
    /// The actions on the way to `target`, the last one first.
    pub fn actions_back<'a>(
        &'a self,
        graph: &'a StateActionGraph,
        target: StateId,
    ) -> impl Iterator<Item = usize> + 'a {
        let mut state = target;
        std::iter::from_fn(move || {
            let action = self.last_actions[state.index()];
            (action != NO_ACTION).then(|| {
                state = graph.from_of(action as usize);
                action as usize
            })
        })
    }
}

impl<'a> Rows<'a> {
    fn new(graph: &'a StateActionGraph) -> Self {
        let edge = |action: &crate::state_action::Action| Edge {
            to: action.to.0,
            // A cost that is no cost would never be chosen anyway.
            cost: if action.cost >= 0.0 { action.cost } else { f32::INFINITY },
        };
        let edges: Vec<Edge> = graph.actions.iter().map(edge).collect();
        let finite = || edges.iter().map(|edge| edge.cost).filter(|cost| cost.is_finite());
        let dearest = finite().fold(0.0, f32::max);
        let cheapest = finite().filter(|cost| *cost > 0.0).fold(f32::INFINITY, f32::min);
        let least_width = dearest / (MOST_BUCKETS - 2) as f32;
        let bucket_width = if dearest > 0.0 { cheapest.max(least_width) } else { 1.0 };
        let buckets = ((dearest / bucket_width) as usize + 2).next_power_of_two();
        Self { starts: &graph.action_starts, edges, bucket_width, buckets }
    }
}

impl Search {
    fn new(rows: &Rows<'_>, states: usize) -> Self {
        let tree = PathTree {
            source: StateId(0),
            costs: vec![f32::INFINITY; states],
            last_actions: vec![NO_ACTION; states],
            steps: vec![u16::MAX; states],
        };
        Self { tree, buckets: vec![Vec::new(); rows.buckets] }
    }

    fn run(&mut self, rows: &Rows<'_>, source: StateId, most_steps: u16) {
        let Self { tree, buckets } = self;
        tree.source = source;
        tree.costs.fill(f32::INFINITY);
        tree.last_actions.fill(NO_ACTION);
        tree.steps.fill(u16::MAX);
        tree.costs[source.index()] = 0.0;
        tree.steps[source.index()] = 0;
        let (mask, per_width) = (buckets.len() - 1, 1.0 / rows.bucket_width);
        buckets[0].push(Waiting { state: source.0, cost: 0.0, counts: 1 });
        // How many wait that matter: whatever follows a state of too many steps has more of them.
        let (mut waiting, mut at) = (1_usize, 0_usize);
        while waiting > 0 {
            // A bucket may grow while it is emptied: by states that are cheaper than it is wide.
            while let Some(Waiting { state, cost, counts }) = buckets[at & mask].pop() {
                waiting -= counts as usize;
                if cost > tree.costs[state as usize] {
                    continue;
                }
                let steps = tree.steps[state as usize].saturating_add(1);
                let counts = u32::from(steps <= most_steps);
                let (from, to) = (rows.starts[state as usize], rows.starts[state as usize + 1]);
                for index in from..to {
                    let edge = rows.edges[index as usize];
                    let next = cost + edge.cost;
                    if next < tree.costs[edge.to as usize] {
                        tree.costs[edge.to as usize] = next;
                        tree.last_actions[edge.to as usize] = index;
                        tree.steps[edge.to as usize] = steps;
                        let bucket = ((next * per_width) as usize).max(at) & mask;
                        buckets[bucket].push(Waiting { state: edge.to, cost: next, counts });
                        waiting += counts as usize;
                    }
                }
            }
            at += 1;
        }
        for bucket in buckets {
            bucket.clear();
        }
    }
}
