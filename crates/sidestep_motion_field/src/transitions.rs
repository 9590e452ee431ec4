//! What every action leads to from every anchor, computed once and used in every sweep.

use crate::{
    anchors::Anchors,
    core::{Core, Finder},
    integration::{Action, Neighborhood, Weighted},
    states::LocalState,
};
use rayon::prelude::*;
use sidestep_motion::GroundTransform;

/// Where the actions of all anchors lead. The transition of an action is `anchor * actions + action`.
#[derive(Clone, Debug)]
pub(crate) struct Transitions {
    pub(crate) actions: usize,
    /// The character's way, for each transition.
    pub(crate) ways: Vec<GroundTransform>,
    /// Where the anchors of each transition begin in `reached`, and the end.
    starts: Vec<u32>,
    /// Anchors whose values make up that of the next state, with their shares.
    reached: Vec<(u32, f32)>,
}

impl Transitions {
    /// Integrates every action at every anchor. Rows are spread over threads; the result does not
    /// depend on how.
    pub(crate) fn new(core: &Core, anchors: &Anchors) -> Self {
        let of_row: Vec<OfRow> = anchors
            .rows()
            .par_iter()
            .map_init(|| Workplace::new(core), |place, row| place.transitions(core, anchors, *row))
            .collect();
        let actions = of_row.iter().map(|row| row.ways.len()).max().unwrap_or(0);
        let mut all = Self { actions, ways: Vec::new(), starts: vec![0], reached: Vec::new() };
        for row in of_row {
            for (way, end) in row.ways.iter().zip(&row.ends) {
                let from = all.starts[all.starts.len() - 1] as usize;
                let begun = all.reached.len();
                debug_assert_eq!(from, begun, "transitions are stored back to back");
                all.ways.push(*way);
                all.reached.extend_from_slice(&row.reached[end.0..end.1]);
                all.starts.push(u32::try_from(all.reached.len()).unwrap_or(u32::MAX));
            }
        }
        all
    }

    /// The anchors that make up the state a transition leads to.
    pub(crate) fn reached(&self, transition: usize) -> &[(u32, f32)] {
        &self.reached[self.starts[transition] as usize..self.starts[transition + 1] as usize]
    }
}

struct OfRow {
    ways: Vec<GroundTransform>,
    ends: Vec<(usize, usize)>,
    reached: Vec<(u32, f32)>,
}

/// Buffers of one thread.
struct Workplace {
    state: LocalState,
    next: LocalState,
    neighborhood: Neighborhood,
    finder: Finder,
    neighbors: Vec<Weighted>,
    next_neighbors: Vec<Weighted>,
}

impl Workplace {
    fn new(core: &Core) -> Self {
        let joints = core.states.joints();
        Self {
            state: LocalState::new(joints),
            next: LocalState::new(joints),
            neighborhood: Neighborhood::new(joints),
            finder: Finder::default(),
            neighbors: Vec::new(),
            next_neighbors: Vec::new(),
        }
    }

    fn transitions(&mut self, core: &Core, anchors: &Anchors, row: u32) -> OfRow {
        core.states.load(&core.library, row, &mut self.state);
        core.locate(&self.state, &mut self.finder, &mut self.neighbors);
        self.neighborhood.prepare(&core.states, &core.library, &self.state, &self.neighbors);
        let mut of_row = OfRow { ways: Vec::new(), ends: Vec::new(), reached: Vec::new() };
        for neighbor in self.neighbors.iter().take(core.config.actions) {
            let action = Action::preferring(*neighbor, core.config.sharpness);
            let drift = core.config.drift;
            let way = self.neighborhood.integrate(
                &core.states,
                &self.state,
                action,
                drift,
                &mut self.next,
            );
            core.locate(&self.next, &mut self.finder, &mut self.next_neighbors);
            let from = of_row.reached.len();
            for next in &self.next_neighbors {
                for (anchor, share) in anchors.of(next.row) {
                    add(&mut of_row.reached, from, (anchor, share * next.weight));
                }
            }
            of_row.ways.push(way);
            of_row.ends.push((from, of_row.reached.len()));
        }
        of_row
    }
}

/// Adds a share to that of its anchor, if it has one already.
fn add(reached: &mut Vec<(u32, f32)>, from: usize, (anchor, share): (u32, f32)) {
    if share <= 0.0 {
        return;
    }
    match reached[from..].iter_mut().find(|(known, _)| *known == anchor) {
        Some((_, sum)) => *sum += share,
        None => reached.push((anchor, share)),
    }
}
