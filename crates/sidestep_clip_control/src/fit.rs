//! Learning a value table (section 5.2): samples, and rounds of optimal actions and linear programs.

use crate::{
    basis::{Basis, VARIABLES, Variable},
    config::ClipControlConfig,
    gaits::{GAIT_NAMES, STANDING},
    moves::Moves,
    program::{ProgramError, maximize},
    rows::Rows,
    table::ValueTable,
    task::{Aim, State, Task, move_cost, state_cost},
};
use sidestep_motion::chance::Chance;
use sidestep_parallel::prelude::*;
use std::f64::consts::TAU;

/// The stream of chance that samples are dropped by.
const SEED: u64 = 11;

/// Where there are many constraints, those that are met by more than this share of the mean value are
/// dropped between rounds.
const SLACK: f64 = 0.3;

/// Relative accuracy of the first programs and of all later ones: values are only met to a thousandth,
/// and the first programs lack most of the constraints that matter.
const ACCURACIES: [f64; 3] = [1e-3, 1e-4, 1e-5];

/// See [`SLACK`].
const MANY_ROWS: usize = 100_000;

/// What is to be learnt.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// All passages.
    pub moves: &'a Moves,
    /// The cycles that may be played.
    pub members: Vec<u32>,
    /// What for.
    pub task: Task,
    /// In which gait.
    pub gait: usize,
    /// What is wanted.
    pub aim: Aim,
    /// The basis.
    pub basis: Basis,
    /// The rest.
    pub config: &'a ClipControlConfig,
}

/// How a table came to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitReport {
    /// Rounds of constraint generation.
    pub rounds: usize,
    /// Sampled states.
    pub samples: usize,
    /// Constraints in the last program.
    pub constraints: usize,
    /// The most that any sampled state violates its constraint by, over the mean value.
    pub residual: f64,
    /// Mean value of the samples.
    pub objective: f64,
    /// Functions in all.
    pub coefficients: usize,
}

/// A sampled state: the row of its clip and aim, and where it is.
#[derive(Clone, Copy, Debug)]
struct Sample {
    place: usize,
    mirrored: bool,
    state: State,
    cost: f64,
}

/// Learns a table.
pub fn fit(problem: &Problem<'_>) -> Result<(ValueTable, FitReport), ProgramError> {
    let Problem { members, task, gait, aim, basis, config, .. } = problem;
    let width = basis.len();
    let rows = ValueTable::rows(members.len(), aim);
    let mut table = ValueTable {
        task: *task,
        gait: *gait,
        aim: *aim,
        basis: basis.clone(),
        members: members.clone(),
        coefficients: vec![0.0; rows * width],
    };
    let samples = samples(problem);
    let mut program = Program::new(problem, &table, &samples);
    let mut report = FitReport {
        rounds: 0,
        samples: samples.len(),
        constraints: 0,
        residual: f64::INFINITY,
        objective: 0.0,
        coefficients: rows * width,
    };
    for round in 0..=config.fit.rounds {
        // Step 1: the optimal actions by the present values become constraints, where they are not
        // met already.
        let worst = program.add_violated(problem, &table, &samples, round == 0);
        report.residual = worst / report.objective.abs().max(1e-9);
        let is_met = round > 0 && report.residual < config.fit.tolerance;
        if is_met || round == config.fit.rounds {
            break;
        }
        // Step 2: values as large as the constraints allow.
        let name = || format!("the task {} in the gait {}", task.name(), GAIT_NAMES[*gait]);
        let accuracy = ACCURACIES[round.min(ACCURACIES.len() - 1)];
        let r = maximize(&program.weights, &program.rows, accuracy, &name)?;
        report.rounds = round + 1;
        report.constraints = program.rows.len();
        let dot = program.weights.iter().zip(&r).map(|(w, r)| w * r);
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        let count = samples.len().max(1) as f64;
        report.objective = dot.sum::<f64>() / count;
        // PERF: a constraint far from being tight comes back should it ever be violated.
        if program.rows.len() > MANY_ROWS {
            let slack = SLACK * report.objective.abs();
            program.rows.keep_near(&r, slack, samples.len());
        }
        table.coefficients = program.coefficients(r);
    }
    Ok((table, report))
}

