//! Where the states of a field lead: by any action, and left alone.
//!
//! A blended state lies between rows. It counts as leading to the nearest, and to those of other
//! moments that have a fair share of it: the rows around the same moment of a clip say where the
//! character is, the others where it may go over to.

use crate::{
    anchors::Anchors,
    core::{Core, Finder},
    graph::Graph,
    integration::{Action, Neighborhood},
    neighborhoods::is_same_moment,
    states::LocalState,
    transitions::Transitions,
};
use sidestep_parallel::prelude::*;

/// Rows with less of a state than this do not count as reached, where 1 is an even spread over all
/// neighbours.
const LEAST_SHARE: f32 = 0.5;

/// The graph of all actions.
pub(crate) fn by_any_action(core: &Core, transitions: &Transitions) -> Graph {
    let all = |row: usize| (0..transitions.actions).map(move |action| (row, action));
    Graph::new((0..core.states.len()).map(|row| heads(core, transitions, all(row))).collect())
}

/// The graph of a character that nobody steers.
pub(crate) fn left_alone(core: &Core) -> Graph {
    let rows: Vec<u32> = (0..).take(core.states.len()).collect();
    let lists = rows.par_iter().map_init(|| Idle::new(core), |idle, row| vec![idle.next(*row)]);
    Graph::new(lists.collect())
}

/// What every action leads to from every row, whatever the compression.
pub(crate) fn of_all_rows(core: &Core) -> Transitions {
    Transitions::new(core, &Anchors::new(&core.states, 1))
}

/// The rows that actions lead to, each given by its row and number.
pub(crate) fn heads(
    core: &Core,
    transitions: &Transitions,
    moves: impl Iterator<Item = (usize, usize)>,
) -> Vec<u32> {
    let least = LEAST_SHARE / core.config.neighbors as f32;
    let mut heads = Vec::new();
    for (row, action) in moves {
        let reached = transitions.reached(row * transitions.actions + action);
        let row = u32::try_from(row).unwrap_or(u32::MAX);
        let fair = reached
            .iter()
            .filter(|(other, share)| *share >= least && !is_same_moment(core, row, *other));
        heads.extend(fair.map(|(row, _)| *row));
        let nearest = reached.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        heads.extend(nearest.map(|(row, _)| *row));
    }
    heads
}

/// Buffers for going on by the passive action.
struct Idle<'a> {
    core: &'a Core,
    state: LocalState,
    next: LocalState,
    neighborhood: Neighborhood,
    finder: Finder,
}

impl<'a> Idle<'a> {
    fn new(core: &'a Core) -> Self {
        let joints = core.states.joints();
        Self {
            core,
            state: LocalState::new(joints),
            next: LocalState::new(joints),
            neighborhood: Neighborhood::new(joints),
            finder: Finder::new(core),
        }
    }

    /// The row a character is at one frame after a row.
    fn next(&mut self, row: u32) -> u32 {
        let core = self.core;
        if core.config.follow().is_some() && core.states.has_next(row) {
            return row + 1;
        }
        core.states.load(&core.library, row, &mut self.state);
        if core.config.follow().is_some() {
            let mut choices = Vec::new();
            core.followable(&self.state, None, &mut self.finder, &mut choices);
            return choices.first().map_or(core.refuge, |choice| choice.row) + 1;
        }
        let mut neighbors = Vec::new();
        core.locate(&self.state, &mut self.finder, &mut neighbors);
        self.neighborhood.prepare(&core.states, &core.library, &self.state, &neighbors);
        let (action, drift) = (Action::PASSIVE, core.config.mix().drift);
        self.neighborhood.integrate(&core.states, &self.state, action, drift, &mut self.next);
        core.locate(&self.next, &mut self.finder, &mut neighbors);
        neighbors.first().map_or(row, |neighbor| neighbor.row)
    }
}
