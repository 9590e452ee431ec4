//! The sample-based rival that section 2 cites: values at the points of a grid, found by value
//! iteration and read between them.

use crate::{
    gaits::STANDING,
    planning::{STEPS, pays},
    situation::Situation,
    study::Study,
    table::ValueTable,
    task::{State, Task, move_cost, state_cost, wrap},
};
use sidestep_motion::chance::Chance;
use sidestep_parallel::prelude::*;
use std::f64::consts::TAU;

/// Points of the grid along the deviation and around the heading.
const POINTS: (usize, usize) = (33, 36);

/// Sweeps, at the most.
const SWEEPS: usize = 100;

/// Values that change by less than this share of the largest are found.
const STILL: f64 = 1e-3;

/// Values at the points of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Sampled {
    /// Of each cycle, each deviation and each heading.
    values: Vec<f64>,
    reach: f64,
    /// Sweeps that were needed.
    pub sweeps: usize,
}

impl Sampled {
    /// Values of a task with a heading and a deviation, whose aim is its own mirror image.
    pub fn learn(study: &Study<'_>) -> Self {
        let reach = study.controller.config.fit.reach;
        let size = POINTS.0 * POINTS.1;
        let mut own = Self { values: vec![0.0; study.members.len() * size], reach, sweeps: 0 };
        for sweep in 1..=SWEEPS {
            let rows: Vec<Vec<f64>> = (0..study.members.len())
                .into_par_iter()
                .map(|place| {
                    (0..size).map(|point| own.best(study, place, &own.state(point)).1).collect()
                })
                .collect();
            let values = rows.concat();
            let changes = values.iter().zip(&own.values).map(|(new, old)| (new - old).abs());
            let (change, largest) =
                (changes.fold(0.0, f64::max), values.iter().copied().fold(1e-9, f64::max));
            own = Self { values, reach, sweeps: sweep };
            if change < STILL * largest {
                break;
            }
        }
        own
    }

    /// Bytes of its values.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.values)
    }

    /// The state at a point.
    #[expect(clippy::cast_precision_loss, reason = "a small grid")]
    fn state(&self, point: usize) -> State {
        let (x, theta) = (point / POINTS.1, point % POINTS.1);
        let across = x as f64 / (POINTS.0 - 1) as f64;
        let around = theta as f64 / POINTS.1 as f64;
        let x = self.reach * (2.0 * across - 1.0);
        State { x, theta: TAU * (around - 0.5), ..State::default() }
    }

    /// A value between the four nearest points.
    #[expect(clippy::cast_precision_loss, reason = "a small grid")]
    fn value(&self, place: usize, state: &State) -> f64 {
        let across = (0.5 * (state.x / self.reach + 1.0)).clamp(0.0, 1.0) * (POINTS.0 - 1) as f64;
        let around = (wrap(state.theta) / TAU + 0.5) * POINTS.1 as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small grid")]
        let floor = |number: f64| (number as usize, number - number.floor());
        let ((x, aside), (theta, turned)) = (floor(across), floor(around));
        let row = |x: usize| {
            let from = (place * POINTS.0 + x.min(POINTS.0 - 1)) * POINTS.1;
            let at = |theta: usize| self.values[from + theta % POINTS.1];
            at(theta) * (1.0 - turned) + at(theta + 1) * turned
        };
        row(x) * (1.0 - aside) + row(x + 1) * aside
    }

    /// The best next cycle by its place, and the right-hand side of eq. 9.
    fn best(&self, study: &Study<'_>, place: usize, state: &State) -> (usize, f64) {
        let Study { controller, task, gait, members, aim } = study;
        let (moves, costs) = (&controller.moves, &controller.config.costs);
        let cycle = members[place];
        let turned = (libm::sin(state.theta), libm::cos(state.theta));
        let here = state_cost(*task, state, aim, costs).sum();
        let mut best = (0, f64::INFINITY);
        for (next, member) in members.iter().enumerate() {
            let step = moves.between(cycle, *member);
            let cost = move_cost(*task, *gait == STANDING, state, step, aim, costs).sum();
            let there = state.after_with(turned, step, moves.flips(cycle), aim);
            let total = here + cost + controller.config.fit.discount * self.value(next, &there);
            if total < best.1 {
                best = (next, total);
            }
        }
        best
    }

    /// What its policy pays from a state (eq. 7) over some steps.
    fn pays(&self, study: &Study<'_>, start: (usize, State), steps: usize) -> f64 {
        let Study { controller, task, gait, members, aim } = study;
        let (moves, costs) = (&controller.moves, &controller.config.costs);
        let ((mut place, mut state), mut sum, mut weight) = (start, 0.0, 1.0);
        for _ in 0..steps {
            let (next, _) = self.best(study, place, &state);
            let step = moves.between(members[place], members[next]);
            let here = state_cost(*task, &state, aim, costs).sum();
            let cost = move_cost(*task, *gait == STANDING, &state, step, aim, costs).sum();
            sum += weight * (here + cost);
            weight *= controller.config.fit.discount;
            state = state.after(step, moves.flips(members[place]), aim);
            place = next;
        }
        sum
    }
}

impl Study<'_> {
    /// What the policy of a table pays over what the policy of sampled values does, from `n` states.
    pub fn cost_ratio(&self, table: &ValueTable, sampled: &Sampled, n: usize, seed: u64) -> f64 {
        let fitted = self.controller.with_table(table.clone());
        let (mut ours, mut theirs) = (0.0, 0.0);
        for index in 0..n as u64 {
            let (place, state) = self.draw(seed, index);
            let (cycle, aim) = (self.members[place], self.aim);
            let (task, gait) = (self.task, self.gait);
            ours += pays(
                &fitted,
                Situation {
                    cycle,
                    mixed: None,
                    state,
                    aim,
                    task,
                    gait,
                    leaving: None,
                    stone: None,
                },
            );
            theirs += sampled.pays(self, (place, state), STEPS);
        }
        ours / theirs.max(1e-9)
    }

    /// A state to begin with: a cycle by its place, off the path and askew.
    fn draw(&self, seed: u64, index: u64) -> (usize, State) {
        let mut chance = Chance::new(seed, index);
        let place = chance.below(self.members.len());
        let x = if self.task == Task::Navigate { chance.between(-1.0, 1.0) } else { 0.0 };
        let theta = f64::from(chance.between(-3.1, 3.1));
        (place, State { x: f64::from(x), theta, ..State::default() })
    }
}