impl Problem<'_> {
    /// The aim as a sample sees it.
    fn aim(&self, mirrored: bool) -> Aim {
        if mirrored { self.aim.mirrored() } else { self.aim }
    }

    /// Eq. 10: the best next cycles by their places, with the right-hand side of eq. 9, best first.
    fn best(&self, table: &ValueTable, sample: &Sample, room: &mut [f64]) -> Vec<(u32, f64)> {
        let aim = self.aim(sample.mirrored);
        let cycle = self.members[sample.place];
        let (moves, flips) = (self.moves.from(cycle), self.moves.flips(cycle));
        let theta = sample.state.theta;
        let turned = (libm::sin(theta), libm::cos(theta));
        let most = self.config.fit.actions.max(1);
        let mut best: Vec<(u32, f64)> = Vec::with_capacity(most + 1);
        for (place, member) in (0_u32..).zip(&self.members) {
            let step = &moves[*member as usize];
            let (costs, stands) = (&self.config.costs, self.gait == STANDING);
            let cost = move_cost(self.task, stands, &sample.state, step, &aim, costs);
            let next = sample.state.after_with(turned, step, flips, &aim);
            let next_mirrored = sample.mirrored != flips;
            let known = next.within(self.config.fit.reach);
            let value = table.value(place as usize, next_mirrored, &known, room);
            let total = sample.cost + cost.sum() + self.config.fit.discount * value;
            if best.len() == most && best.last().is_some_and(|(_, worst)| total >= *worst) {
                continue;
            }
            let at = best.partition_point(|(_, other)| *other <= total);
            best.insert(at, (place, total));
            best.truncate(most);
        }
        best
    }
}

/// The program so far, in functions that are independent over the samples.
struct Program {
    weights: Vec<f64>,
    rows: Rows,
    room: Vec<f64>,
    /// Root of the matrix of products of the functions: bumps side by side are nearly the same.
    root: Vec<f64>,
}

impl Program {
    fn new(problem: &Problem<'_>, table: &ValueTable, samples: &[Sample]) -> Self {
        let width = problem.basis.len();
        let mut program = Self {
            weights: vec![0.0; table.coefficients.len()],
            rows: Rows::default(),
            room: vec![0.0; width],
            root: independent(&problem.basis, samples),
        };
        let most = problem.dearest_step(samples) / (1.0 - problem.config.fit.discount);
        for sample in samples {
            let row = table.row(sample.place, sample.mirrored) * width;
            program.write(problem, &sample.state);
            for (index, function) in program.room.iter().enumerate() {
                program.weights[row + index] += function;
            }
            program.rows.push(&[(row, &program.room)], most);
        }
        program
    }

    /// Writes the functions at a state: those of the basis, divided by the root.
    fn write(&mut self, problem: &Problem<'_>, state: &State) {
        let width = problem.basis.write(&state.point(), &mut self.room);
        for i in 0..width {
            let row = &self.root[i * width..(i + 1) * width];
            let known: f64 = row[..i].iter().zip(&self.room).map(|(l, x)| l * x).sum();
            self.room[i] = (self.room[i] - known) / row[i];
        }
    }

    /// The coefficients of the basis, of those of the functions here.
    fn coefficients(&self, mut r: Vec<f64>) -> Vec<f64> {
        let width = self.room.len();
        for own in r.chunks_exact_mut(width) {
            for i in (0..width).rev() {
                own[i] /= self.root[i * width + i];
                let (below, solved) = own.split_at_mut(i);
                let row = &self.root[i * width..];
                below.iter_mut().zip(row).for_each(|(x, l)| *x -= l * solved[0]);
            }
        }
        r
    }

    /// Adds the constraints of the best actions that are violated, or of all, and answers by how much
    /// the worst is.
    fn add_violated(
        &mut self,
        problem: &Problem<'_>,
        table: &ValueTable,
        samples: &[Sample],
        all: bool,
    ) -> f64 {
        let judge = |sample: &Sample| {
            let mut room = vec![0.0; problem.basis.len()];
            let best = problem.best(table, sample, &mut room);
            let value = table.value(sample.place, sample.mirrored, &sample.state, &mut room);
            (best, value)
        };
        let judged: Vec<(Vec<(u32, f64)>, f64)> =
            samples.par_iter().with_min_len(64).map(judge).collect();
        let mut worst = 0.0_f64;
        for (sample, (best, value)) in samples.iter().zip(judged) {
            for (action, bound) in best {
                worst = worst.max(value - bound);
                if all || value > bound {
                    self.constrain(problem, table, sample, action);
                }
            }
        }
        worst
    }

    /// V(X) - α V(X') <= c_s(X) + c_t(X, X').
    fn constrain(
        &mut self,
        problem: &Problem<'_>,
        table: &ValueTable,
        sample: &Sample,
        action: u32,
    ) {
        let width = problem.basis.len();
        let aim = problem.aim(sample.mirrored);
        let cycle = problem.members[sample.place];
        let step = problem.moves.between(cycle, problem.members[action as usize]);
        let flips = problem.moves.flips(cycle);
        let next = sample.state.after(step, flips, &aim);
        let (costs, stands) = (&problem.config.costs, problem.gait == STANDING);
        let cost = move_cost(problem.task, stands, &sample.state, step, &aim, costs);
        let row = table.row(sample.place, sample.mirrored) * width;
        let next_row = table.row(action as usize, sample.mirrored != flips) * width;
        self.write(problem, &next.within(problem.config.fit.reach));
        let discount = problem.config.fit.discount;
        let to_come: Vec<f64> = self.room.iter().map(|function| -discount * function).collect();
        self.write(problem, &sample.state);
        let runs: [(usize, &[f64]); 2] = [(row, &self.room), (next_row, &to_come)];
        self.rows.push(&runs, sample.cost + cost.sum());
    }
}

