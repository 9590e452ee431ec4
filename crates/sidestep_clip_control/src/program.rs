//! The linear program of section 5.2 and its solver.
//!
//! Beside the paper's constraints every sample is bounded by what the dearest step costs for ever,
//! max c / (1 - α): no optimal value is larger, so nothing is lost, and a program with few
//! constraints cannot be unbounded. A constant value of 0 is feasible, as costs are never below it.

use crate::{interior::solve, rows::Rows};
use clarabel::{
    algebra::CscMatrix,
    solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus},
};

/// Why a program has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProgramError {
    /// No value function meets all constraints.
    #[error(
        "the linear program of {table} is infeasible: some cost is negative or not finite; check the \
         weights under [costs]"
    )]
    Infeasible {
        /// What was fitted.
        table: String,
    },
    /// The objective has no maximum.
    #[error(
        "the linear program of {table} is unbounded: some function of the basis is not held by any \
         sample; raise fit.samples or lower the degrees of the basis"
    )]
    Unbounded {
        /// What was fitted.
        table: String,
    },
    /// The solver gave up.
    #[error(
        "the linear program of {table} could not be solved ({status}): its basis is likely too rich \
         for its samples; lower the degrees of the basis or raise fit.samples"
    )]
    Unsolved {
        /// What was fitted.
        table: String,
        /// What the solver says.
        status: String,
    },
}

/// The r that maximizes Σ weight_i r_i under all rows, to a relative accuracy.
pub(crate) fn maximize(
    weights: &[f64],
    rows: &Rows,
    accuracy: f64,
    table: &dyn Fn() -> String,
) -> Result<Vec<f64>, ProgramError> {
    match solve(weights, rows, accuracy) {
        Some(r) => Ok(r),
        None => explained(weights, rows, table),
    }
}

/// The same by a general solver, which tells why there is no answer.
fn explained(
    weights: &[f64],
    rows: &Rows,
    table: &dyn Fn() -> String,
) -> Result<Vec<f64>, ProgramError> {
    let columns = weights.len();
    let objective: Vec<f64> = weights.iter().map(|weight| -weight).collect();
    let settings = DefaultSettings { verbose: false, max_iter: 200, ..DefaultSettings::default() };
    let unsolved = |status: String| ProgramError::Unsolved { table: table(), status };
    let mut solver = DefaultSolver::new(
        &CscMatrix::zeros((columns, columns)),
        &objective,
        &matrix(rows, columns),
        rows.bounds(),
        &[NonnegativeConeT(rows.len())],
        settings,
    )
    .map_err(|error| unsolved(error.to_string()))?;
    solver.solve();
    match solver.solution.status {
        SolverStatus::Solved | SolverStatus::AlmostSolved => Ok(solver.solution.x.clone()),
        SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
            Err(ProgramError::Infeasible { table: table() })
        }
        SolverStatus::DualInfeasible | SolverStatus::AlmostDualInfeasible => {
            Err(ProgramError::Unbounded { table: table() })
        }
        status => Err(unsolved(format!("{status:?}"))),
    }
}

/// Rows as a matrix by columns.
fn matrix(rows: &Rows, columns: usize) -> CscMatrix<f64> {
    let mut by_column: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
    for (row, column, value) in rows.entries() {
        let column = &mut by_column[column];
        match column.last_mut() {
            Some(last) if last.0 == row => last.1 += value,
            _ => column.push((row, value)),
        }
    }
    let (mut starts, mut numbers, mut values) = (vec![0], Vec::new(), Vec::new());
    for column in by_column {
        numbers.extend(column.iter().map(|entry| entry.0));
        values.extend(column.iter().map(|entry| entry.1));
        starts.push(numbers.len());
    }
    CscMatrix::new(rows.len(), columns, starts, numbers, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::chance::Chance;

    /// max x + y with x <= 2, x + y <= 3, y - x <= 5.
    #[test]
    fn a_small_program_is_solved() {
        let mut rows = Rows::default();
        rows.push(&[(0, &[1.0])], 2.0);
        rows.push(&[(0, &[1.0, 1.0])], 3.0);
        rows.push(&[(1, &[0.5]), (1, &[0.5]), (0, &[-1.0])], 5.0);
        let name = || "a test".to_owned();
        let found = maximize(&[1.0, 1.5], &rows, 1e-8, &name).expect("an answer");
        // The best corner is where x + y = 3 meets y - x = 5.
        assert!((found[0] + 1.0).abs() < 1e-4 && (found[1] - 4.0).abs() < 1e-4, "{found:?}");
        let referee = explained(&[1.0, 1.5], &rows, &name).expect("an answer");
        assert!((referee[0] + 1.0).abs() < 1e-4 && (referee[1] - 4.0).abs() < 1e-4, "{referee:?}");
    }

    /// Random programs with runs like those of values, by both solvers.
    #[test]
    fn both_solvers_find_the_same_maximum() {
        let (blocks, width) = (7, 11);
        let mut chance = Chance::new(5, 0);
        let mut draw = |from: f32, to: f32| f64::from(chance.between(from, to));
        let mut rows = Rows::default();
        let mut weights = vec![0.0; blocks * width];
        for row in 0..900 {
            let own: Vec<f64> = (0..width).map(|_| draw(-1.0, 1.0)).collect();
            let next: Vec<f64> = (0..width).map(|_| draw(-0.8, 0.8)).collect();
            let (from, to) = (row % blocks * width, row * 3 % blocks * width);
            weights[from..].iter_mut().zip(&own).for_each(|(sum, value)| *sum += value);
            rows.push(&[(from, &own)], 10.0);
            rows.push(&[(from, &own), (to, &next)], draw(0.1, 2.0));
        }
        let name = || "a test".to_owned();
        let [ours, theirs] = [
            maximize(&weights, &rows, 1e-7, &name).expect("an answer"),
            explained(&weights, &rows, &name).expect("an answer"),
        ]
        .map(|r| weights.iter().zip(&r).map(|(weight, r)| weight * r).sum::<f64>());
        assert!((ours - theirs).abs() < 1e-4 * theirs.abs(), "{ours} {theirs}");
    }

    #[test]
    fn programs_without_an_answer_say_why() {
        let name = || "a test".to_owned();
        let mut rows = Rows::default();
        rows.push(&[(0, &[-1.0])], 1.0);
        let error = maximize(&[1.0], &rows, 1e-8, &name).expect_err("unbounded");
        assert!(matches!(error, ProgramError::Unbounded { .. }), "{error}");
        rows.push(&[(0, &[1.0])], -2.0);
        let error = maximize(&[1.0], &rows, 1e-8, &name).expect_err("infeasible");
        assert!(matches!(error, ProgramError::Infeasible { .. }), "{error}");
    }
}
