//! Sweeps of value iteration where every action leads to one anchor and there are directions alone.
//!
//! Mostly a character goes on with the row it follows, so an anchor's value comes from the next one.
//! Anchors are therefore swept in blocks from the last to the first, and within a block the values
//! of the sweep itself are used: they travel down a whole block in one sweep where else they would
//! travel one frame (block Gauss-Seidel). Blocks see each other's values of the sweep before, so the
//! result has the same bits on any number of threads.

use crate::problem::{Led, Problem};
use rayon::prelude::*;

/// Anchors of a block.
const BLOCK: usize = 512;

/// A problem ready to be swept.
pub(crate) struct Sweeps<'a> {
    problem: &'a Problem<'a>,
    /// The anchor that each transition leads to, as a place among all values.
    targets: Vec<u32>,
    cells: usize,
}

/// Where the policy leads from a cell.
pub(crate) struct Planned {
    target: u32,
    to: Led,
    reward: f32,
}

impl<'a> Sweeps<'a> {
    /// None where an action leads to several anchors or a task has more than directions.
    pub(crate) fn new(problem: &'a Problem<'a>) -> Option<Self> {
        let Problem { transitions, grid, .. } = problem;
        if grid.offsets > 1 || !transitions.is_single() {
            return None;
        }
        let cells = grid.cells();
        let target = |transition| {
            let (anchor, _) = transitions.reached(transition)[0];
            u32::try_from(anchor as usize * cells).ok()
        };
        let targets = (0..transitions.ways.len()).map(target).collect::<Option<Vec<u32>>>()?;
        Some(Self { problem, targets, cells })
    }

    /// One sweep over all actions; writes the best of each cell and returns the largest change.
    pub(crate) fn improve(&self, values: &[f32], next: &mut [f32], policy: &mut [u8]) -> f32 {
        let size = BLOCK * self.cells;
        let blocks = next.par_chunks_mut(size).zip(policy.par_chunks_mut(size)).enumerate();
        let changes = blocks.map(|(block, (next, policy))| {
            let mut change = 0.0_f32;
            for place in (0..next.len()).step_by(self.cells).rev() {
                let mut at = Place::new(self.cells, values, next, (block * size, place));
                change = change.max(self.improve_anchor(&mut at, &mut policy[place..]));
            }
            change
        });
        changes.reduce(|| 0.0, f32::max)
    }

    /// Writes the best of the cells of one anchor and returns the largest change.
    fn improve_anchor(&self, at: &mut Place<'_>, policy: &mut [u8]) -> f32 {
        let Problem { transitions, leads, rewards, discount, .. } = self.problem;
        at.next.fill(f32::NEG_INFINITY);
        let anchor = at.first / self.cells;
        for action in 0..transitions.actions_of(anchor) {
            let transition = anchor * transitions.actions + action;
            let led = &leads.led[transition * self.cells..][..self.cells];
            let of = at.known.of(self.targets[transition], self.cells);
            let cost = transitions.costs[transition];
            #[expect(clippy::cast_possible_truncation, reason = "at most 64 actions")]
            let number = action as u8;
            for ((best, policy), to) in at.next.iter_mut().zip(&mut *policy).zip(led) {
                let value = discount * to.value(of) - cost;
                if value > *best {
                    (*best, *policy) = (value, number);
                }
            }
        }
        let (old, rewards) = (&at.known.values[at.first..], &rewards[at.first..]);
        let mut change = 0.0_f32;
        for ((next, old), reward) in at.next.iter_mut().zip(old).zip(rewards) {
            *next += reward;
            change = change.max((*next - old).abs());
        }
        change
    }

    /// The policy as places among the values.
    pub(crate) fn plan(&self, policy: &[u8]) -> Vec<Planned> {
        let Problem { transitions, leads, rewards, .. } = self.problem;
        let planned = |(index, action): (usize, &u8)| {
            let transition = index / self.cells * transitions.actions + usize::from(*action);
            Planned {
                target: self.targets[transition],
                to: leads.led[transition * self.cells + index % self.cells],
                reward: rewards[index] - transitions.costs[transition],
            }
        };
        policy.par_iter().enumerate().with_min_len(4096).map(planned).collect()
    }

    /// One sweep over the actions of a policy.
    pub(crate) fn evaluate(&self, plan: &[Planned], values: &[f32], next: &mut [f32]) {
        let size = BLOCK * self.cells;
        let blocks = next.par_chunks_mut(size).zip(plan.par_chunks(size)).enumerate();
        blocks.for_each(|(block, (next, plan))| {
            for place in (0..next.len()).step_by(self.cells).rev() {
                let at = Place::new(self.cells, values, next, (block * size, place));
                for (next, planned) in at.next.iter_mut().zip(&plan[place..]) {
                    let of = at.known.of(planned.target, self.cells);
                    *next = planned.reward + self.problem.discount * planned.to.value(of);
                }
            }
        });
    }
}

/// One anchor that is written, and all that is known when it is.
struct Place<'a> {
    /// Where its values begin.
    first: usize,
    next: &'a mut [f32],
    known: Known<'a>,
}

#[derive(Clone, Copy)]
struct Known<'a> {
    /// The values of the sweep before.
    values: &'a [f32],
    /// The values of this sweep after the anchor, to the end of the block.
    done: &'a [f32],
    first_done: usize,
}

impl<'a> Place<'a> {
    /// The anchor at `place` of the block that begins at `start`.
    fn new(
        cells: usize,
        values: &'a [f32],
        block: &'a mut [f32],
        (start, place): (usize, usize),
    ) -> Self {
        let (until, done) = block.split_at_mut(place + cells);
        let first_done = start + place + cells;
        Self {
            first: start + place,
            next: &mut until[place..],
            known: Known { values, done, first_done },
        }
    }
}

impl<'a> Known<'a> {
    /// The values of the anchor whose values begin at `target`.
    #[inline(always)]
    fn of(self, target: u32, cells: usize) -> &'a [f32] {
        let target = target as usize;
        let after = target.wrapping_sub(self.first_done);
        let from =
            if after < self.done.len() { &self.done[after..] } else { &self.values[target..] };
        &from[..cells]
    }
}

impl Led {
    /// The value at the place that is led to, of an anchor with these values.
    #[inline(always)]
    fn value(self, of: &[f32]) -> f32 {
        let (low, high) = (of[usize::from(self.low)], of[usize::from(self.high)]);
        low + (high - low) * self.share
    }
}
