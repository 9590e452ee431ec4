//! What every action leads to from every anchor, computed once and used in every sweep.

use crate::{
    anchors::Anchors,
    core::{Core, Finder, Seeds},
    integration::{Action, Neighborhood, Weighted},
    joins::Choice,
    states::LocalState,
};
use sidestep_motion::GroundTransform;
use sidestep_parallel::prelude::*;
use std::ops::Range;

/// Where the actions of all anchors lead. The transition of an action is `anchor * actions + action`.
#[derive(Clone, Debug)]
pub(crate) struct Transitions {
    pub(crate) actions: usize,
    /// How many actions each anchor really has; the first stands for those missing.
    counts: Vec<u8>,
    /// The character's way, for each transition.
    pub(crate) ways: Vec<GroundTransform>,
    /// Where the anchors of each transition begin in `reached`, and the end.
    starts: Vec<u32>,
    /// Anchors whose values make up that of the next state, with their shares.
    reached: Vec<(u32, f32)>,
    /// What each transition costs.
    pub(crate) costs: Vec<f32>,
}

impl Transitions {
    /// Integrates every action at every anchor. Rows are spread over threads; the result does not
    /// depend on how.
    pub(crate) fn new(core: &Core, anchors: &Anchors) -> Self {
        let of_row: Vec<OfRow> = anchors
            .rows()
            .par_iter()
            .map_init(
                || Workplace::new(core),
                |place, row| match core.config.follow() {
                    None => place.blended(core, anchors, *row),
                    Some(_) => place.followed(core, anchors, *row),
                },
            )
            .collect();
        let actions = of_row.iter().map(|row| row.leads.len()).max().unwrap_or(0);
        let mut all = Self {
            actions,
            counts: of_row.iter().map(|row| row.leads.len() as u8).collect(),
            ways: Vec::new(),
            starts: vec![0],
            reached: Vec::new(),
            costs: Vec::new(),
        };
        for row in &of_row {
            // Where there are fewer actions than elsewhere, the first stands for those missing.
            let first = row.leads.first();
            let missing = actions - row.leads.len();
            for lead in row.leads.iter().chain(first.into_iter().cycle().take(missing)) {
                all.ways.push(lead.way);
                all.costs.push(lead.cost);
                all.reached.extend_from_slice(&row.reached[lead.reached.clone()]);
                all.starts.push(u32::try_from(all.reached.len()).unwrap_or(u32::MAX));
            }
        }
        all
    }

    /// Transitions written down by hand: way, cost and what is reached, action by action.
    #[cfg(test)]
    pub(crate) fn of(actions: usize, all: &[Written<'_>]) -> Self {
        let mut of = Self {
            actions,
            counts: vec![actions as u8; all.len() / actions],
            ways: Vec::new(),
            starts: vec![0],
            reached: Vec::new(),
            costs: Vec::new(),
        };
        for (way, cost, reached) in all {
            of.ways.push(*way);
            of.costs.push(*cost);
            of.reached.extend_from_slice(reached);
            of.starts.push(u32::try_from(of.reached.len()).unwrap());
        }
        of
    }

    /// How many actions an anchor has.
    pub(crate) fn actions_of(&self, anchor: usize) -> usize {
        self.counts[anchor].into()
    }

    /// Whether every transition leads to a single anchor.
    pub(crate) fn is_single(&self) -> bool {
        self.reached.len() == self.ways.len()
    }

    /// The anchors that make up the state a transition leads to.
    pub(crate) fn reached(&self, transition: usize) -> &[(u32, f32)] {
        &self.reached[self.starts[transition] as usize..self.starts[transition + 1] as usize]
    }
}

/// A transition written down by hand.
#[cfg(test)]
pub(crate) type Written<'a> = (GroundTransform, f32, &'a [(u32, f32)]);

/// The transitions of one row.
#[derive(Default)]
struct OfRow {
    leads: Vec<Lead>,
    reached: Vec<(u32, f32)>,
}

struct Lead {
    way: GroundTransform,
    cost: f32,
    /// Part of the row's `reached`.
    reached: Range<usize>,
}

impl OfRow {
    fn push(&mut self, way: GroundTransform, cost: f32, from: usize) {
        self.leads.push(Lead { way, cost, reached: from..self.reached.len() });
    }
}

/// Buffers of one thread.
struct Workplace {
    state: LocalState,
    next: LocalState,
    neighborhood: Neighborhood,
    finder: Finder,
    neighbors: Vec<Weighted>,
    next_neighbors: Vec<Weighted>,
    choices: Vec<Choice>,
}

impl Workplace {
    fn new(core: &Core) -> Self {
        let joints = core.states.joints();
        Self {
            state: LocalState::new(joints),
            next: LocalState::new(joints),
            neighborhood: Neighborhood::new(joints),
            finder: Finder::new(core),
            neighbors: Vec::new(),
            next_neighbors: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// The actions of eq. 8 and where eqs. 4 to 6 lead with them.
    fn blended(&mut self, core: &Core, anchors: &Anchors, row: u32) -> OfRow {
        core.states.load(&core.library, row, &mut self.state);
        core.locate(&self.state, &mut self.finder, &mut self.neighbors);
        self.neighborhood.prepare(&core.states, &core.library, &self.state, &self.neighbors);
        self.finder.clear();
        let (states, drift) = (&core.states, core.config.mix().drift);
        let ways: Vec<GroundTransform> = (self.neighbors.iter().take(core.config.actions))
            .map(|neighbor| {
                let action = Action::preferring(*neighbor, core.config.mix().sharpness);
                let (from, next) = (&self.state, &mut self.next);
                let way = self.neighborhood.integrate(states, from, action, drift, next);
                core.ask(next, &mut self.finder);
                way
            })
            .collect();
        core.answer(Seeds::None, &mut self.finder);
        let mut of_row = OfRow::default();
        for (number, way) in ways.into_iter().enumerate() {
            core.weigh(&self.finder, number, &mut self.next_neighbors);
            let from = of_row.reached.len();
            for next in &self.next_neighbors {
                for (anchor, share) in anchors.of(next.row) {
                    add(&mut of_row.reached, from, (anchor, share * next.weight));
                }
            }
            of_row.push(way, 0.0, from);
        }
        of_row
    }

    /// Every neighbour that can be followed, and the state after it.
    fn followed(&mut self, core: &Core, anchors: &Anchors, row: u32) -> OfRow {
        core.states.load(&core.library, row, &mut self.state);
        let continued = core.states.has_next(row).then_some(row);
        core.followable(&self.state, continued, &mut self.finder, &mut self.choices);
        let mut of_row = OfRow::default();
        for choice in &self.choices {
            let step = core.states.step(choice.row);
            let from = of_row.reached.len();
            for (anchor, share) in anchors.of(choice.row + 1) {
                add(&mut of_row.reached, from, (anchor, share));
            }
            let way = GroundTransform::new(step.root.x, step.root.z, step.turn);
            of_row.push(way, choice.cost, from);
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
