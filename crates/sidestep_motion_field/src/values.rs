//! Value functions: fitted value iteration on anchors and a task grid (section 4.2.1).
//!
//! V(s) = R(s) + max_a (γ V(s') - cost(a)), where V(s') is interpolated over anchors by similarity and over the
//! task multilinearly. Between improvements of the policy it is evaluated several times, which costs
//! a fraction of an improvement (modified policy iteration). In every sweep each anchor is written by
//! one task from the values of the sweep before, so the result has the same bits on any number of
//! threads. `sweeps.rs` is faster where every action leads to one anchor, `line_sweeps.rs` where
//! there are lines.

use crate::{
    grid::{Between, Grid},
    line_sweeps::LineSweeps,
    problem::Problem,
    sweeps::Sweeps,
};
use sidestep_parallel::prelude::*;
use sidestep_values::{Convergence, Limits, Sweep, iterate};

/// Values of all anchors at all cells of a grid.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ValueFunction {
    pub(crate) grid: Grid,
    /// Values of each anchor, one after another.
    pub(crate) values: Vec<f32>,
}

/// Improvements after which value iteration ends in any case.
const MOST_IMPROVEMENTS: usize = 400;

impl ValueFunction {
    /// The value at an anchor, multilinear in the task.
    pub(crate) fn at(&self, anchor: u32, heading: Between, offset: Between) -> f32 {
        let values = &self.values[anchor as usize * self.grid.cells()..][..self.grid.cells()];
        let at = |heading: usize| {
            let line = &values[heading * self.grid.offsets..];
            line[offset.low] + (line[offset.high] - line[offset.low]) * offset.share
        };
        let (low, high) = (at(heading.low), at(heading.high));
        low + (high - low) * heading.share
    }

    /// Solves a problem, beginning with these values or, where they do not fit, with none.
    pub(crate) fn solve(problem: &Problem<'_>, begin: Option<Vec<f32>>) -> (Self, Convergence) {
        let begin = begin.filter(|values| values.len() == problem.rewards.len());
        let begin = begin.unwrap_or_else(|| problem.rewards.to_vec());
        let limits = Limits { tolerance: problem.tolerance, most_improvements: MOST_IMPROVEMENTS };
        let (values, convergence) = if problem.grid.offsets > 1 {
            iterate(&LineSweeps::new(problem), &limits, begin)
        } else if let Some(sweeps) = Sweeps::new(problem) {
            iterate(&sweeps, &limits, begin)
        } else {
            iterate(problem, &limits, begin)
        };
        (Self { grid: problem.grid, values }, convergence)
    }
}

/// Directions alone, where actions lead to several anchors.
impl Sweep for Problem<'_> {
    type Choice = u8;

    fn improve(&self, values: &[f32], next: &mut [f32], policy: &mut [u8]) -> f32 {
        let cells = self.grid.cells();
        let changes = next.par_chunks_exact_mut(cells).zip(policy.par_chunks_exact_mut(cells));
        let changes = changes.enumerate().map_init(
            || vec![0.0; cells],
            |mixed, (anchor, (next, policy))| {
                next.fill(f32::NEG_INFINITY);
                for action in 0..self.transitions.actions {
                    let transition = anchor * self.transitions.actions + action;
                    self.mix(values, transition, mixed);
                    let number = action as u8;
                    self.improve_by(transition, mixed, number, (next, policy));
                }
                let (old, rewards) = (&values[anchor * cells..], &self.rewards[anchor * cells..]);
                let mut change = 0.0_f32;
                for ((next, old), reward) in next.iter_mut().zip(old).zip(rewards) {
                    *next += reward;
                    change = change.max((*next - old).abs());
                }
                change
            },
        );
        changes.reduce(|| 0.0, f32::max)
    }

    fn evaluate(&self, policy: &[u8], values: &mut Vec<f32>) {
        let mut next = values.clone();
        for _ in 0..self.evaluations {
            self.evaluate_once(policy, values, &mut next);
            std::mem::swap(values, &mut next);
        }
    }
}