/// The root of the mean products of all functions over the samples, row by row, lower half.
fn independent(basis: &Basis, samples: &[Sample]) -> Vec<f64> {
    let width = basis.len();
    let (mut root, mut room) = (vec![0.0; width * width], vec![0.0; width]);
    let own = samples
        .iter()
        .take_while(|it| (it.place, it.mirrored) == (samples[0].place, samples[0].mirrored));
    let own: Vec<&Sample> = own.collect();
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let share = 1.0 / own.len().max(1) as f64;
    for sample in own {
        basis.write(&sample.state.point(), &mut room);
        for i in 0..width {
            for j in 0..=i {
                root[i * width + j] += share * room[i] * room[j];
            }
        }
    }
    for i in 0..width {
        for j in 0..=i {
            let (above, own) = root.split_at(i * width);
            let other = if j < i { &above[j * width..j * width + width] } else { own };
            let known: f64 = own[..j].iter().zip(other).map(|(a, b)| a * b).sum();
            let left = own[j] - known;
            let divisor = other[j];
            // Functions that the samples do not tell apart keep a little of their own.
            root[i * width + j] = if j < i { left / divisor } else { left.max(1e-9).sqrt() };
        }
    }
    root
}

impl Problem<'_> {
    /// An upper bound of what any step costs from any sample.
    fn dearest_step(&self, samples: &[Sample]) -> f64 {
        let dearest = |sample: &Sample| {
            let aim = self.aim(sample.mirrored);
            let moves = self.moves.from(self.members[sample.place]);
            let of = |member: &u32| {
                let step = &moves[*member as usize];
                let (costs, stands) = (&self.config.costs, self.gait == STANDING);
                move_cost(self.task, stands, &sample.state, step, &aim, costs).sum()
            };
            sample.cost + self.members.iter().map(of).fold(0.0, f64::max)
        };
        samples.iter().map(dearest).fold(0.0, f64::max).max(1e-6)
    }
}

/// Uniform samples of all variables of the task, for each row of the table.
fn samples(problem: &Problem<'_>) -> Vec<Sample> {
    let fit = &problem.config.fit;
    let mut points: Vec<[f64; VARIABLES]> = vec![[0.0; VARIABLES]];
    let count = match problem.task {
        Task::Direction => fit.direction_samples,
        Task::Moving => fit.moving_samples,
        _ => fit.samples,
    };
    for variable in problem.task.variables() {
        let mut values = values(*variable, count, fit.reach);
        if !problem.task.has_obstacle() {
            // Where characters are most of the time, and where costs have their kink.
            values.extend(fit.near.iter().flat_map(|near| [*near, -near]));
        }
        points = points
            .iter()
            .flat_map(|point| {
                values.iter().map(|value| {
                    let mut point = *point;
                    point[*variable as usize] = *value;
                    point
                })
            })
            .collect();
    }
    let mirrors: &[bool] = if problem.aim.is_even() { &[false] } else { &[false, true] };
    let mut samples = Vec::new();
    let mut chance = Chance::new(SEED, 0);
    for mirrored in mirrors {
        let aim = problem.aim(*mirrored);
        for place in 0..problem.members.len() {
            for [x, theta, u, v] in &points {
                if chance.unit() >= fit.keep {
                    continue;
                }
                let state = State { x: *x, theta: *theta, u: *u, v: *v };
                let cost = state_cost(problem.task, &state, &aim, &problem.config.costs).sum();
                samples.push(Sample { place, mirrored: *mirrored, state, cost });
            }
        }
    }
    samples
}

/// Samples of one variable: cyclic ones divide the circle, linear ones an interval about the origin.
#[expect(clippy::cast_precision_loss, reason = "a few samples")]
fn values(variable: Variable, count: usize, reach: f64) -> Vec<f64> {
    let share = |index: usize, of: usize| index as f64 / of.max(1) as f64;
    match variable {
        Variable::Theta => (0..count).map(|i| TAU * (share(i, count) - 0.5)).collect(),
        _ => {
            let odd = count - (count + 1) % 2;
            (0..odd).map(|i| reach * (2.0 * share(i, odd - 1) - 1.0)).collect()
        }
    }
}
