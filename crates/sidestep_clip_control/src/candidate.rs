//! What could come next, and the best few of it.

use crate::{controller::ClipController, played::Played, task::Costs};
use sidestep_lanes::{Line, WIDTH};

/// Best cycles that are tried with their neighbours, at the most.
const MOST: usize = 4;

/// What comes next: a cycle, and a share of another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Chosen {
    pub(crate) cycle: u32,
    pub(crate) mixed: Option<(u32, f32)>,
}

impl Chosen {
    /// A cycle alone.
    pub(crate) fn alone(cycle: u32) -> Self {
        Self { cycle, mixed: None }
    }
}

/// The best few cycles, best first, each with its place among the members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) found: [Option<(usize, Candidate)>; MOST],
    wanted: usize,
}

impl Best {
    /// Room for the best and those that are tried with their neighbours.
    pub(crate) fn of(mixed: usize) -> Self {
        Self { found: [None; MOST], wanted: mixed.clamp(1, MOST) }
    }

    /// Takes a cycle in where it is among the best; of equals the first stays.
    #[inline]
    pub(crate) fn offer(&mut self, place: usize, candidate: Candidate) {
        let total = candidate.total();
        let found = &mut self.found[..self.wanted];
        let is_worse =
            |slot: &Option<(usize, Candidate)>| slot.is_none_or(|it| it.1.total() > total);
        let Some(at) = found.iter().position(is_worse) else { return };
        found[at..].rotate_right(1);
        found[at] = Some((place, candidate));
    }

    /// Up to which rough total a cycle can be among the best.
    pub(crate) fn rough_limit(&self, members: &[u32], totals: &[Line], margin: f32) -> f32 {
        let mut least = [f32::INFINITY; MOST];
        let least = &mut least[..self.wanted];
        for (some, line) in members.chunks(WIDTH).zip(totals) {
            for total in line.0.iter().take(some.len()) {
                let mut total = *total;
                if total >= least[least.len() - 1] {
                    continue;
                }
                for slot in &mut *least {
                    if total < *slot {
                        std::mem::swap(slot, &mut total);
                    }
                }
            }
        }
        least[least.len() - 1] + margin
    }
}

impl From<Played> for Chosen {
    fn from(played: Played) -> Self {
        let mixed = played.mixed.map(|mixed| (mixed.other, mixed.share));
        Self { cycle: played.cycle, mixed }
    }
}

/// A cycle that could come next, or a mix of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) chosen: Chosen,
    pub(crate) costs: Costs,
    /// What is to come, α V(X'), or the cost of the next state where the policy is greedy.
    pub(crate) future: f64,
}

impl Candidate {
    pub(crate) fn total(&self) -> f64 {
        self.costs.sum() + self.future
    }
}

/// Room to decide in.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// For the functions of a basis.
    pub(crate) functions: Vec<f64>,
    /// For a total of each cycle.
    pub(crate) totals: Vec<Line>,
}

impl Rooms {
    /// Room for the decisions of a controller.
    pub(crate) fn of(controller: &ClipController) -> Self {
        let tables = &controller.tables;
        let widest = tables.iter().map(|table| table.basis.len()).max().unwrap_or(1);
        let most = tables.iter().map(|table| table.members.len()).max().unwrap_or(0);
        Self { functions: vec![0.0; widest], totals: vec![Line::ZERO; most.div_ceil(WIDTH)] }
    }

    /// Bytes of it.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.functions) + size_of_val(&*self.totals)
    }
}