impl Problem<'_> {
    /// Takes an action wherever it is better than the best so far.
    fn improve_by(
        &self,
        transition: usize,
        mixed: &[f32],
        action: u8,
        (best, policy): (&mut [f32], &mut [u8]),
    ) {
        let cost = self.transitions.costs[transition];
        let led = &self.leads.led[transition * self.grid.headings..][..self.grid.headings];
        for (heading, ((to, best), policy)) in led.iter().zip(best).zip(policy).enumerate() {
            let (low, high) = (mixed[usize::from(to.low)], mixed[usize::from(to.high)]);
            let cost = cost + self.charge(transition, heading);
            let value = self.discount * (low + (high - low) * to.share) - cost;
            if value > *best {
                (*best, *policy) = (value, action);
            }
        }
    }

    /// One sweep over the actions of a policy.
    fn evaluate_once(&self, policy: &[u8], values: &[f32], next: &mut [f32]) {
        let cells = self.grid.cells();
        next.par_chunks_exact_mut(cells).enumerate().for_each(|(anchor, next)| {
            for (cell, next) in next.iter_mut().enumerate() {
                let action = usize::from(policy[anchor * cells + cell]);
                let transition = anchor * self.transitions.actions + action;
                let cost = self.transitions.costs[transition] + self.charge(transition, cell);
                let reward = self.rewards[anchor * cells + cell] - cost;
                let value = self.direction_value(values, transition, cell);
                *next = reward + self.discount * value;
            }
        });
    }

    fn direction_value(&self, values: &[f32], transition: usize, heading: usize) -> f32 {
        let (cells, to) = (self.grid.cells(), self.lead(transition, heading));
        let mut sum = 0.0;
        for (anchor, share) in self.transitions.reached(transition) {
            let of = &values[*anchor as usize * cells..][..cells];
            sum += share * (of[to.low] + (of[to.high] - of[to.low]) * to.share);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::TurnAssist, problem::Leads, transitions::Transitions};
    use sidestep_motion::GroundTransform;
    use std::f32::consts::TAU;

    const NONE: TurnAssist = TurnAssist { gain: 0.0, most: 0.0, cap: 0.0, change: 0.0, price: 0.0 };

    fn turn(eighths: f32) -> GroundTransform {
        GroundTransform::new(0.0, 0.0, eighths * TAU / 8.0)
    }

    /// Five states in a ring; each can stay and keep its heading, or go on. Going on turns by one of
    /// the eight headings of the grid in states 0 to 3, by none in state 4, and costs 0.1.
    fn ring(mixed: bool) -> Transitions {
        let next: Vec<[(u32, f32); 2]> = (0..5).map(|i| [((i + 1) % 5, 0.75), (i, 0.25)]).collect();
        let stay: Vec<[(u32, f32); 1]> = (0..5).map(|i| [(i, 1.0)]).collect();
        let mut all = Vec::new();
        for i in 0..5_usize {
            let reached = if mixed { &next[i][..] } else { &next[i][..1] };
            all.push((turn(0.0), 0.0, &stay[i][..]));
            all.push((turn(if i < 4 { 1.0 } else { 0.0 }), 0.1, reached));
        }
        Transitions::of(2, &all)
    }

    /// The best of all sequences of `depth` actions, by trying them all.
    fn exhaustive(
        t: &Transitions,
        grid: &Grid,
        at: (usize, usize),
        depth: usize,
        gamma: f32,
    ) -> f32 {
        let (anchor, heading) = at;
        let reward = -grid.point(heading).theta.abs();
        if depth == 0 {
            return reward;
        }
        let of_action = |action: usize| {
            let transition = anchor * 2 + action;
            let eighths = (t.ways[transition].heading * 8.0 / TAU).round() as usize;
            let heading = (heading + 8 - eighths) % 8;
            let led: f32 = t
                .reached(transition)
                .iter()
                .map(|(a, s)| s * exhaustive(t, grid, (*a as usize, heading), depth - 1, gamma))
                .sum();
            gamma * led - t.costs[transition]
        };
        reward + of_action(0).max(of_action(1))
    }

    #[test]
    fn value_iteration_agrees_with_trying_everything() {
        let grid = Grid::directions(8);
        for mixed in [false, true] {
            let mut transitions = ring(mixed);
            if !mixed {
                // All of the share goes to the next state.
                transitions = Transitions::of(
                    2,
                    &(0..10_usize)
                        .map(|i| (transitions.ways[i], transitions.costs[i], SINGLE[i].as_slice()))
                        .collect::<Vec<_>>(),
                );
            }
            let leads = Leads::new(&transitions, 8, &NONE);
            let rewards: Vec<f32> = (0..40).map(|cell| -grid.point(cell % 8).theta.abs()).collect();
            let problem = Problem {
                transitions: &transitions,
                grid,
                rewards: &rewards,
                discount: 0.4,
                leads: &leads,
                evaluations: 3,
                tolerance: 1e-6,
            };
            let (solved, convergence) = ValueFunction::solve(&problem, None);
            assert!(convergence.last_change < 1e-6);
            for anchor in 0..5 {
                for heading in 0..8 {
                    let best = exhaustive(&transitions, &grid, (anchor, heading), 11, 0.4);
                    let found = solved.values[anchor * 8 + heading];
                    // What is left out is at most π γ¹²/(1 - γ).
                    assert!((found - best).abs() < 1e-3, "{anchor} {heading}: {found} {best}");
                }
            }
        }
    }

    /// One state that stays as it is, an eighth of a turn off, and an assist that makes it good in one
    /// frame: it is worth its reward and what adding an eighth of a turn costs, whichever way it is swept.
    #[test]
    fn added_turning_is_charged() {
        let eighth = TAU / 8.0;
        let assist = TurnAssist { gain: 1.0, most: eighth, cap: TAU, change: TAU, price: 2.0 };
        let transitions = Transitions::of(1, &[(turn(0.0), 0.0, [(0, 1.0)].as_slice())]);
        let leads = Leads::new(&transitions, 8, &assist);
        let grids = [Grid::directions(8), Grid { headings: 8, offsets: 3, reach: 1.0 }];
        for (number, grid) in [grids[0], grids[0], grids[1]].into_iter().enumerate() {
            let rewards: Vec<f32> =
                (0..grid.cells()).map(|cell| -grid.point(cell).theta.abs()).collect();
            let problem = Problem {
                transitions: &transitions,
                grid,
                rewards: &rewards,
                discount: 0.5,
                leads: &leads,
                evaluations: 3,
                tolerance: 1e-6,
            };
            let values = match number {
                // As where actions lead to several anchors.
                0 => {
                    let limits = Limits { tolerance: 1e-6, most_improvements: MOST_IMPROVEMENTS };
                    iterate(&problem, &limits, rewards.clone()).0
                }
                _ => ValueFunction::solve(&problem, None).0.values,
            };
            for heading in [1, 7] {
                let found = values[heading * grid.offsets];
                assert!((found + 3.0 * eighth).abs() < 1e-4, "{number}: {found} for {eighth}");
            }
            assert!(values[0].abs() < 1e-5, "{number}: what is right costs nothing");
        }
    }

    const SINGLE: [[(u32, f32); 1]; 10] = [
        [(0, 1.0)],
        [(1, 1.0)],
        [(1, 1.0)],
        [(2, 1.0)],
        [(2, 1.0)],
        [(3, 1.0)],
        [(3, 1.0)],
        [(4, 1.0)],
        [(4, 1.0)],
        [(0, 1.0)],
    ];

    /// Half way between two headings and two offsets the value is the mean of the four.
    #[test]
    fn values_are_multilinear_in_the_task() {
        let grid = Grid { headings: 2, offsets: 2, reach: 1.0 };
        let function = ValueFunction { grid, values: vec![0.0, 1.0, 4.0, 7.0] };
        let at = |theta: f32, offset: f32| function.at(0, grid.heading(theta), grid.offset(offset));
        assert!((at(TAU / 4.0, 0.0) - 3.0).abs() < 1e-5);
        assert!((at(0.0, 0.5) - 0.75).abs() < 1e-5);
        assert!((at(TAU / 2.0, 9.0) - 7.0).abs() < 1e-5);
    }
}
