//! The linear program of section 5.2 and its solver.
//!
//! Beside the paper's constraints every sample is bounded by what the dearest step costs for ever,
//! max c / (1 - α): no optimal value is larger, so nothing is lost, and a program with few
//! constraints cannot be unbounded. A constant value of 0 is feasible, as costs are never below it.

use clarabel::{
    algebra::CscMatrix,
    solver::{DefaultSettings, DefaultSolver, IPSolver, NonnegativeConeT, SolverStatus},
};

/// Rows Σ a_i r_i <= b, each with the few variables it has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    entries: Vec<(u32, f64)>,
    ends: Vec<usize>,
    bounds: Vec<f64>,
}

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

impl Rows {
    pub(crate) fn push(&mut self, entries: impl IntoIterator<Item = (u32, f64)>, bound: f64) {
        self.entries.extend(entries);
        self.ends.push(self.entries.len());
        self.bounds.push(bound);
    }

    pub(crate) fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Drops the rows that r stays clear of by more than `slack`, but for the first ones.
    pub(crate) fn keep_near(&mut self, r: &[f64], slack: f64, first: usize) {
        let old = std::mem::take(self);
        let mut start = 0;
        for (end, bound) in old.ends.iter().zip(&old.bounds) {
            let entries = &old.entries[start..*end];
            let sum: f64 = entries.iter().map(|(column, value)| value * r[*column as usize]).sum();
            if bound - sum <= slack || self.len() < first {
                self.push(entries.iter().copied(), *bound);
            }
            start = *end;
        }
    }

    /// As a matrix by columns; entries of one row and column are added.
    fn matrix(&self, columns: usize) -> CscMatrix<f64> {
        let mut by_column: Vec<Vec<(usize, f64)>> = vec![Vec::new(); columns];
        let mut start = 0;
        for (row, end) in self.ends.iter().enumerate() {
            for &(column, value) in &self.entries[start..*end] {
                let column = &mut by_column[column as usize];
                match column.last_mut() {
                    Some(last) if last.0 == row => last.1 += value,
                    _ => column.push((row, value)),
                }
            }
            start = *end;
        }
        let (mut starts, mut rows, mut values) = (vec![0], Vec::new(), Vec::new());
        for column in by_column {
            rows.extend(column.iter().map(|entry| entry.0));
            values.extend(column.iter().map(|entry| entry.1));
            starts.push(rows.len());
        }
        CscMatrix::new(self.len(), columns, starts, rows, values)
    }
}

/// The r that maximizes Σ weight_i r_i under all rows.
pub(crate) fn maximize(
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
        &rows.matrix(columns),
        &rows.bounds,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// max x + y with x <= 2, x + y <= 3, y - x <= 5.
    #[test]
    fn a_small_program_is_solved() {
        let mut rows = Rows::default();
        rows.push([(0, 1.0)], 2.0);
        rows.push([(0, 1.0), (1, 1.0)], 3.0);
        rows.push([(1, 0.5), (1, 0.5), (0, -1.0)], 5.0);
        let found = maximize(&[1.0, 1.5], &rows, &|| "a test".to_owned()).expect("an answer");
        // The best corner is where x + y = 3 meets y - x = 5.
        assert!((found[0] + 1.0).abs() < 1e-6 && (found[1] - 4.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn programs_without_an_answer_say_why() {
        let name = || "a test".to_owned();
        let mut rows = Rows::default();
        rows.push([(0, -1.0)], 1.0);
        let error = maximize(&[1.0], &rows, &name).expect_err("unbounded");
        assert!(matches!(error, ProgramError::Unbounded { .. }), "{error}");
        rows.push([(0, 1.0)], -2.0);
        let error = maximize(&[1.0], &rows, &name).expect_err("infeasible");
        assert!(matches!(error, ProgramError::Infeasible { .. }), "{error}");
    }
}
