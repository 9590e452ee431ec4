//! What leads where: the strongly connected core, what cannot be left, what is never reached.

use crate::{core::Core, graph::Graph, survey::seconds};
use serde::Serialize;
use sidestep_motion::FrameId;

/// Rows no farther than this from the end of their clip are its end.
const END_SECS: f32 = 0.5;

/// What leads where under some choice of actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// Pairs of states of which the first leads to the second.
    pub edges: usize,
    /// Sets of states that lead to each other.
    pub components: usize,
    /// States of the largest such set: the core, where everything leads to everything.
    pub core_states: usize,
    /// Its share of all states.
    pub core_fraction: f32,
    /// States from which the core cannot be reached.
    pub stuck_states: usize,
    /// States that cannot be reached from the core.
    pub unreachable_states: usize,
    /// States that no other state leads to.
    pub sources: usize,
    /// Sets other than the core that cannot be left, the largest first.
    pub absorbing: Vec<Absorbing>,
}

/// States that lead to each other and nowhere else.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Absorbing {
    /// How many they are.
    pub states: usize,
    /// How many states lead here in the end, these included.
    pub basin_states: usize,
    /// Clip of the first of them.
    pub clip: String,
    /// Where in the clip it is.
    pub from_secs: f32,
    /// Whether they are nothing but the ends of clips.
    pub is_clip_end: bool,
}

impl Reach {
    pub(crate) fn of(core: &Core, graph: &Graph) -> Self {
        let components = graph.components();
        let reversed = graph.reversed();
        let largest = components.largest().unwrap_or(0);
        let core_states = components.nodes(largest).count();
        let lead_to_core = reversed.reached(components.nodes(largest));
        let reached = graph.reached(components.nodes(largest));
        let count_not = |of: &[bool]| of.iter().filter(|is| !**is).count();
        let is_source = |node: &u32| reversed.heads(*node).iter().all(|tail| tail == node);
        let is_final = graph.final_components(&components);
        let finals =
            (0..).zip(&is_final).filter(|(number, is_final)| **is_final && *number != largest);
        let absorbing = finals.map(|(number, _)| {
            let rows: Vec<u32> = components.nodes(number).collect();
            let basin = reversed.reached(rows.iter().copied());
            Absorbing::of(core, &rows, basin.iter().filter(|is| **is).count())
        });
        let mut absorbing: Vec<Absorbing> = absorbing.collect();
        absorbing.sort_by_key(|set| std::cmp::Reverse((set.states, set.basin_states)));
        let core_fraction = core_states as f32 / graph.len().max(1) as f32;
        Self {
            edges: graph.edges(),
            components: components.sizes.len(),
            core_states,
            core_fraction,
            stuck_states: count_not(&lead_to_core),
            unreachable_states: count_not(&reached),
            sources: (0..).take(graph.len()).filter(is_source).count(),
            absorbing,
        }
    }
}

impl Absorbing {
    fn of(core: &Core, rows: &[u32], basin_states: usize) -> Self {
        let library = &core.library;
        let frame = rows.first().map_or(FrameId(0), |row| core.states.frame(*row));
        let clip = &library.clips()[library.clip_of(frame).index()];
        let is_end =
            |row: &u32| seconds(core.states.left(*row) as usize, library.frame_secs()) <= END_SECS;
        Self {
            states: rows.len(),
            basin_states,
            clip: clip.name.clone(),
            from_secs: seconds((frame.0 - clip.frames.start) as usize, library.frame_secs()),
            is_clip_end: rows.iter().all(is_end),
        }
    }
}
