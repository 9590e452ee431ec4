//! Fitted values lead to nearly the costs of an exhaustive dynamic program on a small task.

#![cfg(feature = "fit")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_clip_control::{
    ClipControlConfig, Repertoire, Task,
    fit::{Problem, fit},
    gaits::GaitSets,
    moves::Moves,
    task::{Aim, State, move_cost, wrap},
};
use sidestep_motion::{MotionLibrary, chance::Chance, contact_detection::ContactConfig};
use sidestep_performer::{PerformerConfig, perform};
use std::{f64::consts::TAU, sync::Arc};

/// Headings of the grid.
const HEADINGS: usize = 360;

/// Cycles of the small task.
const CYCLES: usize = 12;

/// Steps that are counted.
const STEPS: usize = 30;

struct Small {
    config: ClipControlConfig,
    moves: Moves,
    members: Vec<u32>,
    aim: Aim,
}

impl Small {
    fn new() -> Self {
        let clips = perform(&PerformerConfig::default());
        let library = MotionLibrary::from_clips(&clips[..8], &ContactConfig::default()).unwrap();
        let config = ClipControlConfig::default();
        let repertoire = Repertoire::new(&Arc::new(library), &config.cycles).unwrap();
        let moves = Moves::of(&repertoire, &config.unlikeness);
        let sets = GaitSets::of(&repertoire, &config.gaits);
        let gait = (1..5).max_by_key(|gait| sets.members[*gait].len()).unwrap();
        let all = &sets.members[gait];
        let stride = all.len().div_ceil(CYCLES);
        let members = all.iter().copied().step_by(stride).collect();
        let aim = Aim { speed: f64::from(sets.speeds[gait]), ..Aim::default() };
        Self { config, moves, members, aim }
    }

    /// The cheapest next cycle by its place, its cost, and the whole by what values say.
    fn best(
        &self,
        place: usize,
        theta: f64,
        value: impl Fn(usize, f64) -> f64,
    ) -> (usize, f64, f64) {
        let state = State { theta, ..State::default() };
        let cycle = self.members[place];
        let flips = self.moves.flips(cycle);
        let candidates = self.members.iter().enumerate().map(|(next, member)| {
            let step = self.moves.between(cycle, *member);
            let costs = &self.config.costs;
            let cost = move_cost(Task::Direction, false, &state, step, &self.aim, costs).sum();
            let there = state.after(step, flips, &self.aim).theta;
            (next, cost, cost + self.config.fit.discount * value(next, there))
        });
        candidates.min_by(|a, b| a.2.total_cmp(&b.2)).unwrap()
    }

    /// What a policy pays in all (eq. 7).
    fn pays(&self, start: (usize, f64), value: &dyn Fn(usize, f64) -> f64) -> f64 {
        let ((mut place, mut theta), mut sum, mut weight) = (start, 0.0, 1.0);
        for _ in 0..STEPS {
            let (next, cost, _) = self.best(place, theta, value);
            sum += weight * cost;
            weight *= self.config.fit.discount;
            let cycle = self.members[place];
            let step = self.moves.between(cycle, self.members[next]);
            let state = State { theta, ..State::default() };
            theta = state.after(step, self.moves.flips(cycle), &self.aim).theta;
            place = next;
        }
        sum
    }
}

/// A value on the grid, between its two nearest headings.
fn on_grid(row: &[f64], theta: f64) -> f64 {
    let at = (wrap(theta) / TAU + 0.5) * HEADINGS as f64;
    let (low, share) = (at.floor(), at - at.floor());
    let index = |at: f64| (at as usize) % HEADINGS;
    row[index(low)] * (1.0 - share) + row[index(low + 1.0)] * share
}

#[test]
fn the_policy_costs_little_more_than_the_exhaustive_one() {
    let small = Small::new();
    let heading = |index: usize| TAU * (index as f64 / HEADINGS as f64 - 0.5);
    let mut grid = vec![vec![0.0; HEADINGS]; small.members.len()];
    for _ in 0..60 {
        let sweep = |place: usize| -> Vec<f64> {
            let at = |index| small.best(place, heading(index), |n, t| on_grid(&grid[n], t)).2;
            (0..HEADINGS).map(at).collect()
        };
        grid = (0..small.members.len()).map(sweep).collect();
    }
    let problem = Problem {
        moves: &small.moves,
        members: small.members.clone(),
        task: Task::Direction,
        gait: 2,
        aim: small.aim,
        basis: small.config.basis(Task::Direction).clone(),
        config: &small.config,
    };
    let (table, report) = fit(&problem).unwrap();
    assert!(report.residual < 1e-3, "{report:?}");
    let fitted = |place: usize, theta: f64| {
        let state = State { theta, ..State::default() };
        table.value(place, false, &state, &mut vec![0.0; table.basis.len()])
    };
    let (mut ours, mut exhaustive, mut greedy) = (0.0, 0.0, 0.0);
    let mut chance = Chance::new(5, 0);
    for _ in 0..200 {
        let start = (chance.below(small.members.len()), f64::from(chance.between(-3.1, 3.1)));
        ours += small.pays(start, &fitted);
        exhaustive += small.pays(start, &|place, theta| on_grid(&grid[place], theta));
        greedy += small.pays(start, &|_, _| 0.0);
    }
    assert!(ours <= 1.15 * exhaustive, "fitted {ours}, exhaustive {exhaustive}");
    assert!(exhaustive < greedy, "there is something to plan: {exhaustive} {greedy}");
    println!(
        "policy cost {:.3} of the exhaustive, greedy {:.3}",
        ours / exhaustive,
        greedy / exhaustive
    );
}
