//! Sweeps of value iteration where every action leads to one anchor and there are directions alone.

use crate::problem::{Led, Problem};
use sidestep_parallel::prelude::*;
use sidestep_values::{
    Sweep,
    blocks::{BLOCK, Place, each_anchor},
};

/// A problem ready to be swept.
pub(crate) struct Sweeps<'a> {
    problem: &'a Problem<'a>,
    /// The anchor that each transition leads to, as a place among all values.
    targets: Vec<u32>,
    cells: usize,
}

/// Where the policy leads from a cell.
struct Planned {
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

    /// Writes the best of the cells of one anchor and returns the largest change.
    fn improve_anchor(&self, at: &mut Place<'_>, policy: &mut [u8]) -> f32 {
        let Problem { transitions, leads, rewards, discount, .. } = self.problem;
        at.next.fill(f32::NEG_INFINITY);
        let anchor = at.first / self.cells;
        for action in 0..transitions.actions_of(anchor) {
            let transition = anchor * transitions.actions + action;
            let led = &leads.led[transition * self.cells..][..self.cells];
            let of = at.known.of(self.targets[transition] as usize);
            let cost = transitions.costs[transition];
            let number = action as u8;
            let cells = at.next.iter_mut().zip(&mut *policy).zip(led);
            let take = |value: f32, best: &mut f32, policy: &mut u8| {
                if value > *best {
                    (*best, *policy) = (value, number);
                }
            };
            match leads.charges_of(transition, self.cells) {
                [] => cells.for_each(|((best, policy), to)| {
                    take(discount * to.value(of) - cost, best, policy);
                }),
                charges => cells.zip(charges).for_each(|(((best, policy), to), charge)| {
                    take(discount * to.value(of) - (cost + charge), best, policy);
                }),
            }
        }
        at.reward(rewards)
    }

    /// The policy as places among the values.
    fn plan(&self, policy: &[u8]) -> Vec<Planned> {
        let Problem { transitions, leads, rewards, .. } = self.problem;
        let planned = |(index, action): (usize, &u8)| {
            let transition = index / self.cells * transitions.actions + usize::from(*action);
            Planned {
                target: self.targets[transition],
                to: leads.led[transition * self.cells + index % self.cells],
                reward: rewards[index]
                    - transitions.costs[transition]
                    - self.problem.charge(transition, index % self.cells),
            }
        };
        policy.par_iter().enumerate().with_min_len(4096).map(planned).collect()
    }

    /// One sweep over the actions of a policy.
    fn evaluate_once(&self, plan: &[Planned], values: &[f32], next: &mut [f32]) {
        let size = BLOCK * self.cells;
        let blocks = next.par_chunks_mut(size).zip(plan.par_chunks(size)).enumerate();
        blocks.for_each(|(block, (next, plan))| {
            each_anchor(self.cells, values, (block, next), |place, at| {
                for (next, planned) in at.next.iter_mut().zip(&plan[place..]) {
                    let of = at.known.of(planned.target as usize);
                    *next = planned.reward + self.problem.discount * planned.to.value(of);
                }
            });
        });
    }
}

impl Sweep for Sweeps<'_> {
    type Choice = u8;

    fn improve(&self, values: &[f32], next: &mut [f32], policy: &mut [u8]) -> f32 {
        let size = BLOCK * self.cells;
        let blocks = next.par_chunks_mut(size).zip(policy.par_chunks_mut(size)).enumerate();
        let changes = blocks.map(|(block, (next, policy))| {
            let mut change = 0.0_f32;
            each_anchor(self.cells, values, (block, next), |place, mut at| {
                change = change.max(self.improve_anchor(&mut at, &mut policy[place..]));
            });
            change
        });
        changes.reduce(|| 0.0, f32::max)
    }

    fn evaluate(&self, policy: &[u8], values: &mut Vec<f32>) {
        let mut next = values.clone();
        let plan = self.plan(policy);
        for _ in 0..self.problem.evaluations {
            self.evaluate_once(&plan, values, &mut next);
            std::mem::swap(values, &mut next);
        }
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
